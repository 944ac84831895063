"""The table of a game that says itself how it is laid out, and which action each piece stands for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

from domain.contract import layout
from domain.contract.facets.drawing import LaidOut
from domain.contract.game import Json, to_json
from domain.log.canon import canonical
from service.games.shapes.answers import Game
from service.language.names import Names
from service.web.games.choices import Choices, Guide, Step
from service.web.tables.drawing import Drawing
from service.web.wording import Wording

Fact = tuple[str, str]
"""What is counted or named, and its value in words."""


@dataclass(frozen=True)
class Piece:
    """A piece: what is printed on it, what it is in words, and the id by which it is touched."""

    printed: str
    said: str
    color: str
    note: str
    thing: str


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
        guide,
    )


def model(view: Game, choices: Choices, names: Names) -> Table:
    """The table as the viewer sees it."""
    assert view.table is not None
    return _Reader(names).table(names.drawing(view.table))


class LayoutGuide(Guide):
    """A piece stands for the action that it names."""

    def __init__(self, laid: layout.Layout, names: Names) -> None:
        super().__init__(names.catalogue)
        pieces = [piece for area in laid.areas for row in area.rows for piece in row.pieces]
        self._pieces = {thing_of(piece): names.say(piece.id) for piece in pieces if piece.action is not None}

    def steps(self, action: Mapping[str, Json]) -> list[Step]:
        """The piece, where one of this action lies on the table."""
        thing = _thing(action)
        return [Step(thing, self._pieces[thing])] if thing in self._pieces else []


def guide(view: Game, names: Names) -> Guide:
    """How the answers of such a game lie on its table."""
    assert view.table is not None
    return LayoutGuide(names.drawing(view.table), names)


def thing_of(piece: layout.Piece) -> str:
    """The id by which a piece is touched: its action's, its own where it has none."""
    return f"piece/{piece.id}" if piece.action is None else _thing(to_json(piece.action))


def _thing(action: Mapping[str, Json]) -> str:
    """A text without spaces that is another one for each action."""
    return quote(canonical(action))


class _Reader:
    """Says one layout in words."""

    def __init__(self, names: Names) -> None:
        self._names = names

    def table(self, laid: layout.Layout) -> Table:
        return Table(self._facts(laid.facts), [self._area(area) for area in laid.areas])

    def _area(self, area: layout.Area) -> Area:
        rows = [Row(self._heading(row.heading), [self._piece(piece) for piece in row.pieces]) for row in area.rows]
        return Area(self._heading(area.heading), self._facts(area.facts), rows, area.active)

    def _facts(self, facts: Sequence[layout.Fact]) -> list[Fact]:
        return [(self._heading(name), "–" if value is None else self._names.say(value)) for name, value in facts]

    def _heading(self, heading: str) -> str:
        """A seat by its holder, other words in the language."""
        return self._names.seat(heading) if heading in self._names.seats else self._names.catalogue.told(heading)

    def _piece(self, piece: layout.Piece) -> Piece:
        said, note = self._names.say(piece.id), "" if piece.note is None else self._names.say(piece.note)
        return Piece(piece.printed, said, piece.color, note, thing_of(piece))
