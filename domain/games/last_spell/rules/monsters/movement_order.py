"""The order in which monsters move and attack (LS-MOVE-1, LS-MOVE-2, R16)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cmp_to_key

from domain.games.last_spell.rules.readings import westernmost_begins
from domain.games.last_spell.rules.town.geometry import Facing, Square, offset_of
from domain.games.last_spell.rules.town.pieces import facing_of, squares_of
from domain.games.last_spell.state import LastSpellState

File = list[str]
"""Monsters with the same facing on the same row or column, the one nearest the city first."""


def in_order(state: LastSpellState, names: Iterable[str]) -> list[str]:
    """The monsters file by file, clockwise round the centre: the westernmost monster's begins, or by the other reading
    the first from due west (LS-MOVE-1)."""
    found = from_due_west(state, files(state, names))
    if found and westernmost_begins(state):
        found = from_westernmost(state, found)
    return [name for file in found for name in file]


def from_due_west(state: LastSpellState, found: Iterable[File]) -> list[File]:
    """The files in the order of the angle of their squares round the centre, from due west over north, east and south;
    a file together at the place of its first; of two with the same angle the nearer to the centre."""

    def compare(one: File, other: File) -> int:
        first, second = _from_center(state, one[0]), _from_center(state, other[0])
        return clockwise(first, second) or _length(first) - _length(second)

    return sorted(found, key=cmp_to_key(compare))


def from_westernmost(state: LastSpellState, found: list[File]) -> list[File]:
    """Files in the order from due west, turned so that the westernmost monster's begins and the others follow clockwise
    from the angle of its front member (R16)."""
    leader = westernmost(state, (name for file in found for name in file))
    first = next(file for file in found if leader in file)
    start = _from_center(state, first[0])
    others = [file for file in found if file is not first]
    passed = [file for file in others if clockwise(_from_center(state, file[0]), start) < 0]
    return [first, *(file for file in others if file not in passed), *passed]


def westernmost(state: LastSpellState, names: Iterable[str]) -> str:
    """The monster on the westernmost column; of several there the one that comes first clockwise from due west."""

    def compare(one: str, other: str) -> int:
        first, second = _from_center(state, one), _from_center(state, other)
        return first[0] - second[0] or clockwise(first, second)

    return min(names, key=cmp_to_key(compare))


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
