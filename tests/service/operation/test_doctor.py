"""The examination of an installation: what is wrong is named with its place, and what is well is not called wrong."""

import json
import sqlite3
from collections import namedtuple
from contextlib import closing
from random import Random
from uuid import UUID

import pytest
from click.testing import CliRunner

from service.bootstrap import build
from service.cli import cli
from service.operation.doctor import machine as of_machine
from service.operation.doctor.games import games
from service.operation.doctor.machine import GIB, machine
from service.operation.doctor.stored import SAMPLE, SKEW, stored
from tests.installation import prepare, settings_of
from tests.service.clocks import HandClock
from tests.service.playing import ME, ROLL, act, open_pig

Usage = namedtuple("Usage", "total used free")


@pytest.fixture
def opened(services, people):
    """As many games as are examined; in the last one somebody has moved."""
    opened = [open_pig(services.ledger, people["ann"], ME, ME) for _ in range(SAMPLE // 2)]
    act(services.ledger, people["ann"], opened[-1], ROLL)
    return opened


def wrongs(findings):
    """What is said to be wrong."""
    return [finding.says for finding in findings if finding.state == "wrong"]


def state_of(findings, examined):
    """The state of the one thing that was found of this."""
    [finding] = [finding for finding in findings if finding.examined == examined]
    return finding.state


def write_past_everything(services, statement, *values):
    with closing(sqlite3.connect(services.settings.events_path)) as db, db:
        assert db.execute(statement, values).rowcount == 1


def test_what_is_well_is_said_to_be(services, opened):
    found = [*machine(services.settings), *stored(services, Random(0))]
    assert wrongs(found) == []
    assert {state_of(found, part) for part in ("secret", "disk", "writes", "time", "chains")} == {"well"}


def test_an_event_that_was_altered_is_named(services, opened):
    version = services.ledger.table(opened[-1]).version
    write_past_everything(
        services,
        "UPDATE stored_events SET state=CAST(replace(CAST(state AS TEXT), '\"at\":', '\"at\":1') AS BLOB)"
        " WHERE originator_id=? AND originator_version=?",
        UUID(opened[-1]).hex,
        version,
    )
    says = f"event {version} of {opened[-1]} does not follow from its content and what was before it"
    assert wrongs(stored(services, Random(0))) == [says]


def test_a_log_that_lost_its_end_is_named_though_its_chain_is_whole(services, opened):
    services.ledger.close(opened[0], "void")
    version = services.ledger.table(opened[0]).version
    write_past_everything(
        services,
        "DELETE FROM stored_events WHERE originator_id=? AND originator_version=?",
        UUID(opened[0]).hex,
        version,
    )
    says = f"event {version} of {opened[0]} is not the one that the journal lists"
    assert wrongs(stored(services, Random(0))) == [says]


def test_a_clock_that_is_behind_what_is_stored_is_wrong(services, opened):
    slow = HandClock(services.clock() - SKEW - 10)
    with closing(build(services.settings, slow)) as behind:
        assert state_of(stored(behind, Random(0)), "time") == "wrong"


def test_a_secret_that_others_may_read_is_wrong(services):
    services.settings.secret_path.chmod(0o644)
    assert state_of(machine(services.settings), "secret") == "wrong"
    services.settings.home.chmod(0o755)
    assert state_of(machine(services.settings), "home") == "look"


@pytest.mark.parametrize(("free", "state"), [(GIB // 10, "wrong"), (GIB, "look"), (9 * GIB, "well")])
def test_the_room_on_the_disk_is_looked_at(services, monkeypatch, free, state):
    monkeypatch.setattr(of_machine.shutil, "disk_usage", lambda path: Usage(100 * GIB, 0, free))
    assert state_of(machine(services.settings), "disk") == state


@pytest.mark.parametrize(("pages", "state"), [(60_000, "look"), (120_000, "well")])
def test_the_memory_of_the_machine_is_looked_at(services, monkeypatch, pages, state):
    monkeypatch.setattr(of_machine.os, "sysconf", {"SC_PAGE_SIZE": 4096, "SC_PHYS_PAGES": pages}.__getitem__)
    assert state_of(machine(services.settings), "memory") == state


def test_data_files_that_are_not_fit_are_named(tmp_path):
    settings = prepare(tmp_path / "home")
    assert [finding.state for finding in games(settings)] == ["well", "well"]
    for folder in ("cards", "data"):
        (settings.home / folder).mkdir()
    (settings.home / "cards/ours.toml").write_text("card = 1")
    assert [(finding.examined, finding.state) for finding in games(settings)] == [("games", "well"), ("data", "look")]
    (settings.home / "data/darkness.toml").write_text("tile = 4")
    status, output = run(NIGHTLEDGER_HOME=str(settings.home))
    assert status == 1
    assert f"wrong  data: {settings.home}/data/darkness.toml: " in output
    assert "db init" not in output


def test_a_game_that_cannot_be_loaded_is_named(tmp_path):
    found = list(games(settings_of(tmp_path, NIGHTLEDGER_EXTRA_GAMES="go=nowhere:Go")))
    assert [(finding.examined, finding.state) for finding in found] == [("games", "wrong")]
    assert "the game 'go' cannot be loaded from nowhere:Go" in found[0].says


@pytest.mark.parametrize(
    ("environ", "state"),
    [
        ({}, "well"),
        ({"NIGHTLEDGER_PUBLIC_URL": "https://games.example.org"}, "look"),
        ({"NIGHTLEDGER_PROXIES": "1"}, "look"),
        ({"NIGHTLEDGER_PUBLIC_URL": "https://games.example.org", "NIGHTLEDGER_PROXIES": "1"}, "well"),
    ],
)
def test_address_and_proxies_are_compared(tmp_path, environ, state):
    assert state_of(machine(settings_of(tmp_path, **environ)), "address") == state


def run(*arguments, **environ):
    """The command in this environment: its exit status and what it prints."""
    result = CliRunner().invoke(cli, ["doctor", *arguments], env=environ)
    return result.exit_code, result.output


def test_the_command_says_what_to_do_and_tells_programs_by_its_status(services):
    home = {"NIGHTLEDGER_HOME": str(services.settings.home), "REDIS_URL": "unix:///nowhere"}
    status, output = run(**home)
    assert status == 0
    assert "look   redis: does not answer" in output
    services.settings.secret_path.chmod(0o644)
    status, output = run("--json", **home)
    assert status == 1
    [secret] = [one for one in map(json.loads, output.splitlines()) if one["examined"] == "secret"]
    assert (secret["state"], secret["do"]) == ("wrong", f"chmod 600 {services.settings.secret_path}")


def test_all_else_is_told_where_nothing_can_be_stored(services):
    home = {"NIGHTLEDGER_HOME": str(services.settings.home), "REDIS_URL": "unix:///nowhere"}
    with closing(sqlite3.connect(services.settings.events_path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        status, output = run(**home, NIGHTLEDGER_DATABASE_WAIT="0.01")
    assert status == 1
    assert "well   secret: " in output
    assert "wrong  writes: nothing can be stored" in output
    assert "well   chains: " in output


def test_all_else_is_told_where_an_event_cannot_be_read(services, opened):
    write_past_everything(
        services,
        "UPDATE stored_events SET state=X'7B7B' WHERE originator_id=? AND originator_version=2",
        UUID(opened[-1]).hex,
    )
    assert wrongs(stored(services, Random(0))) == [f"event 2 of {opened[-1]} cannot be read"]


def test_a_database_that_is_damaged_is_told_after_all_that_can_be_seen_without_it(services):
    home = {"NIGHTLEDGER_HOME": str(services.settings.home), "REDIS_URL": "unix:///nowhere"}
    services.settings.events_path.write_bytes(b"no database" * 1000)
    status, output = run(**home)
    assert status == 1
    assert "well   secret: " in output
    assert "wrong  store: " in output


def test_without_settings_or_a_store_it_says_so(tmp_path):
    assert run(NIGHTLEDGER_HOMER="x")[0] == 1
    status, output = run(NIGHTLEDGER_HOME=str(tmp_path / "nowhere"))
    assert status == 1
    assert "wrong  store: there is no installation" in output
