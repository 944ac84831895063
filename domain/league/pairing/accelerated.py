"""Accelerated rounds: points that count for pairing alone (FIDE Handbook, C.04.5.1, since 2026 C.04.7).

| the Baku method | here |
| --- | --- |
| group A: the first half of those who are there at first, rounded up to an even number | yes |
| late entries: the last of group A stays the last | yes: who enters late has the last number |
| accelerated rounds: the first half, rounded up | yes |
| virtual points: those of a win in the first half of these, rounded up | yes, whatever a win brings |
| half of that in the others | yes |
| the pairing score is the sum of points and virtual points | yes, for scoregroups and floats |
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

import msgspec


class Acceleration(msgspec.Struct, frozen=True):
    """Virtual points for the pairing numbers from `lowest` to `highest`, in the rounds from `first` to `last`: a record
    250 of a FIDE report file."""

    points: Fraction
    first: int
    last: int
    lowest: int
    highest: int


def baku(players: int, rounds: int, win: Fraction) -> tuple[Acceleration, ...]:
    """The Baku acceleration of a tournament of so many players and rounds, in which a win brings so many points."""
    highest = 2 * -(-players // 4)
    accelerated = -(-rounds // 2)
    full = -(-accelerated // 2)
    halves = (Acceleration(win, 1, full, 1, highest), Acceleration(win / 2, full + 1, accelerated, 1, highest))
    return tuple(half for half in halves if half.first <= half.last)


def virtual(accelerations: Iterable[Acceleration], number: int, round_number: int) -> Fraction:
    """The virtual points of a pairing number in a round."""
    return sum(
        (
            one.points
            for one in accelerations
            if one.first <= round_number <= one.last and one.lowest <= number <= one.highest
        ),
        Fraction(0),
    )
