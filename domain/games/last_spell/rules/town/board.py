"""The board: terrain, arrows, sectors and fog (chapter 1, LS-BOARD)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TypedDict

from domain.games.last_spell.rules.town.geometry import Facing, Square, neighbours, zone

GROUND, FOG, CROSSABLE, CLIFF, TREE, WATER, CIRCLE, VOID = ".", "F", "x", "#", "T", "~", "O", "-"
TERRAIN = GROUND + FOG + CROSSABLE + CLIFF + TREE + WATER + CIRCLE + VOID

OPEN = (GROUND, WATER, FOG)
"""Terrain that is no obstacle to a monster (R56)."""

CIRCLE_SECTOR = "circle"
"""The sector of the circle's squares (LS-BOARD-5); every other sector is named by its letter."""

ARROWS: Mapping[str, Facing] = {"^": "north", ">": "east", "v": "south", "<": "west"}


class ShownBoard(TypedDict):
    """The board, drawn row by row, and the sectors of the city."""

    terrain: str
    arrows: str
    sectors: str
    city: list[str]


class Board:
    """A grid of squares, immutable. What is outside the board or void has no terrain.

    `terrain` is square -> sign, `arrows` square -> facing (LS-BOARD-11), `sectors` square -> sector (LS-BOARD-1);
    `city` and `circle` are the squares inside the city and of the circle. `adjacent` is sector -> the sectors that
    share an orthogonal border with it (LS-BOARD-3), `far` those adjacent to an adjacent one and neither adjacent
    nor active (LS-BOARD-4). `center` is the centre of the circle, or of the board, in half squares. `rows` are the
    signs of terrain, arrows and sectors, a string a row. `covered` are the squares in the zone of a tree.
    """

    __slots__ = (
        "adjacent", "arrows", "center", "circle", "city", "city_sectors", "covered", "far", "fog", "height", "rows",
        "sector_squares", "sectors", "terrain", "trees", "width",
    )  # fmt: skip

    def __init__(
        self, terrain: Sequence[str], arrows: Sequence[str], sectors: Sequence[str], city: Iterable[str]
    ) -> None:
        self.width, self.height = len(terrain[0]), len(terrain)
        self.city_sectors = frozenset(city)
        self.terrain = {square: sign for square, sign in _signs(terrain) if sign != VOID}
        self.arrows = {square: ARROWS[sign] for square, sign in _signs(arrows) if sign in ARROWS}
        self.circle = frozenset(square for square, sign in self.terrain.items() if sign == CIRCLE)
        self.fog = frozenset(square for square, sign in self.terrain.items() if sign == FOG)
        self.trees = frozenset(square for square, sign in self.terrain.items() if sign == TREE)
        self.covered = frozenset(near for tree in self.trees for near in zone((tree,)))
        self.sectors = {square: sign for square, sign in _signs(sectors) if sign != VOID}
        self.sectors.update(dict.fromkeys(self.circle, CIRCLE_SECTOR))
        self.city = frozenset(square for square, sector in self.sectors.items() if sector in self.city_sectors)
        self.sector_squares = self._sector_squares()
        self.adjacent = self._adjacent()
        self.far = {sector: self._far(sector) for sector in self.adjacent}
        self.center = self._center()
        self.rows = (tuple(terrain), tuple(arrows), tuple(sectors))

    def contains(self, square: Square) -> bool:
        """Whether the square lies on the grid, void or not."""
        return 0 <= square[0] < self.width and 0 <= square[1] < self.height

    def cleared(self, squares: Iterable[Square]) -> Board:
        """The board with ground where trees and crossable obstacles stood on `squares` (LS-BOSS-DRYAD-2)."""
        terrain, arrows, sectors = self.rows
        signs = [list(row) for row in terrain]
        for x, y in squares:
            if self.terrain.get((x, y)) in (TREE, CROSSABLE):
                signs[y][x] = GROUND
        return Board(["".join(row) for row in signs], arrows, sectors, self.city_sectors)

    def drawn(self) -> ShownBoard:
        """The board as the table shows it and as a position gives it."""
        terrain, arrows, sectors = ("\n".join(rows) for rows in self.rows)
        return {"terrain": terrain, "arrows": arrows, "sectors": sectors, "city": sorted(self.city_sectors)}

    def _sector_squares(self) -> dict[str, tuple[Square, ...]]:
        found: dict[str, list[Square]] = {}
        for square, sector in sorted(self.sectors.items(), key=lambda item: (item[0][1], item[0][0])):
            found.setdefault(sector, []).append(square)
        return {sector: tuple(squares) for sector, squares in found.items()}

    def _adjacent(self) -> dict[str, frozenset[str]]:
        found: dict[str, set[str]] = {sector: set() for sector in self.sector_squares}
        for square, sector in self.sectors.items():
            for near in neighbours(square):
                other = self.sectors.get(near, sector)
                if other != sector:
                    found[sector].add(other)
        if self.circle:
            for sector in self.city_sectors & found.keys():
                found[sector].add(CIRCLE_SECTOR)
                found[CIRCLE_SECTOR].add(sector)
        return {sector: frozenset(others) for sector, others in found.items()}

    def _far(self, sector: str) -> frozenset[str]:
        near = self.adjacent[sector]
        return frozenset().union(*(self.adjacent[other] for other in near)) - near - {sector}

    def _center(self) -> Square:
        squares = self.circle or {(0, 0), (self.width - 1, self.height - 1)}
        xs, ys = [x for x, _ in squares], [y for _, y in squares]
        return min(xs) + max(xs), min(ys) + max(ys)


def with_fog(terrain: Sequence[str], sides: Iterable[str], playable: tuple[Square, Square], offset: int) -> list[str]:
    """The rows of a city with the fog moved inwards by `offset` squares from each of `sides` (R47).

    `playable` are the north-west and south-east corner of what the fog of the first night leaves free.
    """
    (west, north), (east, south) = playable
    sides = frozenset(sides)

    def covered(x: int, y: int) -> bool:
        inside = west <= x <= east and north <= y <= south
        depths = {"west": x - west, "east": east - x, "north": y - north, "south": south - y}
        return inside and any(depths[side] < offset for side in sides)

    return [
        "".join(FOG if sign not in (VOID, CLIFF) and covered(x, y) else sign for x, sign in enumerate(row))
        for y, row in enumerate(terrain)
    ]


def _signs(rows: Sequence[str]) -> Iterable[tuple[Square, str]]:
    return (((x, y), sign) for y, row in enumerate(rows) for x, sign in enumerate(row))
