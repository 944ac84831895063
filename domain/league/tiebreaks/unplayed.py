"""Rounds without a game in tie-breaks that count opponents' points: FIDE's Handbook C.07, article 16.

| article | here |
| --- | --- |
| 16.1, 16.2 | which of these rounds are one's own doing: forfeits, and those of which one has told before |
| 16.3 | an opponent's points, without what it gave up by going home |
| 16.4 | the dummy that stands for an opponent; its limits (16.4.1, 16.4.2) are in force since March 2026 |
| 16.5 | what is cut first |
| 16.6 | no: an organiser's own ways |

FIDE speaks of tables of two. At larger ones the mean of all opponents stands for the opponent.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction

import msgspec

from domain.league.sheet import Entry, Rest, Sheet

VOLUNTARY = ("requested", "absent", "forfeit")
"""The rounds without a game that are one's own doing (16.1.2)."""

ASKED_FOR = ("requested", "absent")
"""Those of them of which one has told before (16.1.1)."""


class Part(msgspec.Struct, frozen=True):
    """What one round adds to a sum of opponents' points: the opponent's, or the dummy's; and whether it was not played
    by one's own doing."""

    entry: Entry
    points: Fraction
    voluntary: bool = False


class Opposition:
    """Opponents' points as they count in one tournament of so many rounds, where a drawn game brings `draw`.

    Without `limits` a dummy has one's own points, as before March 2026.
    """

    def __init__(self, sheets: Mapping[str, Sheet], draw: Fraction, rounds: int, *, limits: bool = True) -> None:
        self._draw, self._rounds, self._limits = draw, rounds, limits
        self._points = {entrant: self._for_opponents(sheet) for entrant, sheet in sheets.items()}

    def of(self, entrant: str) -> Fraction:
        """An entrant's points as they count for its opponents (16.3)."""
        return self._points[entrant]

    def parts(self, sheet: Sheet) -> list[Part]:
        """The opposition of every round on a sheet: games, then rounds without one."""
        games = [Part(game, self._mean(game.against)) for game in sheet.games]
        rests = [Part(rest, self._dummy(sheet, rest), rest.cause in VOLUNTARY) for rest in sheet.rests]
        return [*games, *rests]

    def _for_opponents(self, sheet: Sheet) -> Fraction:
        """16.3: rounds of which somebody told before, and after which it was not there any more, count as drawn."""
        back = max((entry.round for entry in sheet.entries if not _is_voluntary(entry)), default=0)
        given_up = [rest for rest in sheet.rests if rest.cause in ASKED_FOR and rest.round > back]
        return sheet.points + sum((self._draw - rest.points for rest in given_up), Fraction(0))

    def _dummy(self, sheet: Sheet, rest: Rest) -> Fraction:
        """16.4: one's own points; but no more than whom one was to meet has (16.4.1), or, where that was nobody, than
        draws in all rounds bring (16.4.2), on top of the points that one began with."""
        if not self._limits:
            return sheet.points
        most = self._mean(rest.against) if rest.against else sheet.start + self._draw * self._rounds
        return min(sheet.points, most)

    def _mean(self, entrants: Collection[str]) -> Fraction:
        return sum((self._points[entrant] for entrant in entrants), Fraction(0)) / len(entrants)


def _is_voluntary(entry: Entry) -> bool:
    return isinstance(entry, Rest) and entry.cause in VOLUNTARY


def without_lowest(parts: Sequence[Part], count: int) -> list[Part]:
    """16.5: what was not played by one's own doing goes first, the lowest of it; then the lowest of all."""
    left = list(parts)
    for _ in range(min(count, len(left))):
        left.remove(min([part for part in left if part.voluntary] or left, key=lambda part: part.points))
    return left


def total(parts: Sequence[Part]) -> Fraction:
    """The points of these rounds' opposition, added up."""
    return sum((part.points for part in parts), Fraction(0))
