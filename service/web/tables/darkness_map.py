"""The map of When Darkness Comes as a picture: ground, walls, doors and windows, what lies there, who stands there.

A space is `UNIT` wide in the picture; the tile at x 0, y 0 begins at its origin.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from domain.contract.game import Json
from domain.games.darkness.drawing import (
    ENCOUNTER,
    EVENT,
    FENCE,
    LOCKS,
    SIZE,
    WALLS,
    WINDOW,
    Cell,
    DarknessDrawing,
    Place,
    is_interior,
    turned,
    turned_cell,
)
from service.language.names import Names, Said
from service.web.tables.darkness_pieces import SORTS, Piece, pieces_on
from service.web.tables.darkness_words import SIDES as SAID

UNIT = 24
GROUNDS = {"s": "street", "y": "yard", "Q": "yard", "E": "yard"}
"""Sign of a cell outdoors -> what it is painted as; all others are interiors."""

SIDES: Mapping[str, tuple[int, int, str]] = {"n": (0, 0, "h"), "w": (0, 0, "v"), "e": (1, 0, "v"), "s": (0, 1, "h")}
"""Side -> the corner where its edge begins, in spaces, and whether it runs across (`h`) or down (`v`)."""


LETTER = 5
"""How wide a letter of a tile's name is in the picture, about."""

WAYS = {"n": (0, -1), "e": (1, 0), "s": (0, 1), "w": (-1, 0)}
"""Side -> the way over it, in spaces."""


@dataclass(frozen=True)
class Edge:
    """A door or window: the middle of its edge, whether it runs across or down, and what it is in words."""

    kind: str
    x: int
    y: int
    run: str
    text: str
    alt: str


@dataclass(frozen=True)
class TileName:
    """The name of a tile at its place, or a mark on the ground."""

    x: int
    y: int
    text: str


@dataclass(frozen=True)
class Drawn:
    """A piece in the picture: the middle and half width of its box, what it is in words, and with its address for those
    who do not see where it lies."""

    piece: Piece
    x: int
    y: int
    size: int
    said: str
    alt: str


@dataclass(frozen=True)
class Touch:
    """A square of the picture that can be touched: its corner and size, the thing that it is, what it is called, and
    that with its address for whoever does not see where it lies.

    `steps` is how far one walks there; 0 if nobody walks there. `is_edge`: a door or window, of which it lies inside.
    `is_beyond`: a square where the town ends, for exploring.
    """

    x: int
    y: int
    thing: str
    said: str
    name: str
    size: int = UNIT
    steps: int = 0
    is_edge: bool = False
    is_beyond: bool = False


@dataclass(frozen=True)
class Ghost:
    """A tile as it may yet lie: the thing that stands for it, and its picture at its place."""

    thing: str
    picture: MapPicture


@dataclass(frozen=True)
class Turning:
    """Ghosts that lie at one place: touching them turns the tile on, in this order."""

    x: int
    y: int
    size: int
    name: str
    ghosts: Sequence[Ghost]

    @property
    def things(self) -> str:
        """All of them, as one touch meets them."""
        return " ".join(ghost.thing for ghost in self.ghosts)


@dataclass(frozen=True)
class MapPicture:
    """All of it. `grounds` are pairs of a kind of ground and the path of its spaces; `walls` and `fences` are paths;
    `signs` are pairs of a drawing that stands on the map and what it is."""

    view_box: str
    width: int
    grounds: Sequence[tuple[str, str]]
    marks: Sequence[TileName]
    walls: str
    fences: str
    openings: Sequence[Edge]
    tiles: Sequence[TileName]
    pieces: Sequence[Drawn]
    touches: Sequence[Touch]
    signs: Sequence[tuple[str, str]] = ()
    turning: Turning | None = None
    unit: int = UNIT


