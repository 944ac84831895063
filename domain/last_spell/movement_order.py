"""The order in which monsters move and attack (LS-MOVE-1, LS-MOVE-2, R16)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cmp_to_key

from domain.last_spell.geometry import Facing, Square, offset_of
from domain.last_spell.pieces import facing_of, squares_of
from domain.last_spell.state import LastSpellState

File = list[str]
"""Monsters with the same facing on the same row or column, the one nearest the city first."""


def in_order(state: LastSpellState, names: Iterable[str]) -> list[str]:
    """The monsters in the order of the angle of their squares round the centre, from due west over north, east and
    south; a file together at the place of its first; of two with the same angle the nearer to the centre."""

    def compare(one: File, other: File) -> int:
        first, second = _from_center(state, one[0]), _from_center(state, other[0])
        return clockwise(first, second) or _length(first) - _length(second)

    return [name for file in sorted(files(state, names), key=cmp_to_key(compare)) for name in file]


def files(state: LastSpellState, names: Iterable[str]) -> list[File]:
    """The monsters by file, each file with the one nearest the city first (LS-MOVE-2)."""
    found: dict[tuple[Facing, int], File] = {}
    for name in names:
        facing, [square, *_] = facing_of(state, name), squares_of(state, name)
        line = square[0] if facing in ("north", "south") else square[1]
        found.setdefault((facing, line), []).append(name)
    for (facing, _), file in found.items():
        file.sort(key=lambda name: -offset_of((0, 0), facing, squares_of(state, name)[0])[0])
    return list(found.values())


def clockwise(one: Square, other: Square) -> int:
    """Negative if the vector `one` comes before `other` in a turn from due west over north, east and south."""
    halves = _half(one) - _half(other)
    return halves or other[0] * one[1] - one[0] * other[1]


def _half(vector: Square) -> int:
    """0 from due west to before due east, over north; 1 from due east to before due west. The centre itself, on which
    a piece can stand where there is no circle, is taken as due east."""
    x, y = vector
    return int(y > 0 or (y == 0 and x >= 0))


def _from_center(state: LastSpellState, name: str) -> Square:
    """The monster's square seen from the centre, in half squares, so that no fraction is needed."""
    [(x, y), *_] = squares_of(state, name)
    return 2 * x - state.board.center[0], 2 * y - state.board.center[1]


def _length(vector: Square) -> int:
    return vector[0] * vector[0] + vector[1] * vector[1]
