"""The drawing of one tile: its 36 cells and what lies on each of their sides (WD-TILE-1, WD-TILE-3).

Rows and columns count from 0, row 0 north, in the tile's own unrotated coordinates.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal, get_args

import msgspec

SIZE = 6
Side = Literal["n", "e", "s", "w"]
SIDES: tuple[Side, ...] = get_args(Side)
STEP: Mapping[str, tuple[int, int]] = {"n": (-1, 0), "e": (0, 1), "s": (1, 0), "w": (0, -1)}

OPEN, FENCE, WINDOW = " ", "f", "w"
WALLS = "|-"
LOCKS = "123"
INTERIOR = "i?!"
ENCOUNTER = "?Q"
EVENT = "!E"
CELLS = "syi?!QE"

PLAIN_INTERIOR = "i"
"""The kind of an interior cell that is neither an encounter nor an event space."""

Cell = tuple[int, int]


class Plan(msgspec.Struct, frozen=True):
    """A tile's cells by place, and the edge on each of their sides."""

    cells: Mapping[Cell, str]
    edges: Mapping[tuple[int, int, str], str]

    def doors(self) -> Iterator[tuple[Cell, str, int]]:
        """Doors as (inside cell, side, locks), in reading order of the drawing's cells."""
        for (row, col, side), edge in self.edges.items():
            if edge in LOCKS and is_interior(self.cells[row, col]):
                yield (row, col), side, int(edge)

    def windows(self) -> Iterator[tuple[Cell, str]]:
        """Windows as (inside cell, side)."""
        for (row, col, side), edge in self.edges.items():
            if edge == WINDOW and is_interior(self.cells[row, col]):
                yield (row, col), side

    def neighbours(self, cell: Cell) -> Iterator[tuple[str, str, Cell]]:
        """(side, edge, cell beyond) for each side that does not leave the tile."""
        for side in SIDES:
            beyond = shifted(cell, side)
            if beyond in self.cells:
                yield side, self.edges[(*cell, side)], beyond


def space_name(tile: str, cell: Cell) -> str:
    """The name of a space: `TILE/ROW/COL` (WD-TILE-1)."""
    return f"{tile}/{cell[0]}/{cell[1]}"


def is_interior(kind: str) -> bool:
    """Whether a cell of this kind is inside a building."""
    return kind in INTERIOR


def shifted(cell: Cell, side: str) -> Cell:
    """The cell one step to that side."""
    return cell[0] + STEP[side][0], cell[1] + STEP[side][1]


def opposite(side: str) -> str:
    """The side that faces this one."""
    return SIDES[(SIDES.index(side) + 2) % 4]


def turned(side: str, rot: int) -> str:
    """Where a side points when its tile is turned `rot` degrees clockwise."""
    return SIDES[(SIDES.index(side) + rot // 90) % 4]


def turned_cell(cell: Cell, rot: int) -> Cell:
    """Where a cell comes to when its tile is turned `rot` degrees clockwise (WD-TILE-2)."""
    for _ in range(rot // 90):
        cell = (cell[1], SIZE - 1 - cell[0])
    return cell


def parse(rows: tuple[str, ...]) -> Plan:
    """The plan of a layout: 13 rows of 13 characters, cells at odd places and edges between them."""
    places = [(row, col) for row in range(SIZE) for col in range(SIZE)]
    edges: dict[tuple[int, int, str], str] = {
        (row, col, side): rows[2 * row + 1 + STEP[side][0]][2 * col + 1 + STEP[side][1]]
        for row, col in places
        for side in SIDES
    }
    return Plan({(row, col): rows[2 * row + 1][2 * col + 1] for row, col in places}, edges)
