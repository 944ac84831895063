"""How the answers of When Darkness Comes lie on its table: spaces, doors and windows, characters, what they carry."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from domain.contract.game import Json
from domain.games.darkness.drawing import DarknessDrawing
from service.games.shapes.answers import Game
from service.language.names import Names
from service.web.games.choices import Guide, Step

SIDES = {"n": "to the north", "e": "to the east", "s": "to the south", "w": "to the west"}

PLACES: Mapping[tuple[str, str], str] = {
    ("start", "at"): "space",
    ("peek", "spaces"): "space",
    ("arrange", "spaces"): "space",
    ("explore", "direction"): "beyond",
    ("orient", "rot"): "ghost",
    ("pick_lock", "door"): "edge",
    ("force", "door"): "edge",
    ("open_for", "door"): "edge",
    ("climb", "window"): "edge",
    ("heal", "seat"): "seat",
    ("ask", "of"): "seat",
    ("vote", "seat"): "seat",
    ("give", "item"): "item",
    ("give", "to"): "seat",
    ("drop", "item"): "item",
    ("steal", "from"): "seat",
    ("steal", "item"): "item",
    ("steal", "ally"): "item",
    ("sacrifice", "ally"): "item",
    ("take", "item"): "disk",
    ("character", "character"): "character",
}
"""Verb and argument -> the kind of thing that its values are."""


class DarknessGuide(Guide):
    """Reads the table of who must decide."""

    def __init__(self, view: Game, names: Names) -> None:
        super().__init__(names.catalogue)
        self._table: Mapping[str, Json] = view.table or {}
        self._seat = view.seat
        self._names = names
        self._drawing: DarknessDrawing = names.drawing(self._table)

    def step(self, verb: str, argument: str, value: Json) -> Step | None:
        """A space at the end of a way, or what the argument names."""
        if (verb, argument) in (("move", "path"), ("act", "move")):
            return Step(f"space/{value[-1]}", self._names.say(value[-1])) if value else None
        kind = PLACES.get((verb, argument))
        if kind is None or value is None:
            return None
        return Step(f"{kind}/{value}", self.catalogue.told(SIDES[value]) if value in SIDES else self._names.say(value))

    def follows(self, verb: str, value: Json) -> Sequence[str]:
        """How far a way is; what a door asks for."""
        match verb:
            case "move":
                count = len(value["path"])
                return [
                    self._worded("{count:space|spaces} to walk.", count=count)
                    if count > 1
                    else self._worded("One space to walk.")
                ]
            case "pick_lock" | "force":
                return [self._worded("The door asks for {number}.", number=self._drawing.number_of(value["door"]))]
            case "explore":
                return [self._worded("A new tile is drawn and laid there; you turn it.")]
        return ()

    def _worded(self, message: str, **values: Json) -> str:
        """A sentence with its fields."""
        return self._names.filled(message, values)


def guide(view: Game, names: Names) -> Guide:
    """How the answers of who must decide lie on the table."""
    return DarknessGuide(view, names)
