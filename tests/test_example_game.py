"""A game of another distribution, found by its entry point alone, has all that the program's own games have.

What every game has is tested where the others are: secrecy, snapshots, forgeries before both verifiers, the audit of
leagues, and clocks, takebacks, previews, standing orders and practice (`tests/service/games/test_games_alike.py`).
"""

import json
import re

import pytest
from click.testing import CliRunner

from builder.writer import modules
from domain.audit import CONSISTENT, REFUSED
from domain.league import points
from domain.log.canon import canonical
from domain.records.export import Record
from nightledger_oh_hell.game import OhHell
from service.app.application import create_app
from service.bootstrap import build
from service.cli import cli
from service.dev.verb_page import verb_table
from service.games.shapes import NewGame
from tests.distributions import EXAMPLES, bring_example
from tests.domain.league.by_hand import column
from tests.installation import prepare
from tests.league.bots import play_on
from tests.league.seasons import Seasons
from tests.service.api.conftest import API, Caller
from tests.service.playing import AI, ME
from tests.service.web.playing import answer_for_ais
from tests.service.web.visitor import Visitor
from tests.service.web.words import said_on, untranslated
from tests.streams import random_bytes
from tests.verifier.both import Both

OPTIONS = {"cards": 3}
BOTS = ("s2", "s3")
PO = EXAMPLES / "oh_hell/nightledger_oh_hell/po"
PIECE = re.compile(r'class="piece \w+" role="img" aria-label="([^"]+)"')


@pytest.fixture(autouse=True, scope="module")
def installed(tmp_path_factory):
    """The example beside the program."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(bring_example(tmp_path_factory.mktemp("site"), "oh_hell"))
        yield


@pytest.fixture(scope="module")
def services(installed, tmp_path_factory):
    """One installation for the tests of this module, each of which has a game of its own."""
    home = tmp_path_factory.mktemp("example") / "home"
    services = build(prepare(home, NIGHTLEDGER_EXTRA_GAMES=""), entropy=random_bytes(b"example"))
    yield services
    services.close()


@pytest.fixture(scope="module")
def app(services):
    return create_app(services)


@pytest.fixture(scope="module")
def caller(app):
    """Somebody who calls the API."""
    client = app.test_client()
    return Caller(client, "Cy", client.post(f"{API}/accounts", json={"name": "Cy"}).json["token"])


@pytest.fixture(scope="module")
def visitor(app):
    """Somebody who looks at pages."""
    visitor = Visitor(app)
    visitor.sign_up("Ann")
    return visitor


@pytest.fixture
def game(services, visitor):
    """A game of the visitor's against two bots."""
    account = services.accounts.by_name("Ann").id
    return services.ledger.open_game(account, NewGame("oh-hell", [ME, AI, AI], OPTIONS))


def hand(services, game, seat="s1"):
    """The names of the cards that a seat holds, in the order of its hand."""
    table = services.ledger.table(game)
    labels = table.game.describe().labels["en"]
    return [labels[card] for card in table.state.hands[seat]]


def test_a_person_plays_it_by_the_api(services, caller):
    game = caller.open_game(ME, AI, AI, game="oh-hell", options=OPTIONS)
    assert [action["tricks"] for action in game["legal"]] == [0, 1, 2, 3]
    assert [seat["hand"] is not None for seat in game["table"]["seats"].values()] == [True, False, False]
    while game["status"] == "running":
        assert caller.act(game, game["legal"][-1], decision=game["decision"]).status_code == 200
        answer_for_ais(services, game["id"], BOTS)
        game = caller.look(game)
    assert sorted(game["result"]["places"]) == ["s1", "s2", "s3"]
    assert len(game["why"]) == 3


def test_what_its_rules_refuse_is_refused_with_a_reason(caller):
    game = caller.open_game(ME, AI, AI, game="oh-hell", options=OPTIONS)
    refused = caller.act(game, {"type": "bid", "tricks": 4}, decision=game["decision"])
    assert (refused.status_code, refused.json["code"]) == (409, "illegal")
    assert "from 0 to 3" in refused.text
    assert "3 to 5 seats" in caller.post("/games", {"game": "oh-hell", "seats": [ME, AI]}).text


def test_its_rules_and_data_are_told_by_the_api(services, caller):
    caller.open_game(ME, AI, AI, game="oh-hell", options=OPTIONS)
    told = caller.get("/rules/oh-hell").json
    assert (told["seats"], sorted(told["verbs"])) == ({"min": 3, "max": 5}, ["bid", "play"])
    [sha256] = told["data"].values()
    assert caller.get(f"/rules/oh-hell/files/{sha256}").json["text"] == services.catalog["oh-hell"].data_file(sha256)


def test_its_verbs_are_told_by_the_command():
    told = CliRunner().invoke(cli, ["rules", "verbs"]).output
    assert verb_table(OhHell().describe()) in told


def test_its_page_shows_the_hand_and_a_click_plays_a_card(services, visitor, game):
    held = hand(services, game)
    page = visitor.open(f"/games/{game}")
    assert PIECE.findall(page.text) == held
    assert "How many tricks will you take?" in page.text

    visitor.send(page.answer, page.answer.button("Bid 1"))
    answer_for_ais(services, game, BOTS)
    page = visitor.open(f"/games/{game}")
    playable = services.ledger.view(game, services.accounts.by_name("Ann").id).legal
    assert page.text.count('form="answer" name="action" value=\'{"card') == len(playable)
    assert re.search(r"The bids are shown: Ann 1", page.text)

    page = visitor.send(page.answer, page.answer.button(f"Play {held[0]}"))
    assert f"Ann plays {held[0]}" in page.text


