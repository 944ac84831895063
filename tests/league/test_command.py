"""`nightledger league`: a whole league through real workers, and logs as files."""

import json

import pytest
from click.testing import CliRunner

from domain.audit.aggregates import LEAGUE, SERIES, read
from service.cli import cli
from service.games.shapes import NewGame
from service.leagues.looking import Stages
from tests.league.bots import MORE_GAMES
from tests.league.seasons import GAME
from tests.service.playing import ME, OPEN

SMALL = ("--game", GAME, "--players", "5", "--divisions", "2", "--seats", "2", "--options", '{"goal": 20}')


def run(*arguments, **environ):
    return CliRunner(env={"NIGHTLEDGER_EXTRA_GAMES": MORE_GAMES, **environ}).invoke(cli, ["league", *arguments])


@pytest.mark.slow
def test_a_league_is_played_by_workers_and_the_same_seed_gives_the_same(tmp_path):
    results = [
        run("simulate", *SMALL, "--seasons", "2", "--final", "30", "--seed", "one", "--json", "--workers", str(workers))
        for workers in (1, 2)
    ]
    assert [(result.exit_code, result.stderr) for result in results] == [(0, "")] * 2
    told = [json.loads(result.stdout) for result in results]
    assert told[0]["faults"] == []
    # Five entrants in divisions of three and two: five tables in balanced groups, and two finals, in each season.
    assert told[0]["tables"] == 14
    assert len(told[0]["orders"]) == 2
    assert [told[0][part] for part in ("standings", "orders")] == [told[1][part] for part in ("standings", "orders")]


@pytest.mark.slow
def test_progress_is_told_and_the_installation_may_be_kept(tmp_path):
    result = run("simulate", *SMALL, "--seasons", "1", "--home", str(tmp_path / "kept"))
    assert (result.exit_code, result.stderr) == (0, "")
    assert "season 1 of 1: 5 tables played\n" in result.stdout
    assert result.stdout.endswith("promotions are right, and every table of standings is what its results make\n")
    assert (tmp_path / "kept" / "events.sqlite").exists()


def test_a_league_that_cannot_be_is_refused():
    result = run("simulate", "--players", "3", "--divisions", "2")
    assert result.exit_code == 2
    assert "a division has at least two players" in result.output


def test_standings_are_printed_after_a_round_with_what_points_are_made_of(seasons):
    league_id = seasons.begin()
    seasons.play_season(league_id)
    environ = {"NIGHTLEDGER_HOME": str(seasons.settings.home)}

    printed = run("standings", league_id, "--round", "1", "--parts", **environ)

    [shown] = seasons.views.standings(league_id, Stages(), 1)
    lines = printed.output.splitlines()
    assert (printed.exit_code, lines[0]) == (0, f"division A, {shown.stage}: after round 1 of 2")
    first, part = shown.lines[0], shown.lines[0].parts[0]
    assert lines[1].startswith(f"  1. random {first.entrant[1:]} ({first.entrant}): {first.points} points, wins 1")
    assert lines[2] == (
        f"       game v. {part.opponents[0]}: {part.points} (table {part.table}, game {part.game}, event {part.event})"
    )
    wins = next(value for value in first.values if value.name == "wins")
    assert next(line for line in lines[:20] if line.startswith("       wins: ")).startswith(
        f"       wins: game v. {wins.parts[0].opponents[0]}: 1 (table {wins.parts[0].table}, game "
    )
    assert run("standings", league_id, **environ).output.startswith(f"division A, {shown.stage}: frozen\n")
    assert run("standings", league_id, "--csv", **environ).output == seasons.views.standings_csv(
        league_id, Stages()
    ).replace("\r\n", "\n")
    assert run("standings", league_id, "--round", "3", **environ).exit_code == 1


def test_logs_are_exported(seasons):
    league_id = seasons.begin()
    private = NewGame(GAME, [ME, OPEN], visibility="private")
    series_id = seasons.services.series.open(seasons.organiser, private)
    environ = {"NIGHTLEDGER_HOME": str(seasons.settings.home)}
    found = [read(run("export", one, **environ).stdout_bytes.rstrip(b"\n")) for one in (league_id, series_id)]
    assert [(one.format, one.id) for one in found] == [(LEAGUE, league_id), (SERIES, series_id)]
    assert run("export", "x", **environ).exit_code == 1
