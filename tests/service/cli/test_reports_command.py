"""`nightledger reports`."""

import pytest
from click.testing import CliRunner

from service.cli.reports import command
from tests.installation import GAMES, install
from tests.service.playing import ME, OPEN, open_pig


@pytest.fixture
def reported(tmp_path, monkeypatch):
    """An installation in which Ann has reported what Bob said; and the report's id."""
    monkeypatch.setenv("NIGHTLEDGER_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("NIGHTLEDGER_EXTRA_GAMES", GAMES)
    services = install(tmp_path / "home", clock=lambda: 1_800_000_000)
    ann, bob = (services.accounts.create(name)[0].id for name in ("Ann", "Bob"))
    game_id = open_pig(services.ledger, ann, ME, OPEN)
    services.ledger.sit(bob, game_id)
    services.talk.say(bob, game_id, "something\nrude\x1b[2J")
    yield services, game_id, services.talk.report(ann, game_id, 1, "that is rude")
    services.close()


def test_reports_are_listed_with_nothing_that_steers_a_terminal(reported):
    _, game_id, report_id = reported
    result = CliRunner().invoke(command, ["list"])
    assert result.stdout.splitlines() == [
        f"{report_id}  2027-01-15 08:00 UTC  game {game_id} message 1",
        "  Bob said: something rude [2J",
        "  Ann reports: that is rude",
    ]


def test_a_settled_report_is_listed_no_more_and_the_words_are_gone(reported):
    services, game_id, report_id = reported
    assert CliRunner().invoke(command, ["settle", report_id, "--remove"]).exit_code == 0
    assert CliRunner().invoke(command, ["list"]).stdout == ""
    [message] = services.talk.messages(game_id, services.accounts.by_name("Ann").id)
    assert (message.by, message.text) == ("Bob", None)


def test_a_report_that_there_is_not_is_an_error_in_one_line(reported):
    result = CliRunner().invoke(command, ["settle", "nothing"])
    assert (result.exit_code, result.output) == (1, "Error: there is no such open report\n")
