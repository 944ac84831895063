"""The town of When Darkness Comes in characters: ground, walls, doors and windows, what lies there, who stands there.

A space is `WIDE` columns wide and `HIGH` rows high with the wall at its north and west.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rich.console import RenderableType
from rich.text import Text

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
    turned,
    turned_cell,
)
from service.cli._terminal.tables.canvas import Canvas
from service.cli._terminal.tables.pieces import Area
from service.web.games.shown import Shown
from service.web.tables.darkness_pieces import Piece, pieces_on

WIDE, HIGH = 4, 2

GROUND = {"s": (".", "dim"), "y": (",", "green"), "Q": (",", "green"), "E": (",", "green")}
"""Sign of a cell outdoors -> how it is set; interiors are empty."""


def town(shown: Shown) -> RenderableType:
    """The map with what stands on it, and below it what each mark is."""
    table = shown.view.table
    assert table is not None, "what is drawn has a table"
    drawing: DarknessDrawing = shown.names.drawing(table)
    canvas, places = Canvas(), {tile: Place(**place) for tile, place in table["map"].items()}
    for tile, place in places.items():
        _tile(canvas, drawing, tile, place)
    marks = list(_pieces(canvas, drawing, places, list(pieces_on(table, drawing))))
    say = shown.names.say
    told = [Text.assemble((mark, "bold"), f" {piece.said(shown.names, say(piece.at))}") for mark, piece in marks]
    legend = shown.names.catalogue.told("? encounter space, ! event space; dots on a door are its locks.")
    return Area(shown.names.catalogue.told("Map"), canvas.text(), Text(legend, "dim"), *told)


def _tile(canvas: Canvas, drawing: DarknessDrawing, tile: str, place: Place) -> None:
    plan = drawing.tile(tile).plan
    for cell, kind in plan.cells.items():
        x, y = _corner(place, cell)
        sign, style = GROUND.get(kind, (" ", ""))
        canvas.put(x + 1, y + 1, sign * (WIDE - 1), style)
        if kind in ENCOUNTER + EVENT:
            canvas.put(x + 3, y + 1, "?" if kind in ENCOUNTER else "!", "yellow")
    for (row, col, side), sign in plan.edges.items():
        _edge(canvas, *_corner(place, (row, col)), turned(side, place.rot), sign)


def _edge(canvas: Canvas, x: int, y: int, side: str, sign: str) -> None:
    """An edge of the space at x and y: a wall, a fence, a window, or a door with as many dots as it has locks."""
    if side in "ns":
        top = y + (HIGH if side == "s" else 0)
        canvas.put(x + 1, top, _across(sign), _style(sign))
        canvas.corner(x, top)
        canvas.corner(x + WIDE, top)
    else:
        left = x + (WIDE if side == "e" else 0)
        canvas.put(left, y + 1, _down(sign), _style(sign))
        canvas.corner(left, y)
        canvas.corner(left, y + HIGH)


def _across(sign: str) -> str:
    if sign in LOCKS:
        return (":" * int(sign)).center(WIDE - 1, "_") if int(sign) else "   "
    return "===" if sign == WINDOW else "- -" if sign == FENCE else "---" if sign in WALLS else "   "


def _down(sign: str) -> str:
    if sign in LOCKS:
        return ":"
    return "=" if sign == WINDOW else "'" if sign == FENCE else "|" if sign in WALLS else " "


def _style(sign: str) -> str:
    return "cyan" if sign == WINDOW else "yellow" if sign in LOCKS else "dim" if sign == FENCE else ""


def _pieces(
    canvas: Canvas, drawing: DarknessDrawing, places: Mapping[str, Place], pieces: list[Piece]
) -> Iterator[tuple[str, Piece]]:
    """Put the pieces on the map, as many as fit on a space: each with its mark."""
    standing: dict[str, int] = {}
    letters = iter("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz" * 9)
    for piece in reversed(pieces):
        space = drawing.space(piece.at)
        if space.tile not in places:
            continue
        mark = piece.mark or next(letters)
        at = standing[piece.at] = standing.get(piece.at, 0) + 1
        if at < WIDE:
            x, y = _corner(places[space.tile], space.cell)
            canvas.put(x + at, y + 1, mark, "bold green" if piece.icon == "character" else "bold red")
        yield mark, piece


def _corner(place: Place, cell: Cell) -> tuple[int, int]:
    row, col = turned_cell(cell, place.rot)
    return (place.x * SIZE + col) * WIDE, (place.y * SIZE + row) * HIGH