def map_picture(
    table: Mapping[str, Json],
    drawing: DarknessDrawing,
    things: Mapping[str, int],
    names: Names,
    asked: Mapping[str, Json] | None = None,
) -> MapPicture:
    """The map as it is. `things` can be touched: spaces (`space/bar/0/0`), sides to leave it by (`beyond/n`), doors and
    windows (`edge/bar/0/0/n`), characters (`seat/s1`) and disks (`disk/item-rope`); each has its `Touch.steps`.

    `asked`: how a drawn `tile` is to be laid in a `direction`, for which the things are `ghost/0` and so on.
    """
    painter = _Painter(table, drawing, names)
    picture = painter.picture(things)
    turns = [thing for thing in things if thing.startswith("ghost/")]
    beyond = painter.place_beyond(asked["direction"]) if asked and turns else None
    if asked is None or beyond is None:
        return picture
    laid = [drawing.laid(asked["tile"], Place(*beyond, int(thing.removeprefix("ghost/")))) for thing in turns]
    ghosts = [Ghost(thing, _alone(table, drawing, places, names)) for thing, places in zip(turns, laid)]
    wide, (x, y) = SIZE * UNIT, beyond
    name = names.filled("Turn {tile}", {"tile": asked["tile"]})
    painter.make_room([place for places in laid for place in places.values()])
    view_box, width = painter.frame()
    return replace(picture, view_box=view_box, width=width, turning=Turning(x * wide, y * wide, wide, name, ghosts))


def _alone(
    table: Mapping[str, Json], drawing: DarknessDrawing, places: Mapping[str, Place], names: Names
) -> MapPicture:
    """Tiles alone, with nothing on them."""
    bare: dict[str, Json] = {kind: {} for kind in ("disks", "tokens", "bosses", "seats", "gm")}
    lying = {tile: place._asdict() for tile, place in places.items()}
    alone = {**table, **bare, "unknown": (), "unknown_tokens": (), "map": lying}
    return _Painter(alone, drawing, names).picture({})


