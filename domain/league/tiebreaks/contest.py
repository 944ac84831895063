"""What tie-breaks are worked out from, and what one is."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Literal, NamedTuple

from domain.league.sheet import Entry, Sheet
from domain.league.tiebreaks.unplayed import Opposition

EDITIONS = (2024, 2026)
"""The editions of FIDE's Handbook C.07, by the year in which they came into force."""

NEWEST = EDITIONS[-1]

LIMITED_SINCE = 2026
"""The first edition that limits what a round without a game adds (16.4.1, 16.4.2)."""


@dataclass(frozen=True)
class Contest:
    """A stage of a league, or a tournament of another program, as tie-breaks see it.

    `win` and `draw` are what games bring, `rounds` how many there are to be, `played` how many there are results of,
    `edition` the one of C.07 that was in force when it began. `lots` are the places in which entrants were drawn,
    empty as long as they were not; `ratings` are those of who has one.
    """

    sheets: Mapping[str, Sheet]
    win: Fraction
    draw: Fraction
    rounds: int
    played: int
    edition: int = NEWEST
    lowest_tally_wins: bool = True
    lots: Mapping[str, int] = field(default_factory=dict)
    ratings: Mapping[str, int] = field(default_factory=dict)

    @cached_property
    def opposition(self) -> Opposition:
        """Opponents' points by the edition in force."""
        return self._opposition(self.edition)

    @cached_property
    def opposition_2026(self) -> Opposition:
        """Opponents' points by the edition of 2026, whichever is in force."""
        return self._opposition(2026)

    def _opposition(self, edition: int) -> Opposition:
        return Opposition(self.sheets, self.draw, self.rounds, limits=edition >= LIMITED_SINCE)


Fold = Callable[[Contest, str, Collection[str]], Fraction | None]
"""The value of an entrant in the group of equals that it is in; None where it separates nobody."""


class Share(NamedTuple):
    """A part of a value: what a game or a round without one adds to it, by the opponent if it is an opponent's."""

    entry: Entry
    points: Fraction
    opponent: str | None = None


Shares = Callable[[Contest, str, Collection[str]], Iterable[Share] | None]
"""What the value of an entrant is the sum of, in the group of equals that it is in; None where it separates nobody."""

Best = Literal["highest", "lowest", "as tallies"]
"""Which value comes first: `as tallies` the lowest where the lowest tally wins, else the highest."""


@dataclass(frozen=True)
class Tiebreak:
    """A tie-break: the rule that defines it, its fold, and the edition of FIDE's C.07 that it is taken from.

    `rule` is one of docs/leagues.md, or an article of C.07; `article` says from which article a rule of docs/leagues.md
    is taken, None as the edition where nothing is FIDE's. What bears FIDE's code is in every edition from `edition` on
    and counts by the one in force; what bears a name counts the same for ever. `value` tells for the documents what is
    counted, `title` is what pages call it, None for the name, `code` what FIDE's report files call it that has another
    name here; plans that name no tie-breaks have those by `default`.
    `shares` tells what a value is the sum of, and is None where it is no sum.
    """

    rule: str
    fold: Fold
    edition: int | None
    value: str
    article: str | None = None
    title: str | None = None
    code: str | None = None
    best: Best = "highest"
    default: bool = False
    in_plans: bool = True
    in_chess: bool = True
    shares: Shares | None = None

    @property
    def source(self) -> str:
        """Whose rule it is, for the documents."""
        return "the house" if self.edition is None else f"FIDE C.07, {self.article}, {self.edition}"

    def lowest_first(self, contest: Contest) -> bool:
        """Whether the lowest value is the best."""
        return self.best == "lowest" or (self.best == "as tallies" and contest.lowest_tally_wins)


def alone(value: Callable[[Contest, Sheet], Fraction | None]) -> Fold:
    """The fold of what is read off one's own sheet, whoever is equal."""
    return lambda contest, entrant, group: value(contest, contest.sheets[entrant])


def summed(shares: Shares) -> Fold:
    """The fold of what is the sum of shares."""

    def fold(contest: Contest, entrant: str, group: Collection[str]) -> Fraction | None:
        found = shares(contest, entrant, group)
        return None if found is None else sum((share.points for share in found), Fraction(0))

    return fold
