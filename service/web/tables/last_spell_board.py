"""The board of The Last Spell as a picture: ground, sectors, arrows, spawn locations, pieces, and what can be clicked.

A square is `UNIT` units wide in the picture.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from domain.contract.game import Json
from domain.games.last_spell.drawing import (
    CIRCLE,
    CLIFF,
    CROSSABLE,
    FOG,
    GROUND,
    TREE,
    VOID,
    WATER,
    Foreseen,
    LastSpellDrawing,
    Square,
)
from service.games.shapes.answers import Game
from service.language.names import Names
from service.web.tables.last_spell_guide import square_of, tool_thing
from service.web.tables.last_spell_pieces import LAYERS, Piece, address, pieces_on
from service.web.tables.last_spell_ways import UNIT, Blow, Way, blows_of, threats, told_of, ways_of

GROUNDS = {
    GROUND: "ground", FOG: "fog", CROSSABLE: "ground", CLIFF: "cliff", TREE: "ground", WATER: "water", CIRCLE: "circle",
}  # fmt: skip
"""Sign of the board -> what the square is painted as."""

HALF_LABEL = 30
"""Half of how wide the words at a spawn location are in the picture, about."""

ARROWS = {"^": (7, 12, "l3-6 3 6z"), ">": (8, 7, "l6 3-6 3z"), "v": (7, 8, "h6l-3 6z"), "<": (12, 7, "v6l-6-3z")}
"""Sign of the board -> an arrow that points there: where it begins in its square, and its outline."""


@dataclass(frozen=True)
class Placed:
    """A drawing on a square: `x` and `y` of its corner in the picture, or words there, under a heading."""

    x: int
    y: int
    icon: str = ""
    text: str = ""
    heading: str = ""


@dataclass(frozen=True)
class Drawn:
    """A piece in the picture: the corner of its box, the box's size, what it is in words with and without its place,
    the things that are touched where it stands, and what is to be told of it besides."""

    piece: Piece
    x: int
    y: int
    width: int
    height: int
    alt: str
    said: str
    things: str
    told: Sequence[str]


@dataclass(frozen=True)
class Area:
    """What is drawn on the board while a thing is touched: the path of the squares that it reaches."""

    thing: str
    path: str


@dataclass(frozen=True)
class Touch:
    """A part of the board that can be touched: its corner and size, the things that it is, and what it is called, with
    its place and without; the latter is empty for a free square."""

    x: int
    y: int
    width: int
    height: int
    things: str
    name: str
    title: str


@dataclass(frozen=True)
class Sign:
    """A drawing on the board, with the layer that colours it, and what it stands for."""

    icon: str
    layer: str
    name: str


@dataclass(frozen=True)
class BoardPicture:
    """All of it. `blows` are those that somebody must answer; `signs` explain what is drawn.

    `grounds` are pairs of a kind of ground and the path of its squares, `borders` that of the lines
    between sectors, `city` that of the line round the city, `arrows` that of where monsters look."""

    view_box: str
    grounds: Sequence[tuple[str, str]]
    borders: str
    city: str
    arrows: str
    scenery: Sequence[Placed]
    numbers: Sequence[Placed]
    locations: Sequence[Placed]
    pieces: Sequence[Drawn]
    touches: Sequence[Touch]
    areas: Sequence[Area]
    ways: Sequence[Way]
    blows: Sequence[Blow]
    signs: Sequence[Sign]
    unit: int = UNIT


def board_picture(
    view: Game, drawing: LastSpellDrawing, things: Sequence[str], names: Names
) -> BoardPicture:
    """The picture of the board as it is. `things` can be touched: squares (`square/3/4`), pieces (`piece/clawer/1`)."""
    return _Painter(view.table or {}, drawing, names).picture(things, threats(view))


class _Painter:
    """Paints one table. Rows and columns that hold nothing are cut off."""

    def __init__(self, table: Mapping[str, Json], drawing: LastSpellDrawing, names: Names) -> None:
        self._table = table
        self._drawing = drawing
        self._names = names
        board = table["board"]
        self._terrain = _signs(board["terrain"])
        self._arrows = _signs(board["arrows"])
        self._sectors = _signs(board["sectors"])
        self._inside = frozenset(square for square, sign in self._sectors.items() if sign in board["city"])
        self._squares = [square for square, sign in self._terrain.items() if sign != VOID]

    def picture(self, things: Sequence[str], threatened: Sequence[tuple[str, str]]) -> BoardPicture:
        pieces = pieces_on(self._table, self._drawing)
        foreseen = self._drawing.foreseen()
        ways = ways_of(foreseen, pieces, self._circle())
        return BoardPicture(
            view_box=self._view_box(),
            grounds=list(self._grounds()),
            borders=self._borders(self._sectors.get),
            city=self._borders(lambda square: square in self._inside),
            arrows="".join(
                _arrow(square, sign)
                for square, sign in self._arrows.items()
                if sign in ARROWS and self._terrain[square] in (GROUND, WATER)
            ),
            scenery=[
                Placed(*_corner(square), "tree" if sign == TREE else "rock")
                for square, sign in self._terrain.items()
                if sign in (TREE, CROSSABLE)
            ],
            numbers=list(self._numbers()),
            locations=list(self._locations()),
            pieces=[self._drawn(piece, foreseen.get(piece.name, ())) for piece in pieces.values()],
            touches=list(self._touches(things, pieces)),
            areas=list(self._areas(things)),
            ways=[way for way in ways if way.walk or way.strikes],
            blows=list(blows_of(threatened, pieces)),
            signs=list(self._signs(pieces)),
        )

    def _view_box(self) -> str:
        west, north, east, south = self._bounds()
        x, y = west * UNIT - UNIT, north * UNIT - UNIT
        return f"{x} {y} {(east - west + 2) * UNIT} {(south - north + 2) * UNIT}"

    def _bounds(self) -> tuple[int, int, int, int]:
        xs, ys = [x for x, _ in self._squares], [y for _, y in self._squares]
        return min(xs), min(ys), max(xs), max(ys)

    def _grounds(self) -> Iterator[tuple[str, str]]:
        kinds: dict[str, list[Square]] = {}
        for square in self._squares:
            kinds.setdefault(GROUNDS[self._terrain[square]], []).append(square)
        return ((ground, _outlines(squares, each=ground == "circle")) for ground, squares in kinds.items())

    def _borders(self, side_of: Callable[[Square], object]) -> str:
        """The path of all edges between squares that are not on the same side."""
        path = []
        for x, y in self._squares:
            here, left, top = _corner((x, y)), (x - 1, y), (x, y - 1)
            if left in self._terrain and side_of(left) != side_of((x, y)):
                path.append(f"M{here[0]} {here[1]}v{UNIT}")
            if top in self._terrain and side_of(top) != side_of((x, y)):
                path.append(f"M{here[0]} {here[1]}h{UNIT}")
        return "".join(path)

    def _numbers(self) -> Iterator[Placed]:
        """The coordinates along two edges."""
        west, north, east, south = self._bounds()
        for x in range(west, east + 1):
            yield Placed(x * UNIT + UNIT // 2, north * UNIT - 6, text=str(x))
        for y in range(north, south + 1):
            yield Placed(west * UNIT - 10, y * UNIT + UNIT // 2 + 3, text=str(y))

    def _locations(self) -> Iterator[Placed]:
        """The spawn locations in play, with the card that is face up or how many are face down."""
        scenario, night = self._table["scenario"], self._table["night"]
        west, north, east, south = (UNIT * edge for edge in self._bounds())
        for number, pile in self._table["spawn"].items():
            squares = list(self._drawing.spawn_squares(scenario, number, night))
            if squares and all(square in self._terrain for square in squares):
                x = sum(x for x, _ in squares) * UNIT // len(squares) + UNIT // 2
                y = sum(y for _, y in squares) * UNIT // len(squares) + UNIT // 2
                x = min(max(x, west + HALF_LABEL), east + UNIT - HALF_LABEL)
                y = min(max(y, north + UNIT - 4), south + 4)
                filled = self._names.filled
                shown = filled("card {revealed}", pile) if pile["revealed"] else filled("{left:card|cards} left", pile)
                yield Placed(x, y, text=shown, heading=filled("Entry {number}", {"number": number}))

    def _touches(self, things: Sequence[str], pieces: Mapping[str, Piece]) -> Iterator[Touch]:
        """A square and a piece that fills it are touched as one."""
        found: dict[tuple[int, int, int, int], list[str]] = {}
        for thing in things:
            square, piece = square_of(thing), pieces.get(thing.removeprefix("piece/"))
            if square is not None:
                found.setdefault((*square, 1, 1), []).append(thing)
            elif piece is not None:
                found.setdefault(piece.box, []).append(thing)
        standing = {piece.box: piece for piece in pieces.values()}
        for box, touched in found.items():
            piece = standing.get(box)
            name = address(box[:2], self._names) if piece is None else piece.alt(self._names)
            title = "" if piece is None else piece.said(self._names)
            x, y, width, height = (UNIT * number for number in box)
            yield Touch(x, y, width, height, " ".join(touched), name, title)

    def _areas(self, things: Sequence[str]) -> Iterator[Area]:
        """Where what the hero in turn can aim reaches; nothing while the viewer cannot touch the board."""
        if things:
            for named, squares in self._drawing.reach().items():
                yield Area(tool_thing(named), _outlines(squares, each=True))

    def _signs(self, pieces: Mapping[str, Piece]) -> Iterator[Sign]:
        """Each kind of drawing on the board once, and what it stands for."""
        told = self._names.catalogue.told
        yield Sign("hero", "hero", told("a hero, with the first letter of its name"))
        kinds = {piece.icon: piece.layer for piece in pieces.values() if piece.layer != "hero"}
        named = {self._names.say(icon).rstrip(" 0123456789"): icon for icon in kinds}
        for name, icon in sorted(named.items(), key=lambda kind: LAYERS.index(kinds[kind[1]])):
            yield Sign(icon, kinds[icon], name)

    def _circle(self) -> list[Square]:
        return [square for square, sign in self._terrain.items() if sign == CIRCLE]

    def _drawn(self, piece: Piece, ways: Sequence[Foreseen]) -> Drawn:
        x, y, width, height = piece.box
        things = " ".join((f"piece/{piece.name}", *(f"square/{east}/{south}" for east, south in piece.at)))
        alt, said = piece.alt(self._names), piece.said(self._names)
        told = told_of(piece, ways, self._names)
        return Drawn(piece, x * UNIT, y * UNIT, width * UNIT, height * UNIT, alt, said, things, told)


def _signs(rows: str) -> dict[Square, str]:
    return {(x, y): sign for y, row in enumerate(rows.split("\n")) for x, sign in enumerate(row)}


def _outlines(squares: Sequence[Square], *, each: bool) -> str:
    """The path of squares: of each by itself, or of all that lie side by side in a row as one."""
    rows: list[list[int]] = []
    for x, y in squares:
        if rows and not each and rows[-1][:2] == [x - rows[-1][2], y]:
            rows[-1][2] += 1
        else:
            rows.append([x, y, 1])
    boxes = ((*_corner((x, y)), UNIT * length) for x, y, length in rows)
    return "".join(f"M{x} {y}h{width}v{UNIT}h-{width}z" for x, y, width in boxes)


def _arrow(square: Square, sign: str) -> str:
    x, y = _corner(square)
    right, down, outline = ARROWS[sign]
    return f"M{x + right} {y + down}{outline}"


def _corner(square: Square) -> tuple[int, int]:
    return square[0] * UNIT, square[1] * UNIT
