"""What an organiser puts right afterwards: results, points, frozen standings."""

from __future__ import annotations

from msgspec import UNSET, UnsetType

from domain.contract.game import Text
from domain.league import points as p
from domain.league.events.base import LeagueEvent
from domain.league.state import (
    Adjustment,
    Correction,
    League,
    Line,
    Result,
)


class ResultCorrected(LeagueEvent, frozen=True):
    """Somebody, the `author`, corrected what came of a table; older logs do not say who."""

    stage: str
    table: int
    result: Result
    reason: Text
    author: str | UnsetType = UNSET

    def apply(self, league: League) -> None:
        table = league.stages[self.stage].tables[self.table]
        table.result, table.event = self.result, league.version
        table.tally = table.tally if self.result.tally is None else self.result.tally
        table.corrected = (*table.corrected, Correction(league.version, self.reason, self.author or None))


class PointsAdjusted(LeagueEvent, frozen=True):
    """Somebody, the `author`, gave points, or took some; older logs do not say who."""

    stage: str
    entrant: str
    points: p.Shown
    reason: Text
    author: str | UnsetType = UNSET

    def apply(self, league: League) -> None:
        stage, points = league.stages[self.stage], p.read(self.points)
        stage.adjusted[self.entrant] = stage.adjusted.get(self.entrant, p.read(0)) + points
        stage.adjustments.append(
            Adjustment(league.version, len(stage.rounds), self.entrant, points, self.reason, self.author or None)
        )


class StandingsCorrected(LeagueEvent, frozen=True):
    """Frozen standings after a correction; who was promoted or relegated meanwhile stays where it is."""

    stage: str
    standings: tuple[Line, ...]

    def apply(self, league: League) -> None:
        league.stages[self.stage].standings = self.standings
