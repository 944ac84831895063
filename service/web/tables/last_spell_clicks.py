"""Which answer a click on a square of the board gives: one for each square that an answer names."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from domain.contract.game import Json
from domain.games.last_spell.drawing import LastSpellDrawing, Square
from service.games.shapes.answers import Game
from service.language.names import Names, title
from service.web.games.panel import Button
from service.web.tables.last_spell_pieces import pieces_on

PREFERRED = (
    "choose", "bounce", "attack", "punch", "fire", "read", "climb", "teleport", "descend", "jump", "move", "place",
)  # fmt: skip
"""What a click means where several answers name the square; all others are in the panel."""

AIMED = ("attack", "fire", "read")


def clicks(view: Game, drawing: LastSpellDrawing, names: Names) -> dict[Square, Button]:
    """Square -> what a click on it answers, of the listed legal actions.

    An attack is clicked on an enemy only: whoever clicks on an empty square wants to go there.
    """
    pieces = pieces_on(view.table or {}, drawing)
    found: dict[Square, tuple[int, Button]] = {}
    for action in view.legal:
        if action["type"] not in PREFERRED:
            continue
        rank = PREFERRED.index(action["type"])
        for square in _squares(action, pieces):
            if action["type"] in AIMED and not any(piece.is_enemy for piece in pieces.values() if square in piece.at):
                continue
            if square not in found or rank < found[square][0]:
                found[square] = rank, Button(_label(action, square, names), action)
    return {square: button for square, (_, button) in found.items()}


def _squares(action: Mapping[str, Json], pieces: Mapping[str, Json]) -> Iterator[Square]:
    """The squares that an action names: where it ends, aims, or where the piece stands that it names."""
    match action["type"]:
        case "move":
            yield _square(action["path"][-1])
        case "jump" | "descend":
            yield _square(action["to"])
        case "place" | "fire":
            yield _square(action["at"])
        case "attack" | "read":
            at = action.get("at")
            if isinstance(at, list) and at and isinstance(at[0], int):
                yield _square(at)
        case "choose" | "bounce" | "punch" | "climb" | "teleport":
            named = next(action[key] for key in ("value", "monster", "target", "tower", "portal") if key in action)
            if named in pieces:
                yield from pieces[named].at


def _square(value: Json) -> Square:
    x, y = value
    return x, y


def _label(action: Mapping[str, Json], square: Square, names: Names) -> str:
    """The verb, with what it is done, and the square."""
    keys = ("technique", "scroll", "defence", "hero")
    using = [names.say(action[key]) for key in keys if action.get(key) is not None]
    return f"{' '.join([title(action['type']), *using])} at {square[0]}, {square[1]}"
