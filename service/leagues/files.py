"""A league in the forms of other programs: tables and standings as CSV, deadlines as a calendar."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime

from domain.league.breakdown import ADJUSTMENT, CARRIED
from domain.league.state import League, Stage
from domain.log.canon import Json
from service.leagues.answer_shapes import Correction, Line, Part, StageStandings, Table
from service.leagues.calendar import moment
from service.leagues.views import Names

FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""A cell of words that begins so would be worked out by a spreadsheet."""


def standings_csv(shown: Iterable[StageStandings], names: Names) -> str:
    """A line for each line of the standings of stages; a column for each tie-break, headed by its name and rule, for
    what the points are made of (what was carried over, each round, and adjustments), and for what each tie-break is."""
    rows: list[Sequence[Json]] = []
    known: Sequence[Json] = ()
    for one in shown:
        made_of = ["carried", *(f"round {number}" for number in range(1, one.round + 1)), "adjustments"]
        header = _standings_header(one, made_of)
        if known != header:
            rows.append(header)
            known = header
        rows += [_standings_row(one, line, made_of, names) for line in one.lines]
    return _csv(rows)


def _standings_header(one: StageStandings, made_of: Sequence[str]) -> Sequence[Json]:
    levels = [f"{value.name} ({value.rule})" for value in one.lines[0].values] if one.lines else []
    return [
        "season", "division", "stage", "after round", "frozen", "rank", "entrant", "name", "points",
        *levels, *made_of, *(f"{level} made of" for level in levels),
    ]  # fmt: skip


def _standings_row(one: StageStandings, line: Line, made_of: Sequence[str], names: Names) -> Sequence[Json]:
    return [
        one.season,
        one.division,
        one.stage,
        one.round,
        "yes" if one.frozen else "no",
        line.rank,
        line.entrant,
        _words(names[line.entrant]),
        line.points,
        *(_blank(value.value) for value in line.values),
        *(_made_of(line.parts, column) for column in made_of),
        *("; ".join(map(part_in_words, value.parts)) for value in line.values),
    ]


def _made_of(parts: Iterable[Part], column: str) -> str:
    """The parts that belong to a column, one after the other."""
    return "; ".join(part_in_words(part) for part in parts if _column(part) == column)


def _column(part: Part) -> str:
    named = {CARRIED: "carried", ADJUSTMENT: "adjustments"}
    return named.get(part.kind, f"round {part.round}")


def part_in_words(part: Part) -> str:
    """A part of somebody's points: `game v. e2: 10 (table 1, game 2f9c..., event 17)`."""
    where = f" v. {' '.join(part.opponents)}" if part.opponents else ""
    behind = f" after round {part.round}" if part.kind == ADJUSTMENT else ""
    details = [f"table {part.table}", f"{'series' if part.series else 'game'} {part.game}"] if part.game else []
    details.append(f"event {part.event}")
    if part.kind == ADJUSTMENT:
        details.append(_signature(part))
    details += [f"corrected {_signature(one)}" for one in part.corrected]
    return f"{part.kind}{behind}{where}: {part.points} ({', '.join(details)})"


def _signature(decided: Part | Correction) -> str:
    """By whom something was decided, and why: `by Olga: the clock was wrong`."""
    return f"by {decided.author or 'the organiser'}: {decided.reason or 'the reason was forgotten'}"


def tables_csv(tables: Iterable[Table], names: Names) -> str:
    """A line for each seat of each table; who corrected its result last, and why."""
    header = [
        "stage", "round", "table", "game", "outcome", "seat", "entrant", "name", "place", "points", "tally", "absent",
        "corrected", "corrected by", "reason",
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
                *_corrected(table.corrected),
            ]
            for number, seat in enumerate(table.seats, 1)
        ]
    return _csv(rows)


def _corrected(corrections: Sequence[Correction]) -> Sequence[str]:
    if not corrections:
        return ["no", "", ""]
    last = corrections[-1]
    return ["yes", _words(last.author or ""), _words(last.reason or "")]


def deadlines(league: League, name: str, stages: Iterable[Stage]) -> bytes:
    """The deadlines of rounds as an iCalendar file."""
    # Imported for those alone who ask: it has every time zone's rules.
    from icalendar import Calendar, Event

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
            event.add("dtstart", moment(league.plan_of(stage), played.due))
            event.add("summary", f"{name}: round {played.number} of {stage.division}, stage {stage.number}, ends")
            event.add("status", "CONFIRMED")
            calendar.add_component(event)
    calendar.add_missing_timezones()
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
