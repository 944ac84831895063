"""A league in the forms of other programs: tables and standings as CSV, deadlines as a calendar."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime

from icalendar import Calendar, Event

from domain.league.state import League, Stage
from domain.log.canon import Json
from service.leagues.answer_shapes import StageStandings, Table
from service.leagues.views import Names

FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""A cell of words that begins so would be worked out by a spreadsheet."""


def standings_csv(shown: Iterable[StageStandings], names: Names) -> str:
    """A line for each line of the standings of stages; a column for each tie-break, headed by its name and rule."""
    rows: list[Sequence[Json]] = []
    for one in shown:
        levels = [f"{value.name} ({value.rule})" for value in one.lines[0].values] if one.lines else []
        header = ["season", "division", "stage", "frozen", "rank", "entrant", "name", "points", *levels]
        if not rows or rows[0] != header:
            rows.append(header)
        rows += [
            [
                one.season,
                one.division,
                one.stage,
                "yes" if one.frozen else "no",
                line.rank,
                line.entrant,
                _words(names[line.entrant]),
                line.points,
                *(_blank(value.value) for value in line.values),
            ]
            for line in one.lines
        ]
    return _csv(rows)


def tables_csv(tables: Iterable[Table], names: Names) -> str:
    """A line for each seat of each table."""
    header = [
        "stage", "round", "table", "game", "outcome", "seat", "entrant", "name", "place", "points", "tally", "absent",
    ]  # fmt: skip
    rows: list[Sequence[Json]] = [header]
    for table in tables:
        rows += [
            [
                *(table.stage, table.round, table.table, table.game, _blank(table.outcome)),
                f"s{number}",
                seat.entrant,
                _words(names[seat.entrant]),
                *(_blank(value) for value in (seat.place, seat.points, seat.tally)),
                "yes" if seat.absent else "no",
            ]
            for number, seat in enumerate(table.seats, 1)
        ]
    return _csv(rows)


def deadlines(league: League, name: str, stages: Iterable[Stage]) -> bytes:
    """The deadlines of rounds as an iCalendar file."""
    calendar = Calendar()
    calendar.add("prodid", "-//Nightledger//leagues//EN")
    calendar.add("version", "2.0")
    calendar.add("x-wr-calname", name)
    for stage in stages:
        for played in stage.rounds:
            if played.due is None:
                continue
            event = Event()
            event.add("uid", f"{stage.id}/{played.number}@nightledger")
            event.add("dtstamp", _instant(league.at))
            event.add("dtstart", _instant(played.due))
            event.add("summary", f"{name}: round {played.number} of {stage.division}, stage {stage.number}, ends")
            event.add("status", "CONFIRMED")
            calendar.add_component(event)
    written: bytes = calendar.to_ical()
    return written


def _csv(rows: Iterable[Sequence[Json]]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\r\n").writerows(rows)
    return text.getvalue()


def _blank(value: Json) -> Json:
    return "" if value is None else value


def _words(text: str) -> str:
    """A person's name, kept from being taken for a formula."""
    return f"'{text}" if text.startswith(FORMULA) else text


def _instant(seconds: int) -> datetime:
    return datetime.fromtimestamp(seconds, UTC)
