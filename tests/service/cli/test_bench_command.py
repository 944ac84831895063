"""`nightledger bench`: every figure that is promised is printed, a JSON line each."""

import json
import os
import sqlite3
import subprocess
from contextlib import closing
from time import clock_gettime, process_time

import pytest
from click.testing import CliRunner

from service.cli.authors.bench import command
from service.dev.bench.api import cpu_clock

PIG = {"NIGHTLEDGER_EXTRA_GAMES": "pig=tests.pigs.pig:PIG"}


def figures(monkeypatch, name, *arguments):
    """Metric -> value and unit, of a bench over few events."""
    if name != "engine":
        monkeypatch.setattr(f"service.dev.bench.{name}.EVENTS", 300)
    result = CliRunner(env=PIG).invoke(command, [name, "--game", "pig", "--seats", "2", *arguments])
    assert result.exit_code == 0, result.output
    told = [json.loads(line) for line in result.output.splitlines()]
    assert {one["bench"] for one in told} == {name}
    return {one["metric"]: (one["value"], one["unit"]) for one in told}


@pytest.mark.parametrize("bench", ["engine", "replay", "store", "projections", "orders", "search", "league"])
def test_an_unknown_game_is_named(bench):
    result = CliRunner().invoke(command, [bench, "--game", "chess"])
    assert result.exit_code == 2
    assert "unknown game; there are nightfall, darkness, last-spell" in result.output


def test_engine(monkeypatch):
    found = figures(monkeypatch, "engine", "--seconds", "0.01")
    assert set(found) == {
        "decisions_per_second", "games_per_second", "decisions_per_second_recorded", "games_per_second_recorded",
    }  # fmt: skip
    assert all(value > 0 for value, _ in found.values())


def test_replay(monkeypatch):
    found = figures(monkeypatch, "replay", "--every", "50")
    assert found["longest_game"][0] >= 100
    for metric in ("load_and_fold", "decode_and_fold", "bare_fold"):
        assert found[metric][1] == "events/s"
    for metric in ("table_at_version", "cold_load"):
        assert found[f"{metric}_with_snapshots"][1] == found[f"{metric}_without_snapshots"][1] == "ms"


def test_store(monkeypatch):
    found = figures(monkeypatch, "store")
    assert {"commit_of_1", "commit_of_10", "commit_of_200", "bytes_of_state", "bytes_on_disk"} <= set(found)
    assert found["bytes_on_disk"][0] > found["bytes_of_state"][0] > 100


def test_projections(monkeypatch):
    found = figures(monkeypatch, "projections")
    assert {"follow", "bare_loop", "rebuild_inbox", "rebuild_scores", "rebuild_leagues"} <= set(found)


def test_league(monkeypatch):
    for name, value in {"FIELDS": (8,), "ROUNDS": 2, "GAMES": 30, "RATED": 20, "RATED_PLAYERS": 6}.items():
        monkeypatch.setattr(f"service.dev.bench.league.{name}", value)
    result = CliRunner().invoke(command, ["league"])
    assert result.exit_code == 0, result.output
    found = {one["metric"]: one["value"] for one in map(json.loads, result.output.splitlines())}
    rounds = ("first", "typical", "late", "worst")
    pairings = {f"pair_8_at_tables_of_{seats}_{which}" for seats in (2, 4) for which in rounds}
    assert set(found) == pairings | {
        "games_in_the_standings", "rebuild_standings", "rate_by_openskill_alone", "rebuild_ratings",
        "rebuild_ratings_to_openskill_alone",
    }  # fmt: skip
    assert found["games_in_the_standings"] == 28
    assert all(value > 0 for value in found.values())


def test_api(monkeypatch):
    monkeypatch.setattr("service.dev.bench.api.CLIENTS", (2,))
    result = CliRunner().invoke(command, ["api", "--requests", "8"])
    assert result.exit_code == 0, result.output
    found = {one["metric"]: one["value"] for one in map(json.loads, result.output.splitlines())}
    costs = {"cpu_of_a_move_by_2", "cpu_of_a_bare_commit_by_2", "cpu_of_a_move_to_a_bare_commit_by_2"}
    assert set(found) == costs | {"moves_per_second_by_2", "latency_p50_by_2", "latency_p99_by_2", "server_errors_by_2"}
    assert found.pop("server_errors_by_2") == 0
    assert all(value > 0 for value in found.values())


def test_the_clock_of_a_process_tells_its_cpu_time():
    before = process_time()
    told = clock_gettime(cpu_clock(os.getpid()))
    assert before <= told <= process_time()
    ended = subprocess.Popen(["true"])
    ended.wait()
    with pytest.raises(ProcessLookupError, match=f"no process {ended.pid}"):
        cpu_clock(ended.pid)


@pytest.mark.parametrize("url", ["postgresql://ann@127.0.0.1:1/x"])
def test_a_database_that_does_not_answer_is_said_in_one_line(url):
    result = CliRunner(env=PIG).invoke(command, ["store", "--database", url])
    assert (result.exit_code, result.output.count("\n")) == (1, 1)
    assert result.output.startswith("Error: ")


@pytest.mark.slow
def test_growth(monkeypatch, tmp_path):
    for name, value in {"TITLES": ("pig",), "TABLES": (2, 3), "SOME": (2,), "DECISIONS": 5}.items():
        monkeypatch.setattr(f"service.dev.bench.grown.{name}", value)
    for name, value in {"REQUESTS": 3, "AT_ONCE": 2, "PROCESSES": ("web", "clock"), "IDLE_STEPS": 1}.items():
        monkeypatch.setattr(f"service.dev.bench.houses.{name}", value)
    monkeypatch.setattr("service.dev.bench.growth.ROUNDS", 1)
    result = CliRunner(env=PIG).invoke(command, ["growth", "--games", "5,10", "--folder", str(tmp_path)])
    assert result.exit_code == 0, result.output
    lines = result.output.splitlines()
    told = {one["metric"]: one["value"] for one in (json.loads(line) for line in lines if line.startswith("{"))}
    assert (told["audited_and_consistent_at_5"], told["audited_and_consistent_at_10"]) == (5, 10)
    parts = ("move", "inbox", "first step of clock", "step of dispatcher", "start to ready", "memory of clock")
    header, _, *rows = (line.split("|")[1:-1] for line in lines if line.startswith("|"))
    assert [cell.strip() for cell in header] == ["", "5", "10", "10 : 5"]
    assert set(parts) <= {name.partition(",")[0].strip() for name, *_ in rows}
    assert all(float(cell.strip(" *").replace(",", "")) > 0 for _, *cells in rows for cell in cells)
    assert len(games_in(tmp_path / "5") & games_in(tmp_path / "10")) == 5


def games_in(home):
    """The ids of an installation's games."""
    with closing(sqlite3.connect(home / "events.sqlite")) as db:
        return {game for (game,) in db.execute("SELECT game FROM seeds")}
