"""Standings: points first, then the tie-breaks of the plan, one after the other (docs/leagues.md, chapter 7)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from fractions import Fraction

from domain.league import points as p
from domain.league.elimination import rounds_survived
from domain.league.plan import TIEBREAKS, Plan
from domain.league.rounds import rounds_planned
from domain.league.sheet import Sheet
from domain.league.sheets import sheets
from domain.league.state import League, Line, Stage, Value
from domain.league.tiebreaks import house as tie
from domain.league.tiebreaks.unplayed import Opposition

Key = Callable[[str, Collection[str]], Fraction | None]
"""The value of an entrant in a group of equals; the higher one is better, None separates nobody."""

POINTS = "points"


def standings(league: League, stage: Stage, lots: Sequence[str] | None = None) -> tuple[Line, ...]:
    """The standings of a stage as the results are now. Without `lots`, who cannot be told apart shares a rank."""
    plan = league.plan
    own = sheets(stage, plan, lowest_wins=league.lowest_wins)
    columns = _columns(league, stage, own, lots)
    return lines(own, columns, [name for _, name in columns if _turned(league, name)])


def lines(
    own: Mapping[str, Sheet], columns: Mapping[tuple[str, str], Key], turned: Collection[str] = ()
) -> tuple[Line, ...]:
    """The lines of all sheets, ordered by the columns, (rule, name) -> value, one after the other.

    Of the columns that are `turned` the lowest is the best; their values are shown with the sign turned.
    """
    ranking = Ranking(list(own), columns)
    values = {
        entrant: tuple(
            Value(rule, name, ranking.shown(entrant, name, -1 if name in turned else 1))
            for rule, name in columns
            if name != POINTS
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

    def __init__(self, entrants: Sequence[str], levels: Mapping[tuple[str, str], Key]) -> None:
        self._values: dict[tuple[str, str], Fraction | None] = {}
        self.groups: list[list[str]] = [list(entrants)] if entrants else []
        for (_, name), level in levels.items():
            self.groups = [part for group in self.groups for part in self._separated(group, name, level)]

    def _separated(self, group: list[str], name: str, level: Key) -> list[list[str]]:
        values = {entrant: level(entrant, group) for entrant in group}
        self._values |= {(entrant, name): value for entrant, value in values.items()}
        if len(group) == 1 or any(value is None for value in values.values()):
            return [group]
        return _split(group, lambda entrant: values[entrant] or Fraction(0))

    def shown(self, entrant: str, name: str, sign: int = 1) -> p.Shown | None:
        """The value of a level as it is shown."""
        value = self._values[entrant, name]
        return None if value is None else p.shown(sign * value)


def _split(group: Iterable[str], value: Callable[[str], Fraction]) -> list[list[str]]:
    """The group in parts of equal value, the highest first; who is equal stays in order."""
    parts: dict[Fraction, list[str]] = {}
    for entrant in group:
        parts.setdefault(value(entrant), []).append(entrant)
    return [parts[key] for key in sorted(parts, reverse=True)]


def _turned(league: League, name: str) -> bool:
    """Whether the lowest value is the best: of tallies, where the lowest wins, and of lots."""
    return name == "lots" or (name == "tally" and league.lowest_wins)


def _columns(
    league: League, stage: Stage, own: Mapping[str, Sheet], lots: Sequence[str] | None
) -> dict[tuple[str, str], Key]:
    """The levels by (rule, name), in order: points first, but in a knock-out the rounds that were survived."""
    columns: dict[tuple[str, str], Key] = {}
    if stage.plan.kind == "knock-out":
        survived = rounds_survived(stage)
        columns["LG-KO-4", "rounds"] = lambda entrant, group: Fraction(survived[entrant])
    columns["LG-PTS-1", POINTS] = lambda entrant, group: own[entrant].points
    levels = _levels(league.plan, own, lots, lowest_wins=league.lowest_wins) | _levels_2026(league, stage, own)
    for name in league.plan.tiebreaks:
        columns[TIEBREAKS[name], name] = levels[name]
    return columns


def _levels(plan: Plan, own: Mapping[str, Sheet], lots: Sequence[str] | None, *, lowest_wins: bool) -> dict[str, Key]:
    sign = -1 if lowest_wins else 1
    drawn = {entrant: Fraction(-place) for place, entrant in enumerate(lots, 1)} if lots is not None else {}
    return {
        "wins": lambda entrant, group: tie.wins(own, entrant),
        "seconds": lambda entrant, group: tie.seconds(own, entrant),
        "share": lambda entrant, group: tie.share(own, entrant, lowest_wins=lowest_wins),
        "tally": lambda entrant, group: sign * tie.tally(own, entrant),
        "head-to-head": lambda entrant, group: tie.head_to_head(own, entrant, group) if len(group) > 1 else None,
        "buchholz": lambda entrant, group: tie.buchholz(own, entrant),
        "buchholz-cut-1": lambda entrant, group: tie.buchholz_cut_1(own, entrant),
        "sonneborn-berger": lambda entrant, group: tie.sonneborn_berger(own, entrant, most=plan.scale()[0]),
        "lots": lambda entrant, group: drawn.get(entrant),
    }


def _levels_2026(league: League, stage: Stage, own: Mapping[str, Sheet]) -> dict[str, Key]:
    """Those that count rounds without a game as FIDE does since March 2026."""
    win, draw = league.plan.scale()[0], league.plan.draw_points(stage.number)
    opposition = Opposition(own, draw, rounds_planned(league, stage) or len(stage.rounds))
    return {
        "buchholz-2026": lambda entrant, group: tie.buchholz_2026(opposition, own[entrant]),
        "buchholz-cut-1-2026": lambda entrant, group: tie.buchholz_cut_1_2026(opposition, own[entrant]),
        "sonneborn-berger-2026": lambda entrant, group: tie.sonneborn_berger_2026(opposition, own[entrant], most=win),
    }
