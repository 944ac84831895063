"""The command line as a whole, and `nightledger db init`."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from domain.games.darkness.data import FILE
from service.bootstrap import build
from service.cli import cli, main
from service.operation.trouble import AWAY_STATUS
from service.secret import make_secret
from service.settings import SettingsError
from service.store.event_store import executing
from service.store.recorder import EVENT_CATALOGUE
from tests.installation import GAMES, prepare
from tests.service.command_tree import commands

CATALOGUE = "UPDATE installation SET value=:value WHERE key='event catalogue'"


def test_every_command_is_reached_by_its_name_and_shows_an_example() -> None:
    for path, command in commands(cli):
        shown = CliRunner().invoke(cli, [*path, "--help"], prog_name="nightledger")
        assert shown.exit_code == 0
        assert "Example: " in shown.output, f"nightledger {' '.join(path)} --help shows no example"
        assert path[-1:] == () or command.name == path[-1]


@pytest.mark.parametrize(
    "command",
    [
        "golden make nightfall --rounds 0",
        "golden add nightfall --rounds -1",
        "data tune-ratings nightfall --seats 0",
        "simulate nightfall --games 0",
        "games digest --out /dev/null --samples -1",
    ],
)
def test_a_number_of_nothing_is_refused(command: str) -> None:
    refused = CliRunner().invoke(cli, command.split())
    assert (refused.exit_code, "is not in the range" in refused.output) == (2, True), refused.output


def test_an_unknown_command_is_refused() -> None:
    assert CliRunner().invoke(cli, ["db.init"]).exit_code == 2


def test_a_command_of_a_group_is_reached_through_its_group_alone() -> None:
    assert CliRunner().invoke(cli, ["league", "recompute", "--help"]).exit_code == 0
    assert CliRunner().invoke(cli, ["recompute", "--help"]).exit_code == 2
    assert CliRunner().invoke(cli, ["_recompute", "--help"]).exit_code == 2


def test_a_folder_without_an_installation_is_named_and_what_to_do(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setenv("NIGHTLEDGER_HOME", str(tmp_path))
    monkeypatch.setattr(sys, "argv", ["nightledger", "reports", "list"])

    with pytest.raises(SystemExit) as ended:
        main()

    assert ended.value.code == 2
    assert capsys.readouterr().err == (
        f"nightledger: there is no installation in {tmp_path}: name its folder in NIGHTLEDGER_HOME,"
        " or run `nightledger db init` to make one\n"
    )


def test_a_setting_that_makes_no_sense_is_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("NIGHTLEDGER_PORT", "none")
    monkeypatch.setattr(sys, "argv", ["nightledger", "db", "init"])

    with pytest.raises(SystemExit) as ended:
        main()

    assert ended.value.code == 2
    assert capsys.readouterr().err == "nightledger: NIGHTLEDGER_PORT: 'none' is no port from 1 to 65533\n"


def test_a_database_that_is_away_is_one_line_and_an_exit_status_of_its_own(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setenv("NIGHTLEDGER_HOME", str(tmp_path))
    monkeypatch.setenv("NIGHTLEDGER_DATABASE_URL", "postgresql://ann:secret@127.0.0.1:1/nightledger")
    monkeypatch.setattr(sys, "argv", ["nightledger", "db", "init"])

    with pytest.raises(SystemExit) as ended:
        main()

    assert ended.value.code == AWAY_STATUS
    said = capsys.readouterr().err
    assert said.startswith("nightledger: NIGHTLEDGER_DATABASE_URL: ")
    assert said.count("\n") == 1


def test_db_init_makes_home_and_secret_and_may_be_repeated(tmp_path: Path) -> None:
    home = tmp_path / "new" / "home"

    def init() -> None:
        done = CliRunner().invoke(cli, ["db", "init"], env={"NIGHTLEDGER_HOME": str(home)})
        assert (done.exit_code, done.output) == (0, "")

    init()
    secret = home / "secret"
    content = secret.read_text()
    assert len(bytes.fromhex(content)) == 32
    assert secret.stat().st_mode & 0o777 == 0o600
    assert home.stat().st_mode & 0o777 == 0o700

    init()
    assert secret.read_text() == content
    assert not list(home.glob("secret.*"))


@pytest.fixture
def open_umask():
    """Whatever is made may be read by all, unless it is made otherwise."""
    before = os.umask(0o022)
    yield
    os.umask(before)


@pytest.mark.parametrize(
    "first",
    [
        ["play", "pig", "--ai", "random"],
        ["data", "install", "darkness", str(FILE)],
        ["db", "init"],
    ],
    ids=lambda first: f"{first[0]}-{first[1]}",
)
@pytest.mark.usefixtures("open_umask")
def test_whichever_command_makes_the_home_it_is_its_account_s_alone(tmp_path: Path, first: list[str]) -> None:
    home = tmp_path / "new" / "home"
    CliRunner().invoke(cli, first, env={"NIGHTLEDGER_HOME": str(home), "NIGHTLEDGER_EXTRA_GAMES": GAMES}, input="q\n")
    modes = {path.name: path.stat().st_mode & 0o777 for path in (home, *home.iterdir()) if path.is_dir()}
    assert modes
    assert {*modes.values()} == {0o700}


def test_a_home_that_cannot_be_made_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").touch()

    refused = CliRunner().invoke(cli, ["db", "init"], env={"NIGHTLEDGER_HOME": str(tmp_path / "file" / "home")})

    assert refused.exit_code == 1
    assert refused.output == f"Error: {tmp_path / 'file' / 'home'}: Not a directory\n"


def test_two_that_make_the_secret_agree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    secret = tmp_path / "secret"
    monkeypatch.setattr(Path, "exists", lambda path: False)

    make_secret(secret)
    first = secret.read_text()
    make_secret(secret)

    assert secret.read_text() == first


@pytest.mark.parametrize("kept", ["", "\n", "5e", "5e" * 31, "5e" * 33, "no hex"])
def test_no_installation_is_made_with_a_secret_that_is_cut_off(tmp_path: Path, kept: str) -> None:
    (tmp_path / "secret").write_text(kept)

    with pytest.raises(SettingsError, match="holds no secret"):
        prepare(tmp_path)
    assert not (tmp_path / "events.sqlite").exists()


def test_an_upgrade_says_which_number_the_events_have_now(tmp_path):
    settings = prepare(tmp_path / "home")
    services = build(settings)
    services.store.write(executing(CATALOGUE, value=EVENT_CATALOGUE - 1))
    services.close()
    told = [
        CliRunner().invoke(cli, ["db", "upgrade"], env={"NIGHTLEDGER_HOME": str(tmp_path / "home")}) for _ in range(2)
    ]
    assert [result.output for result in told] == [
        f"event catalogue {EVENT_CATALOGUE - 1} raised to {EVENT_CATALOGUE}\n",
        f"event catalogue {EVENT_CATALOGUE}\n",
    ]


def test_a_program_that_stores_other_events_than_those_before_it_does_not_start_before_the_upgrade(tmp_path):
    settings = prepare(tmp_path / "home")
    services = build(settings)
    services.store.write(executing(CATALOGUE, value=EVENT_CATALOGUE - 1))
    services.close()
    environ = {"NIGHTLEDGER_HOME": str(tmp_path / "home")}
    assert CliRunner().invoke(cli, ["db", "init"], env=environ).exit_code == 0
    with pytest.raises(SettingsError, match="an earlier release has left it: run `nightledger db upgrade`"):
        build(settings)
    assert CliRunner().invoke(cli, ["db", "upgrade"], env=environ).exit_code == 0
    build(settings).close()


def test_an_older_program_cannot_upgrade_a_newer_store(tmp_path):
    settings = prepare(tmp_path / "home")
    services = build(settings)
    services.store.write(executing(CATALOGUE, value=EVENT_CATALOGUE + 1))
    services.close()
    refused = CliRunner().invoke(cli, ["db", "upgrade"], env={"NIGHTLEDGER_HOME": str(tmp_path / "home")})
    assert refused.exit_code == 1
    assert f"the store has event catalogue {EVENT_CATALOGUE + 1}" in refused.output
