"""How the answers of When Darkness Comes lie on its table: spaces that are walked to, tiles beyond the border."""

from __future__ import annotations

from domain.contract.game import Json
from service.games.shapes.answers import Game
from service.web.games.choices import Guide, Step
from service.web.names import Names

SIDES = {"n": "to the north", "e": "to the east", "s": "to the south", "w": "to the west"}


class DarknessGuide(Guide):
    """Reads the table of who must decide."""

    def __init__(self, view: Game, names: Names) -> None:
        self._names = names

    def step(self, verb: str, argument: str, value: Json) -> Step | None:
        """A space at the end of a way or at the start, a tile beyond the border, a piece of the game master's."""
        match verb, argument:
            case ("move", "path") | ("act", "move") if value:
                return Step(f"space/{value[-1]}", self._names.say(value[-1]))
            case "start", "at":
                return Step(f"space/{value}", self._names.say(value))
            case "explore", "direction":
                return Step(f"beyond/{value}", SIDES[value])
        return None


def guide(view: Game, names: Names) -> Guide:
    """How the answers of who must decide lie on the table."""
    return DarknessGuide(view, names)
