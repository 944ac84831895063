"""What is to be done at the tables of a league, read off it at once: nothing here changes when the league moves on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from msgspec import UNSET

from domain.league import actions
from domain.league.state import League, Stage, TableGame
from domain.log.canon import Json
from domain.log.derived import game_id
from domain.table.parts import TableSeat
from domain.table.terms import TO_SHARE
from service.games.opening.fixtures import Ended, Fixture


@dataclass(frozen=True)
class Work:
    """A table of an open round that has no result: the stage, the number of its game, and the game as a fixture.

    `series` is the limit of the series that is played there in place of a game; `replaced` are seats whose places have
    changed hands since the round was paired, and when they did, in seconds UTC.
    """

    stage: str
    table: int
    entrants: tuple[str, ...]
    number: int
    fixture: Fixture
    series: int | None
    replaced: Mapping[str, int]

    def report(self, ended: Ended) -> actions.Report:
        """What came of the table, by entrant in place of seats."""
        entrant = {f"s{seat}": who for seat, who in enumerate(self.entrants, 1)}
        late = tuple(entrant[seat] for seat in ended.late) or UNSET
        if ended.cause != "over":
            return actions.Report(self.stage, self.table, ended.cause, late=late)
        places = {entrant[seat]: place for seat, place in (ended.places or {}).items()}
        tally = None if ended.tally is None else {entrant[seat]: counted for seat, counted in ended.tally.items()}
        return actions.Report(self.stage, self.table, ended.cause, places, ended.won, tally, late)


def open_tables(league: League) -> Iterator[Work]:
    """The tables of the season's open rounds that have no result yet."""
    for stage in league.season.stages.values() if league.seasons else ():
        if stage.status == "running" and stage.open_round is not None:
            tables = stage.tables_of(stage.open_round)
            paired = stage.open_round.event
            yield from (_work(league, stage, table, paired) for table in tables if table.result is None)


def unwanted_games(league: League) -> Iterator[tuple[str, bool]]:
    """The games of the season that no table waits for, and whose result, if any, was not played at the table; and
    whether each is a series."""
    for stage in league.season.stages.values() if league.seasons else ():
        wanted = {table.game for table in stage.tables.values() if not _is_settled_otherwise(table)}
        series = stage.plan.kind == "apocalypse-final"
        numbers = (number for number in range(1, stage.games + 1) if number not in wanted)
        yield from ((game_id(stage.id, number), series) for number in numbers)


def _is_settled_otherwise(table: TableGame) -> bool:
    """Whether the result did not come from the table's game: a forfeit, or void because the round was due."""
    return table.result is not None and (table.result.void or bool(table.result.absent))


def _work(league: League, stage: Stage, table: TableGame, paired: int) -> Work:
    seats = {f"s{seat}": entrant for seat, entrant in enumerate(table.seats, 1)}
    held = {seat: league.entrants[entrant] for seat, entrant in seats.items()}
    fixture = Fixture(
        table.game_id,
        league.game,
        league.rules,
        league.plan.options,
        {seat: _seat(league, entrant) for seat, entrant in seats.items()},
        _terms(league, stage, table),
    )
    return Work(
        stage.id,
        table.number,
        table.seats,
        table.game,
        fixture,
        stage.plan.limit if table.series else None,
        {seat: own.at for seat, own in held.items() if own.since > paired},
    )


def _terms(league: League, stage: Stage, table: TableGame) -> Mapping[str, Json]:
    shared: dict[str, Json] = {TO_SHARE: True} if league.plan.shared_seed else {}
    return {
        "clock": league.plan.clock,
        "visibility": "public",
        "rated": league.plan.rated,
        "release": league.plan.release,
        "creator": league.organiser,
        "invited": {},
        "league": {"id": league.id, "stage": stage.id, "round": table.round, "table": table.number},
        **shared,
    }


def _seat(league: League, entrant_id: str) -> TableSeat:
    """Who holds the place now; what somebody before gave to the chance of the stage stays with the stage."""
    entrant, enrolment = league.entrants[entrant_id], league.season.enrolled.get(entrant_id)
    gave = None if enrolment is None or entrant.since > enrolment.opened else enrolment.entropy
    return TableSeat(entrant.account, entrant.level, gave)
