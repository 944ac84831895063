"""The ladder of target numbers, and what a throw of dice forms (WD-CHECK-1, WD-CHECK-2, WD-CHECK-7)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import combinations_with_replacement
from math import factorial
from typing import Literal, NamedTuple, get_args

Code = Literal["6H", "1P", "3S", "3K", "4S", "4K", "5S", "5K"]

CODES: tuple[Code, ...] = get_args(Code)
"""Target numbers from the easiest, level 1, to the hardest, level 8."""

TOP = len(CODES)


class Formed(NamedTuple):
    """The best that a throw forms: its level, 0 to 8, and the face that decides between equal levels."""

    level: int
    face: int


def level_of(code: str) -> int:
    """The level of a target number; ValueError for an unknown one."""
    return CODES.index(code) + 1


def code_of(level: int) -> str:
    """The target number of a level, 1 to 8."""
    return CODES[level - 1]


def shifted(level: int, by: int) -> int:
    """A level moved along the ladder, which it never leaves (WD-CHECK-11)."""
    return min(max(level + by, 1), TOP)


def formed(dice: Sequence[int]) -> Formed:
    """The highest level that any of the dice form, and the best face of it (WD-CHECK-1, WD-CHECK-7).

    Of a kind the face, of a run its top face; a single 6 and nothing at all have face 0, so they always tie.
    """
    return _formed_by(tuple(sorted(dice)))


@cache
def _formed_by(dice: tuple[int, ...]) -> Formed:
    most, face = _most_of_a_kind(dice)
    length, top = _longest_run(dice)
    for size in (5, 4, 3):
        if most >= size:
            return Formed(2 * size - 2, _best_face(dice, size))
        if length >= size:
            return Formed(2 * size - 3, top)
    if most == 2:
        return Formed(2, face)
    return Formed(1 if 6 in dice else 0, 0)


def reaches(dice: Sequence[int], level: int) -> bool:
    """Whether a throw meets a target number (WD-CHECK-2)."""
    return formed(dice).level >= level


@cache
def throws(count: int) -> tuple[int, ...]:
    """How many of the 6 ** count throws form level 0, 1, ..., 8."""
    ways = [0] * (TOP + 1)
    for dice in combinations_with_replacement(range(1, 7), count):
        arrangements = factorial(count)
        for face in set(dice):
            arrangements //= factorial(dice.count(face))
        ways[formed(dice).level] += arrangements
    return tuple(ways)


@cache
def odds(count: int, level: int) -> int:
    """The chance, in millionths, that `count` dice reach the level."""
    return int(sum(throws(count)[level:]) * 1_000_000 // 6**count)


@cache
def odds_after(kept: tuple[int, ...], thrown: int, level: int) -> int:
    """The chance, in millionths, that the kept dice (sorted) and `thrown` new ones reach the level."""
    good = 0
    for dice in combinations_with_replacement(range(1, 7), thrown):
        if reaches(kept + dice, level):
            arrangements = factorial(thrown)
            for face in set(dice):
                arrangements //= factorial(dice.count(face))
            good += arrangements
    return int(good * 1_000_000 // 6**thrown)


def _most_of_a_kind(dice: Sequence[int]) -> tuple[int, int]:
    return max(((dice.count(face), face) for face in set(dice)), default=(0, 0))


def _best_face(dice: Sequence[int], size: int) -> int:
    return max(face for face in set(dice) if dice.count(face) >= size)


def _longest_run(dice: Sequence[int]) -> tuple[int, int]:
    """The length of the longest run (the ladder ends at 5), and the top face of the best run of that length."""
    faces = set(dice)
    best = (0, 0)
    for top in range(1, 7):
        length = 0
        while top - length in faces:
            length += 1
        best = max(best, (min(length, 5), top))
    return best
