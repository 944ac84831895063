"""Names and squares in posted actions: the unknown is `malformed`, and is refused before anything that is `illegal`."""

from __future__ import annotations

from domain.contract.game import Refused
from domain.games.last_spell.rules.town.geometry import Square
from domain.games.last_spell.state import LastSpellState


def check_on_board(state: LastSpellState, *squares: Square) -> None:
    """Refuse what is no square of the board."""
    if not all(map(state.board.contains, squares)):
        raise Refused("malformed", "a square outside the board")


def check_hero(state: LastSpellState, seat: str, name: str) -> None:
    """Refuse what names no hero of the game; a seat's own name is that of the hero which it is to have."""
    if name not in state.heroes and name != seat:
        raise Refused("malformed", "there is no hero {name!r}", name=name)
