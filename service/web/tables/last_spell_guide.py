"""How the answers of The Last Spell lie on its table: squares of the board, pieces, the techniques of a hero."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from domain.contract.game import Json
from domain.games.last_spell.drawing import LastSpellDrawing, Square
from service.games.shapes.answers import Game
from service.web.games.choices import Guide, Step
from service.web.names import Names
from service.web.tables.last_spell_pieces import Piece, pieces_on

NAMED = ("value", "monster", "target", "tower", "portal")
"""Arguments that name a piece."""


class LastSpellGuide(Guide):
    """Reads the table of who must decide."""

    def __init__(self, view: Game, names: Names) -> None:
        self._names = names
        drawing: LastSpellDrawing = names.drawing(view.table or {})
        self._pieces: Mapping[str, Piece] = pieces_on(view.table or {}, drawing)

    def steps(self, action: Mapping[str, Json]) -> list[Step]:
        """The technique, scroll or defence that is used, then the squares and pieces that it is used on."""
        return [*self._means(action), *self._ends(action)]

    def _means(self, action: Mapping[str, Json]) -> Iterator[Step]:
        match action:
            case {"weapon": weapon, "technique": technique}:
                name = f"{self._names.say(weapon)}: {self._names.say(technique)}"
                yield Step(f"technique/{weapon}/{technique}", name)
            case {"scroll": scroll}:
                yield Step(f"scroll/{scroll}", self._names.say(scroll))
            case {"defence": defence}:
                yield self._piece(defence)

    def _ends(self, action: Mapping[str, Json]) -> Iterator[Step]:
        if path := action.get("path"):
            yield self._square(path[-1])
        for argument in ("to", "at"):
            if at := action.get(argument):
                yield from map(self._square, at if isinstance(at[0], list) else [at])
        if "weapon" in action and action.get("hero"):
            yield self._piece(action["hero"])
        for argument in NAMED:
            if action.get(argument) in self._pieces:
                yield self._piece(action[argument])

    def _square(self, at: Json) -> Step:
        x, y = at
        standing = [piece.name for piece in self._pieces.values() if (x, y) in piece.at]
        return Step(f"square/{x}/{y}", self._names.say(standing[-1]) if standing else f"{x}, {y}")

    def _piece(self, name: str) -> Step:
        return Step(f"piece/{name}", self._names.say(name))


def square_of(thing: str) -> Square | None:
    """The square that a thing is; None for any other thing."""
    kind, _, place = thing.partition("/")
    x, _, y = place.partition("/")
    return (int(x), int(y)) if kind == "square" else None


def guide(view: Game, names: Names) -> Guide:
    """How the answers of who must decide lie on the table."""
    return LastSpellGuide(view, names)
