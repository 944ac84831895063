"""A stage as a picture: the bracket of a knock-out, the cross table of a round robin."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from service.leagues.answer_shapes import Round, StageRounds, Table, TableSeat

ROUND_ROBIN = "round-robin"


@dataclass(frozen=True)
class Pairing:
    """A table of a bracket, and which of its entrants went on (or have won the last round)."""

    table: Table
    through: Sequence[str]


@dataclass(frozen=True)
class Column:
    """A round of a bracket: its pairings, and who went on without a game."""

    number: int
    pairings: Sequence[Pairing]
    byes: Sequence[str]


@dataclass(frozen=True)
class Meeting:
    """A game of a cross table, as one of the two sees it: its points there, None while it is played."""

    table: Table
    points: str | None


@dataclass(frozen=True)
class CrossTable:
    """Who met whom: `entrants` are rows and columns, `meetings` the games of a pair, as the first of it sees them."""

    entrants: Sequence[str]
    meetings: Mapping[tuple[str, str], Sequence[Meeting]]


def bracket_of(stage: StageRounds, tables: Sequence[Table], went_on: Sequence[Sequence[str]] | None) -> list[Column]:
    """The rounds of a knock-out as columns of a bracket, with who `went_on` from each; none for any other stage."""
    if went_on is None:
        return []
    return [
        Column(each.number, [_pairing(one, going_on) for one in tables if _is_of(one, stage, each)], each.byes)
        for each, going_on in zip(stage.rounds, went_on)
    ]


def _is_of(table: Table, stage: StageRounds, played: Round) -> bool:
    return table.stage == stage.id and table.round == played.number


def _pairing(table: Table, going_on: Sequence[str]) -> Pairing:
    return Pairing(table, [seat.entrant for seat in table.seats if seat.entrant in going_on])


def cross_table_of(stage: StageRounds, tables: Sequence[Table], order: Sequence[str]) -> CrossTable | None:
    """The cross table of a round robin, its entrants in this order; None for any other stage, or larger tables."""
    played = [one for one in tables if one.stage == stage.id]
    if stage.kind != ROUND_ROBIN or not played or any(len(one.seats) != 2 for one in played):
        return None
    meetings: dict[tuple[str, str], list[Meeting]] = {}
    for pair, meeting in (found for one in played for found in _meetings(one)):
        meetings.setdefault(pair, []).append(meeting)
    met = {entrant for pair in meetings for entrant in pair}
    return CrossTable([*(one for one in order if one in met), *sorted(met - set(order))], meetings)


def _meetings(table: Table) -> Iterator[tuple[tuple[str, str], Meeting]]:
    first, second = table.seats
    yield (first.entrant, second.entrant), _meeting(table, first)
    yield (second.entrant, first.entrant), _meeting(table, second)


def _meeting(table: Table, seat: TableSeat) -> Meeting:
    return Meeting(table, None if seat.points is None else str(seat.points))
