"""The table of a game that says itself how it is laid out."""

from __future__ import annotations

from rich.console import RenderableType
from rich.text import Text

from service.cli._terminal.tables.pieces import Area, facts, listed, some
from service.web.games.shown import Shown
from service.web.tables.layout import Piece, Row, Table


def table(drawn: Table, shown: Shown) -> RenderableType:
    """The facts, and area after area."""
    areas = (Area(one.heading, facts(one.facts), *map(_row, one.rows), active=one.active) for one in drawn.areas)
    return some(facts(drawn.facts), *areas)


def _row(row: Row) -> Text:
    return listed(row.heading, [Text("  ").join(map(_piece, row.pieces))] if row.pieces else [])


def _piece(piece: Piece) -> Text:
    color = "bold" if piece.color == "black" else f"bold {piece.color}"
    return Text.assemble((piece.printed, color), f" ({piece.note})" if piece.note else "")
