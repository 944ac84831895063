"""Squares and facings: the plane geometry on which the rules of the board rest.

A square is `(x, y)`; x grows to the east, y to the south. A facing is `north`, `east`, `south` or `west`. An offset is
`(forward, lateral)` seen in a facing, lateral being positive to the right.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, get_args

from domain.contract.game import Json

Square = tuple[int, int]
Offset = tuple[int, int]
Facing = Literal["north", "east", "south", "west"]
Side = Literal["left", "right"]

SIDES: tuple[Side, ...] = get_args(Side)
"""The two sides of the Destiny token."""

FACINGS: tuple[Facing, ...] = ("north", "east", "south", "west")

_STEP = {"north": (0, -1), "east": (1, 0), "south": (0, 1), "west": (-1, 0)}
_AROUND = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))


def as_lists(squares: Iterable[Square]) -> tuple[Json, ...]:
    """Squares as `[x, y]`, as slots write them."""
    return tuple(list(square) for square in squares)


def turned(facing: str, quarters: int) -> Facing:
    """The facing after quarter turns to the right."""
    return FACINGS[(_INDEX[facing] + quarters) % 4]


def beside(facing: str, side: Side) -> Facing:
    """The facing that lies to the left or right of one who looks in `facing`."""
    return turned(facing, -1 if side == "left" else 1)


def to_either_side(facing: str, first: Side) -> tuple[Facing, Facing]:
    """The facings to both sides of one who looks in `facing`, that to the side `first` before the other."""
    left, right = beside(facing, "left"), beside(facing, "right")
    return (left, right) if first == "left" else (right, left)


def ahead(square: Square, facing: str, count: int = 1) -> Square:
    """The square `count` squares straight ahead."""
    dx, dy = _STEP[facing]
    return square[0] + dx * count, square[1] + dy * count


def neighbours(square: Square) -> tuple[Square, Square, Square, Square]:
    """The four adjacent squares: north, east, south, west."""
    x, y = square
    return (x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y)


def adjacent(squares: Iterable[Square]) -> tuple[Square, ...]:
    """The squares adjacent to a piece that occupies `squares`, each once."""
    own = tuple(squares)
    if len(own) == 1:
        return neighbours(own[0])
    return tuple(dict.fromkeys(near for square in own for near in neighbours(square) if near not in own))


def zone(squares: Iterable[Square]) -> tuple[Square, ...]:
    """The zone of a piece: every square round those it occupies, diagonals included (LS-BOARD-6)."""
    own = tuple(squares)
    found = dict.fromkeys((x + dx, y + dy) for x, y in own for dx, dy in _AROUND)
    return tuple(square for square in found if square not in own)


def footprint(at: Square, width: int, height: int) -> tuple[Square, ...]:
    """The squares of a piece whose north-west square is `at`."""
    return tuple((at[0] + x, at[1] + y) for y in range(height) for x in range(width))


def at_offset(origin: Square, facing: str, offset: Offset) -> Square:
    """The square at `(forward, lateral)` from `origin`, seen in `facing`."""
    dx, dy = _STEP[facing]
    forward, lateral = offset
    return origin[0] + dx * forward - dy * lateral, origin[1] + dy * forward + dx * lateral


def offset_of(origin: Square, facing: str, square: Square) -> Offset:
    """`(forward, lateral)` of a square from `origin`, seen in `facing`: the inverse of `at_offset`."""
    dx, dy = _STEP[facing]
    x, y = square[0] - origin[0], square[1] - origin[1]
    return x * dx + y * dy, y * dx - x * dy


def distance(one: Square, other: Square) -> int:
    """How many orthogonal steps lie between two squares."""
    return abs(one[0] - other[0]) + abs(one[1] - other[1])


def straight(origin: Square, square: Square) -> Facing | None:
    """The facing in which `square` lies straight ahead of `origin`; None if it does not, or is the same."""
    if (origin[0] == square[0]) == (origin[1] == square[1]):
        return None
    return axis(origin, square)


def axis(origin: Square, square: Square) -> Facing:
    """The axis of the greater distance, the horizontal one on a tie; east from a square to itself (LS-WPN-15)."""
    x, y = square[0] - origin[0], square[1] - origin[1]
    if abs(x) >= abs(y):
        return "east" if x >= 0 else "west"
    return "south" if y > 0 else "north"


_INDEX: dict[str, int] = {facing: index for index, facing in enumerate(FACINGS)}
