"""An installation's own data file: new games are played with it, others with what they began with."""

from contextlib import closing

import pytest
from click.testing import CliRunner

from domain.audit import CONSISTENT, PREFIX, audit
from domain.games.nightfall.data import built_in as cards
from domain.log.canon import canonical
from domain.records.export import read
from nightledger_oh_hell.data import built_in
from service.bootstrap import build
from service.cli import cli
from service.games.shapes import NewGame
from service.settings import SettingsError
from tests.distributions import games_of
from tests.installation import prepare
from tests.league.bots import play_on
from tests.service.playing import AI, ME

GAMES = {"NIGHTLEDGER_EXTRA_GAMES": ",".join(f"{game}={place}" for game, place in games_of("oh_hell").items())}
TEXT = built_in().decode()
OURS = TEXT.replace("bonus = 10", "bonus = 12")


@pytest.fixture
def settings(tmp_path):
    return prepare(tmp_path / "home", **GAMES)


@pytest.fixture
def install(settings, tmp_path):
    """Runs `data install` with this text: exit code and what is told."""

    def run(game, text, *options):
        (tmp_path / "file.toml").write_text(text)
        environ = {"NIGHTLEDGER_HOME": str(settings.home), **GAMES}
        done = CliRunner().invoke(cli, ["data", "install", game, str(tmp_path / "file.toml"), *options], env=environ)
        return done.exit_code, done.output

    return run


def open_game(services, account, *seats):
    return services.ledger.open_game(account, NewGame("oh-hell", list(seats), {"cards": 2}))


def bonus(services, game):
    return services.ledger.table(game).state.deck.bonus


def test_new_games_are_played_with_it_and_old_ones_with_their_own(settings, install):
    assert OURS != TEXT
    with closing(build(settings)) as before:
        ann = before.accounts.create("Ann")[0].id
        running, over = (open_game(before, ann, *seats) for seats in ((ME, AI, AI), (AI, AI, AI)))
        play_on(before, over)

    status, told = install("oh-hell", OURS)
    assert (status, told.split(": ")[0]) == (0, str(settings.home / "data/oh-hell.toml"))

    with closing(build(settings)) as after:
        new = open_game(after, ann, AI, AI, AI)
        play_on(after, new)
        assert [bonus(after, game) for game in (running, over, new)] == [10, 10, 12]
        for game, judged in ((running, PREFIX), (over, CONSISTENT), (new, CONSISTENT)):
            record = read(canonical(after.ledger.record(game)))
            assert audit(record, after.catalog).code == judged
            assert list(record.files.values()) == [OURS if game == new else TEXT]


def test_without_it_those_that_began_with_it_go_on(settings, install):
    install("oh-hell", OURS)
    with closing(build(settings)) as services:
        ann = services.accounts.create("Ann")[0].id
        game = open_game(services, ann, ME, AI, AI)
    (settings.home / "data/oh-hell.toml").unlink()
    with closing(build(settings)) as services:
        assert bonus(services, game) == 12
        assert bonus(services, open_game(services, ann, ME, AI, AI)) == 10


def test_what_is_not_fit_is_not_installed(settings, install):
    install("oh-hell", OURS)
    assert install("oh-hell", TEXT.replace("bonus = 10", "bonus = 0")) == (1, "a bid that is made brings something\n")
    assert (settings.home / "data/oh-hell.toml").read_text() == OURS
    assert install("chess", TEXT)[0] == 2


@pytest.mark.parametrize("name", ["built-in", "../x", "Printed", ""])
def test_a_card_set_is_installed_under_a_name(settings, install, name):
    assert install("nightfall", cards().decode(), "--name", name)[0] == 2
    assert install("nightfall", cards().decode(), "--name", "our-box")[0] == 0
    assert (settings.home / "cards/our-box.toml").read_bytes() == cards()


@pytest.mark.parametrize(
    ("game", "text", "told"),
    [
        ("oh-hell", TEXT.replace("bonus = 10", "bonus = 0"), "a bid that is made brings something"),
        ("oh-hell", "deck = ", "this is no deck"),
        ("nightfall", TEXT, "no game 'nightfall' that is played with a file of its own there"),
        ("chess", TEXT, "no game 'chess'"),
    ],
)
def test_one_that_is_laid_there_by_hand_and_is_not_fit_ends_the_start(settings, game, text, told):
    (settings.home / "data").mkdir()
    (settings.home / f"data/{game}.toml").write_text(text)
    with pytest.raises(SettingsError, match=told) as refused:
        build(settings)
    assert str(settings.home / f"data/{game}.toml") in str(refused.value)
