"""Standings: points first, then the tie-breaks of the plan, one after the other (docs/leagues.md, chapter 7)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial

import msgspec

from domain.league import points as p
from domain.league.elimination import rounds_survived
from domain.league.rounds import rounds_planned
from domain.league.sheet import Sheet
from domain.league.sheets import sheets
from domain.league.state import League, Line, Stage, Value
from domain.league.tiebreaks.contest import Contest, Share
from domain.league.tiebreaks.registry import TIEBREAKS

POINTS = "points"


@dataclass(frozen=True)
class Column:
    """A level of standings: its rule and name, and the value of an entrant in a group of equals, None separating
    nobody; the highest comes first unless it is `lowest_first`. `shares` are what a value is the sum of, if any."""

    rule: str
    name: str
    value: Callable[[str, Collection[str]], Fraction | None]
    lowest_first: bool = False
    shares: Callable[[str, Collection[str]], Iterable[Share] | None] | None = None


def standings(league: League, stage: Stage, lots: Sequence[str] | None = None) -> tuple[Line, ...]:
    """The standings of a stage as the results are now. Without `lots`, who cannot be told apart shares a rank."""
    return _standings(league, stage, rounds_survived(stage), lots)


def standings_after(league: League, stage: Stage, number: int) -> tuple[Line, ...]:
    """The standings of a stage after so many rounds, as the results of those are now (LG-STG-6); its own after the
    last, which are frozen once it has closed."""
    if number >= len(stage.rounds):
        return stage.standings if stage.status == "closed" else standings(league, stage)
    return _standings(league, after_round(stage, number), rounds_survived(stage, number), None)


def shares_after(league: League, stage: Stage, number: int) -> dict[tuple[str, str], list[Share]]:
    """What the values of tie-breaks are the sums of, after so many rounds: (entrant, tie-break) -> its shares.

    They are of the results as these are now; of a value that is no sum there are none.
    """
    counted = after_round(stage, number)
    contest = _contest(league, counted, None)
    levels = [*_survival(counted, rounds_survived(stage, number)), *columns(contest, league.plan_of(stage).tiebreaks)]
    ranking = Ranking(list(contest.sheets), levels)
    return {
        (entrant, level.name): list(found)
        for level in levels
        if level.shares is not None
        for entrant in contest.sheets
        if (found := level.shares(entrant, ranking.group_of(entrant, level.name))) is not None
    }


def telling(stage: Stage, lines: Sequence[Line]) -> list[str]:
    """The tie-breaks that say something in the standings of a stage: all that they have.

    In a knock-out these are the rounds, and what has told some apart who had gone equally far (LG-KO-5).
    """
    names = [value.name for value in lines[0].values] if lines else []
    if stage.plan.kind != "knock-out":
        return names
    return [name for at, name in enumerate(names) if at == 0 or _tells_apart(lines, at)]


def _tells_apart(lines: Iterable[Line], at: int) -> bool:
    """Whether a value differs between two who are equal in points and in all values before it."""
    known: dict[tuple[p.Shown | None, ...], p.Shown | None] = {}
    for line in lines:
        equal = (line.points, *(value.value for value in line.values[:at]))
        if known.setdefault(equal, line.values[at].value) != line.values[at].value:
            return True
    return False


def after_round(stage: Stage, number: int) -> Stage:
    """The stage with so many of its rounds, or itself if it has no more: who entered in later ones is not there, and
    points that were given or taken after the next one was paired do not count."""
    if number >= len(stage.rounds):
        return stage
    adjustments = [one for one in stage.adjustments if one.round <= number]
    adjusted: dict[str, Fraction] = {}
    for one in adjustments:
        adjusted[one.entrant] = adjusted.get(one.entrant, Fraction(0)) + one.points
    return msgspec.structs.replace(
        stage,
        rounds=stage.rounds[:number],
        entrants=[entrant for entrant in stage.entrants if stage.entered.get(entrant, 1) <= max(number, 1)],
        adjusted=adjusted,
        adjustments=adjustments,
    )


def _standings(
    league: League, stage: Stage, survived: Mapping[str, int], lots: Sequence[str] | None
) -> tuple[Line, ...]:
    contest = _contest(league, stage, lots)
    return lines(contest.sheets, [*_survival(stage, survived), *columns(contest, league.plan_of(stage).tiebreaks)])


def _contest(league: League, stage: Stage, lots: Sequence[str] | None) -> Contest:
    plan = league.plan_of(stage)
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
        found.rule,
        name,
        partial(found.fold, contest),
        found.lowest_first(contest),
        None if found.shares is None else partial(found.shares, contest),
    )


def lines(own: Mapping[str, Sheet], levels: Sequence[Column]) -> tuple[Line, ...]:
    """The lines of all sheets, ordered by the columns, one after the other; who is equal in all stays in the order of
    the sheets, that of pairing numbers (LG-DIV-5)."""
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
        self._among: dict[tuple[str, str], Sequence[str]] = {}
        self.groups: list[list[str]] = [list(entrants)] if entrants else []
        for level in levels:
            self.groups = [part for group in self.groups for part in self._separated(group, level)]

    def _separated(self, group: list[str], level: Column) -> list[list[str]]:
        values = {entrant: level.value(entrant, group) for entrant in group}
        self._values |= {(entrant, level.name): value for entrant, value in values.items()}
        self._among |= {(entrant, level.name): group for entrant in group}
        if len(group) == 1 or any(value is None for value in values.values()):
            return [group]
        return _split(group, lambda entrant: values[entrant] or Fraction(0), lowest_first=level.lowest_first)

    def group_of(self, entrant: str, name: str) -> Sequence[str]:
        """The group of equals in which an entrant got its value of a level."""
        return self._among[entrant, name]

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
