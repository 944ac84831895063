"""A round: its pairing, its tables and what came of them."""

from __future__ import annotations

import msgspec
from msgspec import UNSET, UnsetType

from domain.contract.game import Json, Text
from domain.league.events.base import LeagueEvent
from domain.league.state import (
    League,
    Result,
    Round,
    TableGame,
)


class Seating(msgspec.Struct, frozen=True):
    """A table of a new round: its number, its entrants in seat order, and the number and id of its game or series."""

    number: int
    seats: tuple[str, ...]
    game: int
    game_id: str
    series: bool = False


class RoundPaired(LeagueEvent, frozen=True):
    """A round was paired. `key` is unique in the installation: whoever stores it claims it, so a round is paired once.

    `repeated` counts meetings that had been before; `fairness` is told for balanced groups; `reason` by hand only.
    A second attempt replaces the first one, which had no result.
    """

    stage: str
    round: int
    attempt: int
    key: str
    tables: tuple[Seating, ...]
    byes: tuple[str, ...]
    due: int | None
    repeated: int = 0
    fairness: dict[str, Json] | None = None
    reason: Text | None = None

    def apply(self, league: League) -> None:
        stage = league.stages[self.stage]
        if self.attempt > 1 and stage.open_round is not None:
            for number in stage.rounds.pop().tables:
                del stage.tables[number]
        for table in self.tables:
            stage.tables[table.number] = TableGame(
                table.number, self.round, table.seats, table.game, table.game_id, series=table.series
            )
            stage.games = max(stage.games, table.game)
        numbers = [table.number for table in self.tables]
        played = Round(self.round, self.attempt, numbers, self.byes, self.due, event=league.version, at=league.at)
        stage.rounds.append(played)
        stage.failed = None


class PairingFailed(LeagueEvent, frozen=True):
    """The next round could not be paired by the rules; the organiser has to."""

    stage: str
    round: int
    why: str

    def apply(self, league: League) -> None:
        league.stages[self.stage].failed = self.why


class TableFinished(LeagueEvent, frozen=True):
    """The game of a table was played to its end; `late` are those who lost it to the clock."""

    stage: str
    table: int
    places: dict[str, int]
    won: bool | None = None
    tally: dict[str, int] | None = None
    late: tuple[str, ...] | UnsetType = UNSET

    def apply(self, league: League) -> None:
        table = league.stages[self.stage].tables[self.table]
        table.result = table.reported = Result(self.places, self.won, self.tally)
        table.tally, table.late = self.tally, self.late or ()
        table.ended = table.event = league.version


class TableForfeited(LeagueEvent, frozen=True):
    """Some did not play; `places` ranks the others if they did."""

    stage: str
    table: int
    absent: tuple[str, ...]
    places: dict[str, int]
    reason: Text | None = None

    def apply(self, league: League) -> None:
        table = league.stages[self.stage].tables[self.table]
        table.result = Result(self.places, absent=self.absent)
        table.ended = table.event = league.version


class TableVoided(LeagueEvent, frozen=True):
    """The game of a table does not count: `void`, `abandoned`, `cancelled`, or `due` when the round ended before it;
    `late` are those who lost it to the clock."""

    stage: str
    table: int
    cause: str
    late: tuple[str, ...] | UnsetType = UNSET

    def apply(self, league: League) -> None:
        table = league.stages[self.stage].tables[self.table]
        table.result, table.late = Result(void=True), self.late or ()
        table.ended = table.event = league.version


class TableReplayed(LeagueEvent, frozen=True):
    """A table whose game was void gets another one."""

    stage: str
    table: int
    game: int
    game_id: str
    reason: Text | None = None

    def apply(self, league: League) -> None:
        stage = league.stages[self.stage]
        table = stage.tables[self.table]
        table.game, table.game_id, table.result = self.game, self.game_id, None
        table.reported = table.tally = None
        table.late = ()
        stage.games = self.game


class RoundClosed(LeagueEvent, frozen=True):
    """A round is over."""

    stage: str
    round: int

    def apply(self, league: League) -> None:
        league.stages[self.stage].rounds[-1].closed = True
