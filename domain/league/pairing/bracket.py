"""One bracket of the Dutch system: a scoregroup and those who were moved down to it.

A bracket is paired in two ways that agree. `perfect` goes through the candidates in the order of the rules, with the
pairs alone that fail no criterion more than any pairing must, and takes the first that is complete: nearly every
large bracket ends there. Where it finds none, `weighed.best` finds the least failure, then the first candidate that
has it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

import msgspec

from domain.league.pairing import colours
from domain.league.pairing.card import Float
from domain.league.pairing.colours import ABSOLUTE, STRONG, Preference
from domain.league.pairing.matching import first_matching


class Player(msgspec.Struct, frozen=True, eq=False):
    """An entrant as brackets see it: ranked by score, then by pairing number (1.2)."""

    number: int
    score: Fraction
    met: Mapping[int, int]
    seats: tuple[int, ...]
    preference: Preference
    floats: tuple[Float, Float]
    unplayed: int
    topscorer: bool = False

    def fits(self, other: Player) -> bool:
        """Whether the two may meet at all (C1, C3)."""
        if other.number in self.met:
            return False
        mine, theirs = self.preference, other.preference
        if mine.strength == theirs.strength == ABSOLUTE and mine.seat == theirs.seat:
            return self.topscorer or other.topscorer
        return True


Players = tuple[Player, ...]


class Paired(msgspec.Struct, frozen=True):
    """How a bracket was paired: pairs, the higher ranked first, and those who float down."""

    pairs: tuple[tuple[Player, Player], ...]
    floaters: Players


class Bracket(msgspec.Struct, frozen=True):
    """Those moved down and the residents, both in ranking order, and what may float down.

    `may_float(floaters)` tells whether C4, C5, C8 and C9 are fulfilled as well as they can be at best;
    `float_sets()` lists the sets of floaters that fulfil C4 to C9 best, all of one size.
    """

    moved: Players
    residents: Players
    may_float: Callable[[Players], bool]
    float_sets: Callable[[], list[Players]]


def perfect(bracket: Bracket) -> Paired | None:
    """The first candidate in which every criterion fails as little as counting allows; None if it is not found here."""
    wanted = _Ideal(bracket)
    chosen = first_matching(
        [
            [index for index, resident in enumerate(bracket.residents) if wanted.pair(moved, resident)]
            for moved in bracket.moved
        ]
    )
    if chosen is None:
        return None
    rest = [resident for index, resident in enumerate(bracket.residents) if index not in chosen]
    upper, lower = rest[: len(rest) // 2], rest[len(rest) // 2 :]
    choices = [[index for index, low in enumerate(lower) if wanted.pair(high, low)] for high in upper]
    pairs = [(moved, bracket.residents[index]) for moved, index in zip(bracket.moved, chosen)]
    if len(rest) % 2 == 0:
        columns = first_matching(choices) if bracket.may_float(()) else None
        return None if columns is None else Paired((*pairs, *_zipped(upper, lower, columns)), ())
    floaters = [index for index, low in enumerate(lower) if wanted.floater(low)]
    while floaters:
        columns = first_matching([*choices, floaters])
        if columns is None:
            return None
        floater = lower[columns[-1]]
        if bracket.may_float((floater,)):
            return Paired((*pairs, *_zipped(upper, lower, columns)), (floater,))
        floaters.remove(columns[-1])
    return None


def _zipped(upper: Sequence[Player], lower: Sequence[Player], columns: Sequence[int]) -> list[tuple[Player, Player]]:
    return [(high, lower[column]) for high, column in zip(upper, columns)]


class _Ideal:
    """Which pairs and floaters a candidate may have that fails no more than the numbers in the bracket force it to.

    Where more than half are due the same seat, so that pairs of two such must be made, nobody else may meet but one
    of those (C12); and in such pairs two who are due it strongly meet only if there are too few who are not (C13).
    """

    def __init__(self, bracket: Bracket) -> None:
        players = (*bracket.moved, *bracket.residents)
        due = [sum(player.preference.seat == seat for player in players) for seat in (0, 1)]
        self._seat = 0 if due[0] >= due[1] else 1
        surplus = due[self._seat] - (len(players) - due[self._seat])
        self._forced = surplus // 2 if surplus > 1 else 0
        mild = sum(self._due(player) and player.preference.strength < STRONG for player in players)
        self._mild_suffice = mild >= self._forced

    def _due(self, player: Player) -> bool:
        return player.preference.seat == self._seat

    def pair(self, higher: Player, lower: Player) -> bool:
        """Whether the pair is legal, fails no criterion without need, and repeats no upfloat (C15, C17)."""
        if not higher.fits(lower):
            return False
        if higher.score > lower.score and "up" in lower.floats:
            return False
        mine, theirs = higher.preference, lower.preference
        if not self._forced:
            return not colours.collide(mine, theirs)
        if not self._due(higher) and not self._due(lower):
            return False
        strong = (mine.strength >= STRONG) + (theirs.strength >= STRONG)
        if self._due(higher) and self._due(lower):
            return strong == 1 or (strong == 0 if self._mild_suffice else self._both_merely_strong(mine, theirs))
        due = mine if self._due(higher) else theirs
        return self._mild_suffice or due.strength >= STRONG

    @staticmethod
    def _both_merely_strong(mine: Preference, theirs: Preference) -> bool:
        return min(mine.strength, theirs.strength) >= STRONG and not mine.strength == theirs.strength == ABSOLUTE

    def floater(self, player: Player) -> bool:
        """Whether the resident may float without need of a repeated downfloat (C14, C16)."""
        if "down" in player.floats:
            return False
        if not self._forced:
            return True
        return self._due(player) and (self._mild_suffice or player.preference.strength >= STRONG)
