"""How the answers of When Darkness Comes lie on its table: spaces, doors and windows, characters, what they carry."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from domain.contract.game import Json
from domain.games.darkness.drawing import AVOID_COST, DarknessDrawing
from service.games.shapes.answers import Game
from service.language.names import Names
from service.web.games.choices import Guide, Step
from service.web.tables.darkness_words import SIDES, THROWS

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


TURNED: Mapping[int, str] = {
    0: "It lies as it was drawn.",
    90: "It is turned by a quarter, clockwise.",
    180: "It is turned by half.",
    270: "It is turned by a quarter, counter-clockwise.",
}
"""How far the drawn tile is turned, in degrees -> in words."""


ENTRIES = ("pick_lock", "force", "climb")
"""The verbs by which one gets into a building, with a throw."""


THROWN = ("roll", *THROWS)
"""The verbs that throw dice with a skill."""


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
            return Step(f"space/{value[-1]}", self.catalogue.told("The lit space")) if value else None
        kind = PLACES.get((verb, argument))
        if kind is None or value is None:
            return None
        return Step(f"{kind}/{value}", self._called(argument, value))

    def steps(self, action: Mapping[str, Json]) -> list[Step] | None:
        """A throw with a skill that is named is left to the list: without a name the best one counts by itself, and
        which it is only matters to helpers (WD-CHECK-4)."""
        if action["type"] in THROWN and action.get("skill") and not action.get("weapon") and not self._is_helped():
            return None
        return super().steps(action)

    def _is_helped(self) -> bool:
        check = self._table.get("check")
        return check is not None and bool(check["helpers"])

    def _called(self, argument: str, value: Json) -> str:
        """What a thing is called in the bar, which stands below the picture: without its place there."""
        match argument:
            case "door":
                return self.catalogue.told("The door")
            case "window":
                return self.catalogue.told("The window")
            case "at":
                return self.catalogue.told("The lit space")
        return self.catalogue.told(SIDES[value]) if value in SIDES else self._names.say(value)

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
                about = {"number": self._drawing.number_of(value["door"]), "percent": self._percent(verb, value)}
                return [self._worded("The door asks for {number}: {percent} % with your dice.", **about)]
            case "climb":
                return [self._worded("You get in with {percent} %.", percent=self._percent(verb, value))]
            case "orient":
                return [self.catalogue.told(TURNED[value["rot"]])]
            case "explore":
                return [self._worded("A new tile is drawn and laid there; you turn it.")]
        return ()

    def badge(self, verb: str, value: Json) -> str:
        """The chance to get in at a door or window."""
        return f"{self._percent(verb, value)}\u00a0%" if verb in ENTRIES else ""

    def called(self, action: Mapping[str, Json], listed: str) -> str:
        """Without the coordinates of what is lit."""
        match action:
            case {"type": "move", "path": path}:
                return self._worded("Go there ({count:step|steps})", count=len(path))
            case {"type": "pick_lock"}:
                return self.catalogue.told("Pick the lock")
            case {"type": "force"}:
                return self.catalogue.told("Force the door")
            case {"type": "climb"}:
                return self.catalogue.told("Climb in")
            case {"type": "start"}:
                return self.catalogue.told("Begin there")
            case {"type": "orient"}:
                return self.catalogue.told("Lay the tile like this")
            case {"type": "end_turn"} if (left := self._left_to_walk()) > 0:
                return self._worded("End the turn: {left:street space|street spaces} not walked", left=left)
            case {"type": "move_roll"} if len(action) == 1:
                dice = self._drawing.dice_for(self._table, self._seat or "", "movement")
                return self._worded("Throw {dice:die|dice} to walk", dice=dice)
            case {"type": "avoid"}:
                return self._worded("Pay {cost} VP: nothing happens", cost=AVOID_COST)
        return listed

    def _left_to_walk(self) -> int:
        """What is left of the movement, in spaces of a street."""
        turn = self._table.get("turn") or {}
        return int(turn["left"]) if turn.get("move") == "moving" else 0

    def _percent(self, verb: str, value: Json) -> int:
        return self._drawing.chance_to_enter(self._table, self._seat or "", verb, value.get("door") or value["window"])

    def _worded(self, message: str, **values: Json) -> str:
        """A sentence with its fields."""
        return self._names.filled(message, values)


def guide(view: Game, names: Names) -> Guide:
    """How the answers of who must decide lie on the table."""
    return DarknessGuide(view, names)