def test_its_page_is_in_the_language_of_its_reader_throughout(services, app):
    reader = Visitor(app)
    reader.sign_up("Ola")
    account = services.accounts.by_name("Ola").id
    services.accounts.change(account, language="pl")
    game = services.ledger.open_game(account, NewGame("oh-hell", [ME, AI, AI], OPTIONS))
    said = said_on(reader.open(f"/games/{game}").text)
    assert untranslated(services.catalog["oh-hell"], said) == set()
    assert {"Atut", "Rozdania", "Ile lew weźmiesz?"} <= said


def test_its_catalogues_are_brought_up_to_what_it_says(tmp_path):
    lying, folder = PO / "de.po", tmp_path / "po"
    folder.mkdir()
    left_out = lying.read_text("utf-8").replace('msgid "Trump"\nmsgstr "Trumpf"\n', "")
    (folder / "de.po").write_text(left_out, "utf-8")
    told = CliRunner().invoke(cli, ["messages", "oh-hell", str(folder)]).output.splitlines()
    assert f"{folder / 'de.po'}: 87 messages, 1 without a translation" in told
    assert f"{folder / 'pl.po'}: 87 messages, 87 without a translation" in told
    assert (folder / "de.po").read_text("utf-8") == lying.read_text("utf-8").replace('msgstr "Trumpf"', 'msgstr ""')
    assert CliRunner().invoke(cli, ["messages", "nightfall", str(folder)]).exit_code == 2


def test_commands_for_authors_know_it():
    for command in (["lessons", "check", "oh-hell"], ["puzzle", "list", "oh-hell"]):
        done = CliRunner().invoke(cli, command)
        assert (done.exit_code, done.output) == (0, ""), command
    unknown = CliRunner().invoke(cli, ["lessons", "check", "go"])
    assert unknown.exit_code == 2
    assert "unknown game; there are nightfall" in unknown.output


def test_its_pages_tell_a_spectator_no_card_of_a_hand(services, visitor, app, game):
    page = Visitor(app).open(f"/games/{game}")
    assert PIECE.findall(page.text) == []
    assert not [card for seat in ("s1", *BOTS) for card in hand(services, game, seat) if card in page.text]


def test_its_replay_shows_the_table_as_it_was(services, visitor, game):
    held, version = hand(services, game), services.ledger.table(game).version
    visitor.send(visitor.open(f"/games/{game}").answer, ("action", '{"tricks":1,"type":"bid"}'))
    answer_for_ais(services, game, BOTS)
    assert PIECE.findall(visitor.open(f"/games/{game}/replay?at={version}").text) == held


def test_bots_play_it_to_the_end_and_both_verifiers_judge_its_record(services, visitor, tmp_path):
    account = services.accounts.by_name("Ann").id
    game = services.ledger.open_game(account, NewGame("oh-hell", [{"ai": "greedy"}, AI, AI], OPTIONS))
    play_on(services, game)
    record = Record(**services.ledger.record(game))
    both = Both(tmp_path)
    assert both(record.encode()) == (CONSISTENT, CONSISTENT)
    assert both(record.encode().replace(b'"tricks":1', b'"tricks":2', 1)) == (REFUSED, REFUSED)


def test_a_season_of_a_league_has_standings_with_its_tie_breaks(tmp_path):
    """The points of its games are what `tally` adds up, and here the highest sum is the best."""
    seasons = Seasons(tmp_path / "league")
    plan = {"seats": 3, "divisions": [{"name": "A", "size": 6}], "tiebreaks": ["tally"]}
    league_id = seasons.open("oh-hell", **plan, stages=[{"kind": "swiss", "rounds": 2}], options={"cards": 2})
    seasons.begin_season(league_id, 6)
    seasons.play_season(league_id)
    [stage] = seasons.look(league_id, lambda league: list(league.season.stages.values()))
    seasons.close()
    tally = column(stage.standings, "tally")
    order = [(points.read(line.points), tally[line.entrant]) for line in stage.standings]
    assert len(order) == 6
    assert order == sorted(order, reverse=True)
    assert max(tally.values()) > 0


def test_its_actions_and_options_are_in_the_document_of_which_the_client_is_made(caller):
    document = caller.get("/openapi.json").json
    schemas = document["components"]["schemas"]
    assert schemas["OhHellBid"]["properties"]["tricks"] == {"type": "integer"}
    assert {"$ref": "#/components/schemas/OhHellAction"} in schemas["Action"]["anyOf"]
    assert schemas["OhHellOptions"]["properties"]["cards"]["maximum"] == 10
    for name, text in modules(document).items():
        compile(text, name, "exec")


def test_it_is_played_in_the_terminal():
    game = ("play", "oh-hell", "--ai", "random,random", "--options", json.dumps({"cards": 2}))
    done = CliRunner().invoke(cli, game, input="1\n" * 20)
    assert done.exit_code == 0, done.output
    assert "Player 1: How many tricks will you take?" in done.output
    assert "has won with" in done.output


def test_its_record_is_taken_in_by_another_installation(services, visitor, tmp_path):
    account = services.accounts.by_name("Ann").id
    game = services.ledger.open_game(account, NewGame("oh-hell", [AI, AI, AI], OPTIONS))
    play_on(services, game)
    there = build(prepare(tmp_path / "there", NIGHTLEDGER_EXTRA_GAMES=""))
    taken = there.imports.take_in(there.accounts.create("Bob")[0].id, canonical(services.ledger.record(game)))
    assert there.imports.view(taken.id).table == services.ledger.view(game).table
    there.close()
