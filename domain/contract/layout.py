"""How a table is laid out, for games that leave the drawing to the pages: facts, areas and rows of pieces.

All of it is plain data. Seats and cards stand in it by their ids: who draws says them by the game's
labels and by who sits. Headings and names of facts are English words, which the game's catalogues translate.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from domain.contract.parts import Action, Json

Color = Literal["black", "red", "blue", "green", "yellow"]

Fact = tuple[str, Json]
"""What is counted or named, and its value; None for what is not known or not there."""


class Piece(msgspec.Struct, frozen=True):
    """Something that lies on the table face up (a card, a tile): its id, what is printed on it and in which colour.

    `note` stands below it (who played it). A click on it posts `action` while that is legal.
    """

    id: str
    printed: str
    color: Color = "black"
    note: Json = None
    action: Action | None = None


class Row(msgspec.Struct, frozen=True):
    """Pieces side by side, under a heading."""

    heading: str
    pieces: tuple[Piece, ...]


class Area(msgspec.Struct, frozen=True):
    """A part of the table, under a seat's id or other words; `active` is the one whose turn it is."""

    heading: str
    facts: tuple[Fact, ...] = ()
    rows: tuple[Row, ...] = ()
    active: bool = False


class Layout(msgspec.Struct, frozen=True):
    """The whole table: what is to be said of it, and its areas."""

    facts: tuple[Fact, ...]
    areas: tuple[Area, ...]
