"""`nightledger play`: people at a terminal, alone and on a server, to the end of a game and on after a kill."""

import errno
import os
import pty
import re
import signal
import subprocess
import sys

import pytest
from click.testing import CliRunner
from httpx import WSGITransport
from rich.console import Console

from nightledger_client import Nightledger
from service.api.context import WAITING_ROOM
from service.app.application import create_app
from service.cli import cli
from service.cli._terminal.alone import Alone
from service.cli._terminal.ends import Wanted
from service.cli._terminal.loop import Terminal
from service.cli._terminal.saves import Save, left
from service.cli._terminal.served import Served
from service.cli.play import language_of
from service.language.catalogues import ENGLISH
from service.server.waiting_room import WaitingRoom
from tests.installation import GAMES, install
from tests.service.cli.typist import Typist
from tests.service.playing import refusal
from tests.serving import served

SHORT = [
    ("nightfall", {"draft": "quick"}, ("Attack", "Link", "Claim"), "has won with"),
    ("darkness", {}, ("End the turn", "Pass"), "the time was up"),
    ("last-spell", {"scenario": "introduction"}, ("Ready", "Pass"), "Lost"),
]
"""Game, options, what is preferred so that it ends soon, and how it ends."""


@pytest.fixture
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("NIGHTLEDGER_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("NIGHTLEDGER_EXTRA_GAMES", GAMES)
    return tmp_path / "home"


@pytest.fixture
def services(tmp_path):
    services = install(tmp_path / "server")
    yield services
    services.close()


@pytest.fixture
def address(services):
    """A server of the installation, on a port of its own."""
    with served(create_app(services)) as address:
        yield address


def run(*arguments, answers="", code=0):
    done = CliRunner().invoke(cli, ["play", *map(str, arguments)], input=answers)
    assert done.exit_code == code, done.output
    return done.output


def play(end, game, monkeypatch, typist, language="en"):
    console = Console(highlight=False, markup=False, width=200)
    return typist.sits_at(monkeypatch, Terminal(end, game, language, console).play)


@pytest.mark.parametrize(("game", "options", "wanted", "ends"), SHORT, ids=[game for game, *_ in SHORT])
def test_a_short_game_of_each_title_is_played_alone_and_taken_up_after_it_was_left(
    services, tmp_path, monkeypatch, game, options, wanted, ends
):
    begun = Alone.begin(services.catalog, tmp_path / "saves", Wanted(game, options, 2, []), ENGLISH)
    said = play(begun, services.catalog[game], monkeypatch, Typist(*wanted, lines=5))
    assert f"Take it up again: {begun.command}" in said
    begun.close()
    [path] = left(tmp_path / "saves")
    again = Alone(services.catalog, Save.open(path), ENGLISH)
    assert again.look() == begun.look()
    assert ends in play(again, services.catalog[game], monkeypatch, Typist(*wanted))


SERVED = [one if one[0] == "last-spell" else pytest.param(*one, marks=pytest.mark.slow) for one in SHORT]


@pytest.mark.parametrize(("game", "options", "wanted", "ends"), SERVED, ids=[game for game, *_ in SHORT])
def test_the_same_loop_plays_it_on_a_server(services, address, monkeypatch, game, options, wanted, ends):
    client = Nightledger(address, services.accounts.create("Ann")[1].secret)
    begun = Served.begin(client, address, Wanted(game, options, 2, []), ENGLISH)
    said = play(begun, services.catalog[game], monkeypatch, Typist(*wanted, lines=5))
    assert f"nightledger play --server {address} " in said
    again = Served(client, address, begun.look().id, ENGLISH)
    assert ends in play(again, services.catalog[game], monkeypatch, Typist(*wanted))
    assert services.ledger.table(begun.look().id).status == "over"


def test_all_legal_actions_are_listed_also_of_a_server_that_shows_the_first(services, address, monkeypatch):
    monkeypatch.setattr("service.games.views.LEGAL_LIMIT", 1)
    client = Nightledger(address, services.accounts.create("Ann")[1].secret)
    begun = Served.begin(client, address, Wanted("pig", {}, 2, []), ENGLISH)
    seen = begun.look()
    assert ([action["type"] for action in seen.legal], seen.legal_complete) == (["roll", "hold"], True)


def test_a_server_without_room_for_one_who_waits_is_not_asked_again_at_once(services, monkeypatch):
    app, slept = create_app(services), []
    room = app.extensions[WAITING_ROOM] = WaitingRoom(1)
    monkeypatch.setattr("service.cli._terminal.served.time.sleep", slept.append)
    secret = services.accounts.create("Ann")[1].secret
    with Nightledger("http://localhost", secret, transport=WSGITransport(app=app)) as client, room.place("bob"):
        game = Served.begin(client, "http://localhost", Wanted("pig", {}, 2, ()), ENGLISH)
        game.wait(game.look())
    assert slept == [1.0]


def test_a_game_on_the_server_that_is_not_the_token_s_is_refused_in_a_line(services, address, home):
    secret = services.accounts.create("Ann")[1].secret
    nothing = "6f9619ff-8b86-4d11-b42d-00cf4fc964ff"
    done = CliRunner().invoke(cli, ["play", nothing, "--server", address, "--token", secret])
    assert (done.exception.code, done.exception.reason) == ("not-found", "there is no such game")
    begun = run("pig", "--ai", "", "--people", 2, "--server", address, "--token", secret, answers="q\n")
    [again] = re.findall(r"nightledger play --server \S+ (\S+)", begun)
    assert again in run("--server", address, "--token", secret)
    assert "The game was left" in run(again, "--server", address, "--token", secret, answers="1\nq\n")
    assert services.ledger.table(again).version > 4


def test_a_person_plays_in_the_terminal(home, tmp_path):
    file = tmp_path / "game.json"
    answers = "?\nnonsense\n99\n" + '{"type": "roll"}\n' + "1\n2\n" * 400
    said = run("pig", "--ai", "random", "--options", '{"goal": 3}', "--record", file, answers=answers)
    assert "words that an answer has" in said
    assert re.search(r"^1\. (Player 1|Beginner \(AI\))", said, re.MULTILINE)
    audited = CliRunner().invoke(cli, ["audit", str(file)])
    assert "consistent" in audited.output


def test_a_number_out_of_range_says_so_and_words_find_an_action(home):
    said = run("pig", "--ai", "random", answers="99\n0\nroLL\nq\n")
    assert "there is no 99: choose from 1 to 2" in said
    assert "there is no 0: choose from 1 to 2" in said
    assert said.count("1 Roll") == 2, "once in the list, once as what was found"


NESTED = '{"a":' * 9_000
"""Deeper than a program reads."""


def test_a_word_in_the_place_of_json_and_an_action_against_the_rules_change_nothing(home):
    answers = ["{", "[]", '{"type": "fly"}', "{}", '{"type": []}', '{"type": NaN}', '{"type": "\\ud800"}', NESTED, "q"]
    said = run("pig", "--ai", "random", answers="\n".join([*answers, ""]))
    assert "this is no action: not JSON" in said
    assert "nested too deep" in said
    assert said.count("an action is a JSON object with a type") == 2
    assert "The game was left" in said


def test_an_action_without_a_type_and_one_that_nests_too_deep_change_nothing_on_a_server(services, address, home):
    secret = services.accounts.create("Ann")[1].secret
    words = ("pig", "--ai", "", "--people", 2, "--server", address, "--token", secret)
    said = run(*words, answers=f'{{}}\n{NESTED}\n{{"type": "\\ud800"}}\nq\n')
    assert "an action is a JSON object with a type" in said
    assert "nested too deep" in said
    assert "The game was left" in said


def test_what_a_server_is_sent_without_a_type_it_refuses(services, address):
    client = Nightledger(address, services.accounts.create("Ann")[1].secret)
    begun = Served.begin(client, address, Wanted("pig", {}, 2, []), ENGLISH)
    assert refusal(begun.act, begun.look(), {}) == "malformed"


@pytest.mark.parametrize(
    ("server", "token", "said"),
    [
        ("http://[::1", "abc", "this is no address"),
        ("http://host:port", "abc", "this is no address"),
        ("http://example..org", "abc", "this is no address"),
        ("http://127.0.0.1:1", "schlüssel", "a token is"),
        ("http://127.0.0.1:1", "a\nb", "a token is"),
    ],
)
def test_an_address_or_a_token_that_cannot_be_one_is_refused_in_a_line(home, server, token, said):
    assert said in run("--server", server, "--token", token, code=2)


def test_options_that_nest_too_deep_are_refused_in_a_line(home):
    assert "nested too deep" in run("pig", "--options", NESTED, code=2)


def test_keys_show_cards_rules_and_the_log(home):
    said = run("nightfall", "--ai", "random", answers="c\nc vulko\nr\nl\nh\nq\n")
    assert "(Card)" in said
    assert "Vulko" in said
    assert "these keys" in said


def test_a_last_action_is_taken_back_where_the_rules_of_takebacks_allow_it(home):
    said = run("darkness", "--ai", "", "--people", 1, answers="b\n1\nb\nq\n")
    assert "There is nothing that you could take back." in said


def test_what_is_not_listed_as_a_whole_is_put_together_in_a_form(home):
    # What follows the first throw is up to the dice: mostly a walk, in a few games the game asks something else first.
    begun_games = (run("darkness", "--ai", "", answers="1\n1\n1\nq\n") for _ in range(20))
    listed = next(told for told in begun_games if "Another way" in told)
    [number] = re.findall(r"^ *(\d+) Another way", listed, re.MULTILINE)
    [begun] = re.findall(r"play (\w+)$", listed.strip())
    said = run(begun, answers=f"{number}\n-\nq\n")
    assert "- leaves the form" in said
    assert "Nothing was done." in said


def test_the_terminal_speaks_the_language_of_its_environment(home):
    assert language_of({"LANG": "de_AT.UTF-8"}) == "de"
    assert language_of({"LC_ALL": "C", "LANG": "fr_FR"}) == "en"
    assert language_of({}) == "en"
    said = run("nightfall", "--ai", "random", "--language", "de", answers="q\n")
    assert "Spieler 1: Wähle eine Karte" in said
    assert "Die Partie wurde verlassen" in said


def test_variables_of_the_command_line_are_no_settings_that_are_refused(home, monkeypatch):
    monkeypatch.setenv("NIGHTLEDGER_TOKEN", "secret")
    monkeypatch.setenv("NIGHTLEDGER_TRACEBACK", "1")
    assert "The game was left" in run("pig", "--ai", "random", answers="q\n")


def test_there_are_no_colours_without_a_terminal(home):
    assert "\x1b[" not in run("nightfall", "--ai", "random", answers="q\n")


def test_games_that_were_left_are_listed_and_unknown_ones_refused(home):
    left_at = re.search(r"nightledger play (\w+)", run("pig", "--ai", "random", answers="q\n"))[1]
    assert f"nightledger play {left_at}  pig" in run()
    assert "unknown game" in run("chess", code=2)
    assert "unknown level" in run("pig", "--ai", "genius", code=2)


def test_a_game_is_in_one_terminal_at_a_time(services, tmp_path):
    begun = Alone.begin(services.catalog, tmp_path, Wanted("pig", {}, 2, []), ENGLISH)
    [path] = left(tmp_path)
    assert refusal(Save.open, path) == "illegal"
    begun.close()
    Save.open(path).close()


def test_games_are_listed_also_where_one_is_open_in_another_terminal_or_damaged(services, home):
    folder, wanted = home / "terminal", Wanted("pig", {}, 2, [])
    cut = Alone.begin(services.catalog, folder, wanted, ENGLISH)
    cut.close()
    [path] = left(folder)
    path.write_bytes(path.read_bytes().splitlines(keepends=True)[0])
    (folder / "00000000-0000.game").touch()
    is_left, is_open = (Alone.begin(services.catalog, folder, wanted, ENGLISH) for _ in range(2))
    is_left.close()
    listed = run()
    assert f"{is_left.command}  pig\n" in listed
    assert f"{is_open.command}  pig, in another terminal\n" in listed
    assert f"{cut.command}  pig, damaged\n" in listed
    assert "nightledger play 00000000  damaged\n" in listed
    assert "To begin: nightledger play " in listed
    is_open.close()
    assert f"{is_open.command}  pig\n" in run()


def test_a_list_changes_no_file(services, home):
    Alone.begin(services.catalog, home / "terminal", Wanted("pig", {}, 2, []), ENGLISH).close()
    [path] = left(home / "terminal")
    with path.open("ab") as file:
        file.write(b"[what a kill has left")
    before = path.read_bytes()
    run()
    assert path.read_bytes() == before


def test_a_game_whose_beginning_could_not_be_stored_is_none(services, tmp_path, monkeypatch):
    def no_room(self, entries):
        raise OSError(errno.ENOSPC, "no room")

    monkeypatch.setattr(Save, "append", no_room)
    with pytest.raises(OSError, match="no room"):
        Alone.begin(services.catalog, tmp_path, Wanted("pig", {}, 2, []), ENGLISH)
    assert left(tmp_path) == []


def test_what_a_kill_has_left_of_a_command_is_dropped(services, tmp_path):
    begun = Alone.begin(services.catalog, tmp_path, Wanted("pig", {}, 2, []), ENGLISH)
    begun.act(begun.look(), {"type": "roll"})
    seen = begun.look()
    begun.close()
    [path] = left(tmp_path)
    with path.open("ab") as file:
        file.write(b'[[{"version":')
    again = Alone(services.catalog, Save.open(path), ENGLISH)
    assert again.look() == seen
    again.act(seen, {"type": "roll"})
    again.close()
    assert Alone(services.catalog, Save.open(path), ENGLISH).look().version > seen.version


def test_on_a_pseudo_terminal_a_game_goes_on_after_the_process_was_killed(home):
    def begin(*words):
        ours, theirs = pty.openpty()
        command = [sys.executable, "-m", "service.cli", "play", *words]
        process = subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, close_fds=True)
        os.close(theirs)
        return process, os.fdopen(ours, "r+b", buffering=0)

    def read_to(screen, what):
        read = b""
        while what not in read:
            read += screen.read(4096)
        return read.decode()

    process, screen = begin("pig", "--ai", "", "--people", "2")
    said = read_to(screen, b"s1> ")
    assert "\x1b[" in said, "a terminal has colours"
    screen.write(b"1\n")
    read_to(screen, b"> ")
    process.send_signal(signal.SIGKILL)
    process.wait()
    [path] = left(home / "terminal")
    process, screen = begin(path.name[:8])
    read_to(screen, b"> ")
    screen.write(b"l\n")
    assert "Die rolled" in read_to(screen, b"> ")
    screen.write(b"q\n")
    assert process.wait() == 0
