"""`nightledger account`."""

import pytest
from click.testing import CliRunner

from service.cli.account import command
from tests.installation import GAMES, install


@pytest.fixture
def installed(tmp_path, monkeypatch):
    monkeypatch.setenv("NIGHTLEDGER_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("NIGHTLEDGER_EXTRA_GAMES", GAMES)
    services = install(tmp_path / "home")
    yield services
    services.close()


def create(*arguments, **how):
    return CliRunner().invoke(command, ["create", *arguments], **how)


def test_the_printed_token_logs_the_account_in(installed):
    result = create("Marie")
    assert result.exit_code == 0
    assert installed.accounts.authenticate(result.stdout.strip()) == installed.accounts.by_name("marie").id


def test_a_password_may_be_given_too(installed):
    result = create("Marie", "--password", input="correct horse\ncorrect horse\n")
    assert result.exit_code == 0
    marie = installed.accounts.by_name("Marie")
    assert installed.accounts.authenticate(installed.accounts.login("Marie", "correct horse").secret) == marie.id


def test_a_taken_name_is_an_error_in_one_line(installed):
    create("Marie")
    result = create("MARIE")
    assert (result.exit_code, result.output) == (1, "Error: the name 'MARIE' is taken\n")
