"""The map: where tiles lie, which steps can be walked, and how far it is (WD-TILE)."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple, TypeVar

from domain.games.darkness.components import DoorRow, Tile, WindowRow
from domain.games.darkness.data import Data
from domain.games.darkness.rules.town import layout
from domain.games.darkness.rules.town.layout import SIDES, SIZE, Cell

Opening = TypeVar("Opening", DoorRow, WindowRow)

FAR = 1_000
"""More steps than any map has."""


class Place(NamedTuple):
    """Where a tile lies: x east and y south in tiles, turned `rot` degrees clockwise (WD-TILE-2)."""

    x: int
    y: int
    rot: int


class SpaceStep(NamedTuple):
    """A step to a neighbouring space in a direction of the map; `door` bars it from outside (WD-TILE-7)."""

    side: str
    to: str
    door: str | None


class Walk(NamedTuple):
    """The shortest walk to a space: the spaces entered, in order (WD-TILE-9)."""

    path: tuple[str, ...]

    @property
    def steps(self) -> int:
        """Its length."""
        return len(self.path)


class Ground:
    """The tiles on the map and every step between their spaces. Made anew when a tile is placed, never changed.

    `steps` are the ways out of each space in the order n, e, s, w; `barriers` what stops a look to a neighbour:
    `""` a wall, or a door's name.
    """

    __slots__ = ("at", "barriers", "data", "places", "spaces", "steps")

    def __init__(self, data: Data, places: Mapping[str, Place]) -> None:
        self.data = data
        self.places = dict(places)
        self.at: dict[str, Cell] = {}
        for name, place in self.places.items():
            for space in data.tiles[name].spaces:
                row, col = layout.turned_cell(space.cell, place.rot)
                self.at[space.id] = (SIZE * place.y + row, SIZE * place.x + col)
        self.spaces = {cell: space for space, cell in self.at.items()}
        self.steps: dict[str, tuple[SpaceStep, ...]] = {}
        self.barriers: dict[str, dict[str, str]] = {}
        for name, place in self.places.items():
            self._join(data.tiles[name], place.rot)

    def steps_from(self, space: str) -> tuple[SpaceStep, ...]:
        """The ways out of a space; none from one that is not on the map."""
        return self.steps.get(space, ())

    def neighbour(self, space: str, side: str) -> str | None:
        """The space beside this one in a direction of the map, whatever is between them."""
        return self.spaces.get(layout.shifted(self.at[space], side)) if space in self.at else None

    def _join(self, tile: Tile, rot: int) -> None:
        for space in tile.spaces:
            steps, barriers = {}, {}
            for own_side in SIDES:
                side = layout.turned(own_side, rot)
                to = self.neighbour(space.id, side)
                if to is None:
                    continue
                step, barrier = self._edge(tile, space.cell, own_side, side, to)
                if step:
                    steps[side] = step
                if barrier is not None:
                    barriers[side] = barrier
            self.steps[space.id] = tuple(steps[side] for side in SIDES if side in steps)
            self.barriers[space.id] = barriers

    def _edge(self, tile: Tile, cell: Cell, own_side: str, side: str, to: str) -> tuple[SpaceStep | None, str | None]:
        """The step across an edge, and what bars the look across it (WD-TILE-4, WD-TILE-5, WD-TILE-6)."""
        edge = tile.plan.edges[(*cell, own_side)]
        beyond = self.data.spaces[to]
        if beyond.tile != tile.id:
            inside = layout.is_interior(tile.plan.cells[cell])
            open_way = edge == layout.OPEN and inside == (beyond.building is not None)
            return (SpaceStep(side, to, None), None) if open_way else (None, "")
        if edge in layout.WALLS:
            return None, ""
        if edge == layout.WINDOW:
            return None, None
        if edge not in layout.LOCKS:
            return SpaceStep(side, to, None), None
        from_inside = layout.is_interior(tile.plan.cells[cell])
        inner, inner_side = (cell, own_side) if from_inside else (beyond.cell, layout.opposite(own_side))
        door = door_name(tile.id, inner, inner_side)
        return SpaceStep(side, to, None if from_inside else door), door


@lru_cache(maxsize=64)
def ground_of(data: Data, places: tuple[tuple[str, Place], ...]) -> Ground:
    """The ground of a map."""
    return Ground(data, dict(places))


def door_name(tile: str, cell: Cell, side: str) -> str:
    """The name of a door or window: its inside space and side (WD-TILE-6)."""
    return f"{layout.space_name(tile, cell)}/{side}"


def find_door(data: Data, name: str) -> DoorRow | None:
    """The door of that name, on the map or not."""
    tile = data.tiles.get(tile_of(name))
    return _named(name, tile.row.doors) if tile else None


def find_window(data: Data, name: str) -> WindowRow | None:
    """The window of that name, on the map or not."""
    tile = data.tiles.get(tile_of(name))
    return _named(name, tile.row.windows) if tile else None


def inside_of(opening: str) -> str:
    """The space inside a door or window."""
    return opening.rpartition("/")[0]


def outside_of(opening: str) -> str:
    """The space outside a door or window; it is on the same tile."""
    inside, _, side = opening.rpartition("/")
    tile, row, col = inside.split("/")
    return layout.space_name(tile, layout.shifted((int(row), int(col)), side))


def tile_of(space: str) -> str:
    """The tile that a space, door or window is of."""
    return space.partition("/")[0]


def doors_of(data: Data, tile: str) -> list[str]:
    """The doors of a tile in the order of its list."""
    return [door_name(tile, door.cell, door.side) for door in data.tiles[tile].row.doors] if tile else []


def windows_of(data: Data, tile: str) -> list[str]:
    """The windows of a tile in the order of its list."""
    return [door_name(tile, window.cell, window.side) for window in data.tiles[tile].row.windows] if tile else []


def _named(name: str, rows: Iterable[Opening]) -> Opening | None:
    return next((row for row in rows if door_name(tile_of(name), row.cell, row.side) == name), None)


def walks(
    ground: Ground,
    start: str,
    passes: Callable[[SpaceStep], bool],
    limit: int = FAR,
    *,
    stay_on: str | None = None,
) -> dict[str, str | None]:
    """Every space within `limit` steps, nearest first, with the space that its shortest walk comes from.

    `passes` says which steps this walker can take (WD-TILE-9: locked doors from outside, walls and windows bar
    them); of equally short walks the one whose directions come first in the order n, e, s, w is kept. With
    `stay_on` the walk never leaves that tile. No walk begins where there is no map.
    """
    if start not in ground.at:
        return {}
    came: dict[str, str | None] = {start: None}
    waiting = deque([(start, 0)])
    while waiting:
        space, steps = waiting.popleft()
        if steps == limit:
            continue
        for step in ground.steps_from(space):
            if step.to in came or not passes(step) or (stay_on and tile_of(step.to) != stay_on):
                continue
            came[step.to] = space
            waiting.append((step.to, steps + 1))
    return came


def walk_to(came: Mapping[str, str | None], to: str) -> Walk | None:
    """The walk that `walks` found to a space, or None."""
    if to not in came:
        return None
    return Walk(tuple(reversed(list(_back(came, to)))))


def _back(came: Mapping[str, str | None], space: str) -> Iterator[str]:
    previous = came[space]
    while previous is not None:
        yield space
        space, previous = previous, came[previous]


def rotations_for(ground: Ground, tile: str, x: int, y: int) -> list[int]:
    """The rotations in which a tile, with its other half, has room at (x, y) (WD-TILE-14)."""
    row = ground.data.tiles[tile].row
    if row.paired_with is None:
        return list(row.rotations)
    taken = {(place.x, place.y) for place in ground.places.values()}
    return [rot for rot in row.rotations if pair_place(ground.data, tile, Place(x, y, rot))[:2] not in taken]


def pair_place(data: Data, tile: str, place: Place) -> Place:
    """Where the other half of a High School half lies (WD-TILE-14)."""
    down, right = data.tiles[tile].row.pair_offset_rot0
    for _ in range(place.rot // 90):
        down, right = right, -down
    return Place(place.x + right, place.y + down, place.rot)
