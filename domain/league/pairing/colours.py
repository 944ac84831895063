"""Starting positions of two-seat games, which chess calls colours: who would like which, and who gets it.

Seat 0 begins (White), seat 1 follows (Black). Articles are those of the FIDE (Dutch) System, C.04.3 of 2026: 1.6 and
1.7 the preferences, C10 to C13 what pairing minimises, 5.2 the allocation.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

NONE, MILD, STRONG, ABSOLUTE = 0, 1, 2, 3


class Preference(msgspec.Struct, frozen=True):
    """The seat that somebody is due (None without a game yet), how strongly, and the difference: how many games more
    it had in seat 0 than in seat 1 (1.6)."""

    seat: int | None
    strength: int
    difference: int


def preference(seats: Sequence[int]) -> Preference:
    """The preference after games in these seats, the latest last (1.7)."""
    if not seats:
        return Preference(None, NONE, 0)
    difference = seats.count(0) - seats.count(1)
    rarer, other = int(difference > 0), 1 - seats[-1]
    if abs(difference) > 1:
        return Preference(rarer, ABSOLUTE, difference)
    if len(seats) > 1 and seats[-2] == seats[-1]:
        return Preference(other, ABSOLUTE, difference)
    if difference:
        return Preference(rarer, STRONG, difference)
    return Preference(other, MILD, difference)


def collide(one: Preference, other: Preference) -> bool:
    """Whether both are due the same seat, so that one of them does not get it (C12)."""
    return one.seat is not None and one.seat == other.seat


def failures(higher: Sequence[int], lower: Sequence[int]) -> tuple[int, int, int, int]:
    """What a pair that had these seats adds to C10, C11, C12 and C13, each 0 or 1.

    Only the one that is refused its seat can fail: its difference then exceeds two (C10), it has the same seat for the
    third time in a row (C11), its preference (C12) or its strong preference (C13) is not met. The first two happen to
    topscorers and their opponents only.
    """
    if not collide(preference(higher), preference(lower)):
        return 0, 0, 0, 0
    refused = lower if higher_is_granted(higher, lower) else higher
    due = preference(refused)
    after = [*refused, 1 - _seat(due)]
    unbalanced = abs(after.count(0) - after.count(1)) > 2
    thrice = len(after) > 2 and len(set(after[-3:])) == 1
    return int(unbalanced), int(thrice), 1, int(due.strength == STRONG)


def higher_begins(higher: Sequence[int], lower: Sequence[int], number: int, first_seat: int) -> bool:
    """Whether the higher ranked of two takes seat 0 (5.2).

    `higher` and `lower` are the seats they had; `number` is the pairing number of the higher ranked one and
    `first_seat` the seat that lots gave to number 1 in the first round.
    """
    mine, theirs = preference(higher), preference(lower)
    if mine.seat is None and theirs.seat is None:
        return (first_seat == 0) == (number % 2 == 1)
    if mine.seat is None:
        return theirs.seat == 1
    granted = not collide(mine, theirs) or higher_is_granted(higher, lower)
    return (mine.seat == 0) == granted


def higher_is_granted(higher: Sequence[int], lower: Sequence[int]) -> bool:
    """Of two who are due the same seat, whether the higher ranked gets it (5.2.2 to 5.2.4)."""
    mine, theirs = preference(higher), preference(lower)
    if mine.strength != theirs.strength:
        return mine.strength > theirs.strength
    if mine.strength == ABSOLUTE and abs(mine.difference) != abs(theirs.difference):
        return abs(mine.difference) > abs(theirs.difference)
    for own, other in zip(reversed(higher), reversed(lower)):
        if own != other:
            return own != mine.seat
    return True


def _seat(preference: Preference) -> int:
    assert preference.seat is not None
    return preference.seat
