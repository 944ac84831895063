"""The table of a game that says itself how it is laid out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from domain.contract import layout
from domain.contract.facets.drawing import LaidOut
from domain.contract.game import to_json
from service.games.shapes.answers import Game
from service.language.names import Names, capital
from service.web.games.panel import Button, Panel
from service.web.tables.drawing import Drawing
from service.web.wording import Wording

Fact = tuple[str, str]
"""What is counted or named, and its value in words."""


@dataclass(frozen=True)
class Piece:
    """A piece: what is printed on it, what it is in words, and what a click on it answers now."""

    printed: str
    said: str
    color: str
    note: str
    answer: Button | None


@dataclass(frozen=True)
class Row:
    """Pieces side by side."""

    heading: str
    pieces: Sequence[Piece]


@dataclass(frozen=True)
class Area:
    """A part of the table."""

    heading: str
    facts: Sequence[Fact]
    rows: Sequence[Row]
    active: bool


@dataclass(frozen=True)
class Table:
    """The whole table."""

    facts: Sequence[Fact]
    areas: Sequence[Area]


def drawing_of(game: LaidOut[Any]) -> Drawing:
    """How such a game is drawn, and its words."""
    words = game.sentences
    return Drawing(
        "tables/layout.html",
        model,
        Wording(titles=words.verbs, hints=words.hints),
    )


def model(view: Game, panel: Panel | None, names: Names) -> Table:
    """The table as the viewer sees it."""
    assert view.table is not None
    return _Reader(panel, names).table(names.drawing(view.table))


class _Reader:
    """Says one layout in words, and finds what its pieces answer."""

    def __init__(self, panel: Panel | None, names: Names) -> None:
        groups = () if panel is None else panel.groups
        self._buttons = {button.posted: button for group in groups for button in group.buttons}
        self._names = names

    def table(self, laid: layout.Layout) -> Table:
        return Table(self._facts(laid.facts), [self._area(area) for area in laid.areas])

    def _area(self, area: layout.Area) -> Area:
        rows = [Row(capital(row.heading), [self._piece(piece) for piece in row.pieces]) for row in area.rows]
        return Area(self._names.seat(area.heading), self._facts(area.facts), rows, area.active)

    def _facts(self, facts: Sequence[layout.Fact]) -> list[Fact]:
        return [(name, "–" if value is None else self._names.say(value)) for name, value in facts]

    def _piece(self, piece: layout.Piece) -> Piece:
        said, note = self._names.say(piece.id), "" if piece.note is None else self._names.say(piece.note)
        return Piece(piece.printed, said, piece.color, note, self._answer(piece))

    def _answer(self, piece: layout.Piece) -> Button | None:
        if piece.action is None:
            return None
        return self._buttons.get(Button("", to_json(piece.action)).posted)
