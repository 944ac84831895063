"""`nightledger projections`: exit status and what is printed."""

import pytest
from click.testing import CliRunner

from service.bootstrap import build
from service.cli.projections import command
from service.games.shapes import NewGame
from tests.installation import GAMES, prepare


@pytest.fixture
def home(tmp_path):
    """An installation with a game whose read models are behind the log."""
    settings = prepare(tmp_path / "home")
    services = build(settings)
    ann = services.accounts.create("ann")[0].id
    services.ledger.open_game(ann, NewGame(game="pig", seats=[{"account": "me"}, {"ai": "random"}]))
    services.close()
    return settings.home


def run(home, *arguments):
    environ = {"NIGHTLEDGER_HOME": str(home), "NIGHTLEDGER_EXTRA_GAMES": GAMES}
    return CliRunner(env=environ).invoke(command, arguments)


def spoil(home):
    services = build(prepare(home))
    with services.read_models.database.writing() as db:
        db.execute("UPDATE inbox_games SET status = 'void'")
    services.close()


def test_rebuild_brings_all_projections_up_to_the_log(home):
    result = run(home, "rebuild")
    told = result.output.splitlines()
    assert result.exit_code == 0
    assert {line.partition(": ")[2] for line in told} == {"rebuilt up to event 9"}
    assert {"inbox", "scores", "series", "leagues"} <= {line.partition(": ")[0] for line in told}


def test_verify_agrees_with_what_is_untouched(home):
    run(home, "rebuild")
    result = run(home, "verify")
    assert result.exit_code == 0
    assert {line.partition(": ")[2] for line in result.output.splitlines()} == {"agrees with the log"}


def test_verify_tells_what_differs_and_rebuild_repairs_it(home):
    run(home, "rebuild")
    spoil(home)
    result = run(home, "verify", "inbox")
    assert result.exit_code == 1
    assert "inbox: differs from the log" in result.output
    assert '"status": "void"' in result.output
    run(home, "rebuild", "inbox")
    assert run(home, "verify").exit_code == 0


def test_an_unknown_projection_is_refused(home):
    result = run(home, "rebuild", "outbox")
    assert result.exit_code == 2
    assert "there are inbox, scores" in result.output
