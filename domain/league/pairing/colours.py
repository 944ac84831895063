"""Starting positions of two-seat games, which chess calls colours: who would like which, and who gets it.

Seat 0 begins (White), seat 1 follows (Black). Articles are those of the FIDE (Dutch) System, C.04.3 of 2026: 1.6 and
1.7 the preferences, C10 to C13 what pairing minimises, 5.2 the allocation.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

NONE, MILD, STRONG, ABSOLUTE = 0, 1, 2, 3


class Preference(msgspec.Struct, frozen=True):
    """The seat that somebody is due (None without a game yet), how strongly, by how many games it had the other one
    more often, and the seat it had in its last two games, if that was the same."""

    seat: int | None
    strength: int
    imbalance: int
    repeated: int | None


def preference(seats: Sequence[int]) -> Preference:
    """The preference after games in these seats, the latest last (1.7)."""
    if not seats:
        return Preference(None, NONE, 0, None)
    firsts = seats.count(0)
    imbalance = abs(2 * firsts - len(seats))
    rarer = 1 if 2 * firsts > len(seats) else 0
    repeated = seats[-1] if len(seats) > 1 and seats[-1] == seats[-2] else None
    if imbalance > 1:
        return Preference(rarer, ABSOLUTE, imbalance, repeated)
    if repeated is not None:
        return Preference(1 - repeated, ABSOLUTE, imbalance, repeated)
    if imbalance == 1:
        return Preference(rarer, STRONG, imbalance, None)
    return Preference(1 - seats[-1], MILD, 0, None)


def collide(one: Preference, other: Preference) -> bool:
    """Whether both are due the same seat, so that one of them does not get it (C12)."""
    return one.seat is not None and one.seat == other.seat


def failures(one: Preference, other: Preference) -> tuple[int, int, int, int]:
    """What a pair adds to C10, C11, C12 and C13, each 0 or 1.

    C10: a balance worse than two; C11: the same seat a third time; C12: a preference, C13: a strong preference that
    is not met. The first two happen to topscorers only, as others with the same absolute preference never meet.
    """
    if not collide(one, other):
        return 0, 0, 0, 0
    both_absolute = one.strength == other.strength == ABSOLUTE
    worse_balance = one.imbalance > 1 and other.imbalance > 1
    strong = min(one.strength, other.strength) >= STRONG and not both_absolute
    return int(worse_balance), int(both_absolute and _third_time(one, other)), 1, int(strong)


def _third_time(one: Preference, other: Preference) -> bool:
    """Whether the one that is refused its seat gets the other seat for the third time in a row."""
    if one.imbalance == other.imbalance:
        return one.repeated is not None and one.repeated == other.repeated
    refused = min(one, other, key=lambda preference: preference.imbalance)
    return refused.repeated is not None and refused.repeated != refused.seat


def higher_begins(higher: Sequence[int], lower: Sequence[int], number: int, first_seat: int) -> bool:
    """Whether the higher ranked of two takes seat 0 (5.2).

    `higher` and `lower` are the seats they had; `number` is the pairing number of the higher ranked one and
    `first_seat` the seat that lots gave to number 1 in the first round.
    """
    mine, theirs = preference(higher), preference(lower)
    if mine.seat is None and theirs.seat is None:
        return (first_seat == 0) == (number % 2 == 1)
    if not collide(mine, theirs):
        return (mine.seat if mine.seat is not None else 1 - _seat(theirs)) == 0
    stronger = _stronger(mine, theirs)
    if stronger is not None:
        return stronger == (mine.seat == 0)
    for own, other in zip(reversed(higher), reversed(lower)):
        if own != other:
            return other == 0
    return mine.seat == 0


def _stronger(mine: Preference, theirs: Preference) -> bool | None:
    """Whether the first preference is the stronger one (5.2.2), None if neither is."""
    if mine.strength != theirs.strength:
        return mine.strength > theirs.strength
    if mine.strength == ABSOLUTE and mine.imbalance != theirs.imbalance:
        return mine.imbalance > theirs.imbalance
    return None


def _seat(preference: Preference) -> int:
    assert preference.seat is not None
    return preference.seat
