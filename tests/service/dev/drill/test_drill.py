"""`nightledger drill`: bad days on real installations, scaled; their course, and the page they are written to."""

import json

import msgspec
import pytest
from click.testing import CliRunner

from service.cli import cli
from service.dev.drill import course
from service.dev.drill.course import Outcome, play_all
from service.dev.drill.databases import DATABASES as KINDS
from service.dev.drill.days import days
from service.dev.drill.page import BEGIN, END, NoMarks, write_table
from tests.databases import DATABASES

SCALE = 0.02


def drilled(*arguments):
    """What each day that was played came to, and the exit status."""
    result = CliRunner().invoke(cli, ["drill", "--json", *arguments])
    assert result.exit_code in (0, 1), result.output
    return [json.loads(line) for line in result.output.splitlines()], result.exit_code


@pytest.mark.slow
def test_redis_emptied_and_gone_on_sqlite(monkeypatch, tmp_path):
    monkeypatch.setattr("service.dev.drill.stage.PLAYERS", 2)
    arguments = ("--day", "redis-gone", "--database", "sqlite", "--scale", "0.001", "--folder", str(tmp_path))
    [told], status = drilled(*arguments)
    assert set(told["faults"].values()) == {""}, told
    assert (status, told["played"], told["acknowledged"] > 0) == (0, True, True)
    [again], status = drilled(*arguments)
    assert (status, again) == (0, told | {"played": False})


@pytest.mark.slow
@pytest.mark.parametrize("database", [kind for kind in KINDS if kind in DATABASES])
@pytest.mark.parametrize("day", days(), ids=lambda day: day.name)
def test_each_day_on_each_database(day, database):
    if database in day.databases and course.playable(day):
        outcome = course.play(day, database, SCALE)
        assert outcome.well, outcome.line()
    else:
        assert day.disk or day.machines > 1


OUTCOME = Outcome("day", "a day", "sqlite", 0.5, 12.4, 1234, 5, 1.25, dict.fromkeys(course.CHECKS, ""))
BAD = msgspec.structs.replace(OUTCOME, faults={**OUTCOME.faults, "games go on": "nobody moves"})


def test_only_days_that_were_well_with_the_same_scale_are_not_played_again(monkeypatch, tmp_path):
    came = iter((OUTCOME, BAD, OUTCOME, msgspec.structs.replace(OUTCOME, scale=0.25)))
    monkeypatch.setattr(course, "play", lambda day, database, scale: next(came))
    day = days()[0]
    first = list(play_all([day], ["sqlite", "postgresql"], 0.5, tmp_path))
    second = list(play_all([day], ["sqlite", "postgresql"], 0.5, tmp_path))
    third = list(play_all([day], ["sqlite"], 0.25, tmp_path))
    assert [(one.outcome.well, one.new) for one in (*first, *second, *third)] == [
        (True, True), (False, True), (True, False), (True, True), (True, True)
    ]  # fmt: skip


def test_the_table_is_written_between_the_marks_of_a_page(tmp_path):
    page = tmp_path / "page.md"
    page.write_text(f"Before.\n\n{BEGIN}\nold\n{END}\n\nAfter.\n")
    write_table(page, [OUTCOME, BAD])
    lines = page.read_text().splitlines()
    assert lines[:3] == ["Before.", "", BEGIN]
    assert lines[-3:] == [END, "", "After."]
    rows = [line for line in lines if line.startswith("| a day")]
    assert rows[0] == "| a day | sqlite | 12 | 1,234 | 5 | 1.2 | yes | yes | yes | yes | yes | yes |"
    assert "**nobody moves**" in rows[1]
    page.write_text("nothing")
    with pytest.raises(NoMarks):
        write_table(page, [OUTCOME])


@pytest.mark.parametrize("arguments", [["--day", "sunday"], ["--database", "oracle"], ["--scale", "0"]])
def test_what_there_is_not_is_refused(arguments):
    result = CliRunner().invoke(cli, ["drill", *arguments])
    assert result.exit_code == 2
    assert arguments[0] in result.output
