"""Standings: points first, then the tie-breaks of the plan, one after the other (docs/leagues.md, chapter 7)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

import msgspec

from domain.league import points as p
from domain.league.elimination import rounds_survived
from domain.league.rounds import rounds_planned
from domain.league.sheet import Sheet
from domain.league.sheets import sheets
from domain.league.state import League, Line, Stage, Value
from domain.league.tiebreaks.contest import Contest
from domain.league.tiebreaks.registry import TIEBREAKS

POINTS = "points"


@dataclass(frozen=True)
class Column:
    """A level of standings: its rule and name, and the value of an entrant in a group of equals, None separating
    nobody; the highest comes first unless it is `lowest_first`."""

    rule: str
    name: str
    value: Callable[[str, Collection[str]], Fraction | None]
    lowest_first: bool = False


def standings(league: League, stage: Stage, lots: Sequence[str] | None = None) -> tuple[Line, ...]:
    """The standings of a stage as the results are now. Without `lots`, who cannot be told apart shares a rank."""
    return _standings(league, stage, rounds_survived(stage), lots)


def standings_after(league: League, stage: Stage, number: int) -> tuple[Line, ...]:
    """The standings of a stage after so many rounds, as the results of those are now (LG-STG-6); the frozen ones after
    the last."""
    if stage.status == "closed" and number >= len(stage.rounds):
        return stage.standings
    return _standings(league, after_round(stage, number), rounds_survived(stage, number), None)


def after_round(stage: Stage, number: int) -> Stage:
    """The stage with so many of its rounds: who entered in later ones is not there, and points that were given or taken
    after the next one was paired do not count."""
    adjustments = [one for one in stage.adjustments if one.round <= number]
    adjusted: dict[str, Fraction] = {}
    for one in adjustments:
        adjusted[one.entrant] = adjusted.get(one.entrant, Fraction(0)) + one.points
    return msgspec.structs.replace(
        stage,
        rounds=stage.rounds[:number],
        entrants=[entrant for entrant in stage.entrants if stage.entered.get(entrant, 1) <= number],
        adjusted=adjusted,
        adjustments=adjustments,
    )


def _standings(
    league: League, stage: Stage, survived: Mapping[str, int], lots: Sequence[str] | None
) -> tuple[Line, ...]:
    contest = _contest(league, stage, lots)
    return lines(contest.sheets, [*_survival(stage, survived), *columns(contest, league.plan.tiebreaks)])


def _contest(league: League, stage: Stage, lots: Sequence[str] | None) -> Contest:
    plan = league.plan
    return Contest(
        sheets(stage, plan, lowest_wins=league.lowest_wins),
        win=plan.scale()[0],
        draw=plan.draw_points(stage.number),
        rounds=rounds_planned(league, stage) or len(stage.rounds),
        played=len(stage.rounds),
        lowest_tally_wins=league.lowest_wins,
        lots={entrant: place for place, entrant in enumerate(lots or (), 1)},
    )


def _survival(stage: Stage, survived: Mapping[str, int]) -> list[Column]:
    """What comes before points in a knock-out: the rounds that were survived (LG-KO-4)."""
    if stage.plan.kind != "knock-out":
        return []
    return [Column("LG-KO-4", "rounds", lambda entrant, group: Fraction(survived[entrant]))]


def columns(contest: Contest, tiebreaks: Iterable[str]) -> list[Column]:
    """Points, then these tie-breaks, in order."""
    points = Column("LG-PTS-1", POINTS, lambda entrant, group: contest.sheets[entrant].points)
    return [points, *(_column(contest, name) for name in tiebreaks)]


def _column(contest: Contest, name: str) -> Column:
    found = TIEBREAKS[name]
    return Column(
        found.rule, name, lambda entrant, group: found.fold(contest, entrant, group), found.lowest_first(contest)
    )


def lines(own: Mapping[str, Sheet], levels: Sequence[Column]) -> tuple[Line, ...]:
    """The lines of all sheets, ordered by the columns, one after the other."""
    ranking = Ranking(list(own), levels)
    values = {
        entrant: tuple(
            Value(level.rule, level.name, ranking.shown(entrant, level.name))
            for level in levels
            if level.name != POINTS
        )
        for entrant in own
    }
    places = p.ranked(ranking.groups)
    return tuple(
        Line(places[entrant], entrant, p.shown(own[entrant].points), values[entrant])
        for group in ranking.groups
        for entrant in group
    )


class Ranking:
    """Groups of equals, the best first, each level separating what the ones before left together.

    `groups` are the groups in the end. A level's value for an entrant is the one that it had in its group.
    """

    def __init__(self, entrants: Sequence[str], levels: Iterable[Column]) -> None:
        self._values: dict[tuple[str, str], Fraction | None] = {}
        self.groups: list[list[str]] = [list(entrants)] if entrants else []
        for level in levels:
            self.groups = [part for group in self.groups for part in self._separated(group, level)]

    def _separated(self, group: list[str], level: Column) -> list[list[str]]:
        values = {entrant: level.value(entrant, group) for entrant in group}
        self._values |= {(entrant, level.name): value for entrant, value in values.items()}
        if len(group) == 1 or any(value is None for value in values.values()):
            return [group]
        return _split(group, lambda entrant: values[entrant] or Fraction(0), lowest_first=level.lowest_first)

    def shown(self, entrant: str, name: str) -> p.Shown | None:
        """The value of a level as it is shown."""
        value = self._values[entrant, name]
        return None if value is None else p.shown(value)


def _split(group: Iterable[str], value: Callable[[str], Fraction], *, lowest_first: bool) -> list[list[str]]:
    """The group in parts of equal value, the best first; who is equal stays in order."""
    parts: dict[Fraction, list[str]] = {}
    for entrant in group:
        parts.setdefault(value(entrant), []).append(entrant)
    return [parts[key] for key in sorted(parts, reverse=not lowest_first)]