class _Painter:
    """Paints one table."""

    def __init__(self, table: Mapping[str, Json], drawing: DarknessDrawing, names: Names) -> None:
        self._table = table
        self._drawing = drawing
        self._names = names
        self._places = {tile: Place(**place) for tile, place in table["map"].items()}
        self._room = list(self._places.values())

    def picture(self, things: Mapping[str, int]) -> MapPicture:
        edges = list(self._edges())
        view_box, width = self.frame()
        return MapPicture(
            view_box=view_box,
            width=width,
            grounds=list(self._grounds()),
            marks=list(self._marks()),
            walls=_path(edge for edge in edges if edge[0] in WALLS),
            fences=_path(edge for edge in edges if edge[0] == FENCE),
            openings=list(self._openings()),
            tiles=list(self._tile_names()),
            pieces=list(self._pieces()),
            signs=list(self._signs()),
            touches=[
                replace(touch, steps=steps)
                for thing, steps in things.items()
                if (touch := self._touch(thing)) is not None
            ],
        )

    def make_room(self, places: Sequence[Place]) -> None:
        """Let the picture hold these places too."""
        self._room += places

    def frame(self) -> tuple[str, int]:
        """The view box of the picture, and its width."""
        west, north, east, south = self._bounds()
        width = east - west + 2 * UNIT
        return f"{west - UNIT} {north - UNIT} {width} {south - north + 2 * UNIT}", width

    def place_beyond(self, side: str) -> tuple[int, int] | None:
        """Where a tile lies that is discovered over that side of the active character's space."""
        corner = self._beyond_corner(side)
        return None if corner is None else (corner[0] // UNIT // SIZE, corner[1] // UNIT // SIZE)

    def _bounds(self) -> tuple[int, int, int, int]:
        wide = SIZE * UNIT
        xs, ys = [place.x for place in self._room], [place.y for place in self._room]
        if not xs:
            return 0, 0, wide, wide
        return min(xs) * wide, min(ys) * wide, (max(xs) + 1) * wide, (max(ys) + 1) * wide

    def _corner(self, tile: str, cell: Cell) -> tuple[int, int]:
        """The upper left corner of a cell of a tile."""
        place = self._places[tile]
        row, col = turned_cell(cell, place.rot)
        return (place.x * SIZE + col) * UNIT, (place.y * SIZE + row) * UNIT

    def _address(self, tile: str, cell: Cell) -> str:
        """Where a cell lies for whoever does not see it: its tile, and row and column as the tile is laid."""
        row, col = turned_cell(cell, self._places[tile].rot)
        about = {"place": tile, "row": row + 1, "column": col + 1}
        return self._names.filled("{place}, row {row}, column {column}", about)

    def _space(self, space: str) -> tuple[int, int] | None:
        """The upper left corner of a space; None for one of a tile that the viewer does not see."""
        known = self._drawing.space(space)
        return self._corner(known.tile, known.cell) if known.tile in self._places else None

    def _grounds(self) -> Iterator[tuple[str, str]]:
        paths: dict[str, list[str]] = {"street": [], "yard": [], "interior": []}
        for tile in self._places:
            for cell, kind in self._drawing.tile(tile).plan.cells.items():
                x, y = self._corner(tile, cell)
                paths[GROUNDS.get(kind, "interior")].append(f"M{x} {y}h{UNIT}v{UNIT}h-{UNIT}z")
        return ((ground, "".join(path)) for ground, path in paths.items())

    def _tile_names(self) -> Iterator[TileName]:
        """The name of each tile in its upper row, as far west as nothing stands there; in the corner if all is full."""
        standing = {(one.x // UNIT, one.y // UNIT) for one in self._pieces()}
        for tile, place in self._places.items():
            name = self._names.say(tile)
            covered = min(-(-len(name) * LETTER // UNIT), SIZE)
            west, north = place.x * SIZE, place.y * SIZE
            starts = range(west, west + SIZE - covered + 1)
            free = (x for x in starts if standing.isdisjoint((x + at, north) for at in range(covered)))
            yield TileName(next(free, west) * UNIT + 4, north * UNIT + 8, name)

    def _marks(self) -> Iterator[TileName]:
        """Encounter and event spaces."""
        for tile in self._places:
            for cell, kind in self._drawing.tile(tile).plan.cells.items():
                if kind in ENCOUNTER + EVENT:
                    x, y = self._corner(tile, cell)
                    yield TileName(x + UNIT // 2, y + UNIT // 2 + 5, "?" if kind in ENCOUNTER else "!")

    def _edges(self) -> Iterator[tuple[str, int, int, str]]:
        """Every edge as its sign, the corner where it begins, and how it runs."""
        for tile, place in self._places.items():
            for (row, col, side), sign in self._drawing.tile(tile).plan.edges.items():
                x, y = self._corner(tile, (row, col))
                right, down, run = SIDES[turned(side, place.rot)]
                yield sign, x + right * UNIT, y + down * UNIT, run

    def _openings(self) -> Iterator[Edge]:
        """Doors and windows, each once, seen from inside; a door by its locks, a broken one as a gap."""
        for tile, place in self._places.items():
            plan = self._drawing.tile(tile).plan
            for (row, col, side), sign in plan.edges.items():
                if not is_interior(plan.cells[row, col]) or sign not in LOCKS + WINDOW:
                    continue
                x, y = self._corner(tile, (row, col))
                right, down, run = SIDES[turned(side, place.rot)]
                x, y = x + right * UNIT, y + down * UNIT
                middle = (x + UNIT // 2, y) if run == "h" else (x, y + UNIT // 2)
                yield self._opening(f"{tile}/{row}/{col}/{side}", sign, middle, run, turned(side, place.rot))

    def _opening(self, name: str, sign: str, middle: tuple[int, int], run: str, side: str) -> Edge:
        filled, words = self._names.filled, Said(self._names.catalogue.told(SAID[side]))
        place = {"place": name.partition("/")[0], "side": words}
        if sign == WINDOW:
            return Edge("window", *middle, run, "", filled("Window {side}: {place}", place))
        if name in self._table["no_doors"]:
            return Edge("no-door", *middle, run, "", filled("No door any more {side}: {place}", place))
        facts = {**place, "locks": int(sign), "number": self._drawing.number_of(name)}
        return Edge("door", *middle, run, sign, filled("Door {side}: {place}, {locks:lock|locks}, {number}", facts))

    def _pieces(self) -> Iterator[Drawn]:
        """What lies and stands on the map; several on one space share it."""
        standing: dict[str, list[Piece]] = {}
        for piece in pieces_on(self._table, self._drawing):
            standing.setdefault(piece.at, []).append(piece)
        for space, pieces in standing.items():
            corner = self._space(space)
            if corner is None:
                continue
            for piece, (x, y, size) in zip(pieces, _shared(len(pieces))):
                known = self._drawing.space(space)
                said = piece.said(self._names, self._names.say(known.tile))
                alt = piece.said(self._names, self._address(known.tile, known.cell))
                yield Drawn(piece, corner[0] + x, corner[1] + y, size, said, alt)

    def _signs(self) -> Iterator[tuple[str, str]]:
        """What stands on the map, each drawing once."""
        told = self._names.catalogue.told
        standing = {piece.icon: piece for piece in pieces_on(self._table, self._drawing) if not piece.is_plain}
        for icon, piece in standing.items():
            yield icon, told(SORTS[icon]) if icon in SORTS else self._names.say(piece.id)

    def _touch(self, thing: str) -> Touch | None:
        kind, _, place = thing.partition("/")
        match kind:
            case "space" if (corner := self._space(place)) is not None:
                known = self._drawing.space(place)
                return Touch(*corner, thing, self._names.say(known.tile), self._address(known.tile, known.cell))
            case "beyond":
                return self._beyond(thing, place)
            case "edge":
                return self._edge(thing, place)
            case "seat" | "disk":
                return self._standing(thing, place)
            case _:
                return None

    def _edge(self, thing: str, name: str) -> Touch | None:
        """A door or window, wider than it is drawn; most of it lies inside, beside whoever stands before it."""
        tile, row, col, side = name.split("/")
        if tile not in self._places:
            return None
        x, y = self._corner(tile, (int(row), int(col)))
        out, down = WAYS[turned(side, self._places[tile].rot)]
        middle = x + UNIT // 2 + out * UNIT // 4, y + UNIT // 2 + down * UNIT // 4
        size = 2 * UNIT // 3
        about = {"place": tile, "side": Said(self._names.catalogue.told(SAID[turned(side, self._places[tile].rot)]))}
        said = self._names.filled("A way in {side}: {place}", about)
        name = f"{said}. {self._address(tile, (int(row), int(col)))}"
        return Touch(middle[0] - size // 2, middle[1] - size // 2, thing, said, name, size, is_edge=True)

    def _standing(self, thing: str, name: str) -> Touch | None:
        """A character or a disk."""
        found = next((one for one in self._pieces() if one.piece.id == name), None)
        if found is None:
            return None
        return Touch(found.x - found.size, found.y - found.size, thing, found.said, found.alt, 2 * found.size)

    def _beyond(self, thing: str, side: str) -> Touch | None:
        """Exploring: the square beyond the border next to the active character."""
        corner = self._beyond_corner(side)
        if corner is None:
            return None
        name = self._names.filled("Explore {side}", {"side": Said(self._names.catalogue.told(SAID[side]))})
        return Touch(*corner, thing, name, name, is_beyond=True)

    def _beyond_corner(self, side: str) -> tuple[int, int] | None:
        person = self._table["seats"].get(self._table["active"])
        corner = self._space(person["at"]) if person and person["at"] else None
        if corner is None:
            return None
        right, down = WAYS[side]
        return corner[0] + right * UNIT, corner[1] + down * UNIT


def _shared(count: int) -> Iterator[tuple[int, int, int]]:
    """Where each of so many on one space stands in it, and its half width: few of them cover a part of each other."""
    if count == 1:
        return iter([(UNIT // 2, UNIT // 2, UNIT // 2)])
    side, size = (2, UNIT // 3) if count <= 4 else (3, UNIT // 4)
    step = (UNIT - 2 * size) // (side - 1)
    places = [(size + at % side * step, size + at // side * step, size) for at in range(side * side)]
    return iter([places[0], places[3]] if count == 2 else places)


def _path(edges: Iterator[tuple[str, int, int, str]]) -> str:
    return "".join(sorted({f"M{x} {y}{run}{UNIT}" for _, x, y, run in edges}))
