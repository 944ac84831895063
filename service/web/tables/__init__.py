"""How the table of each game is drawn: by a module of its own here, from its layout, or as nested lists."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from domain.contract.facets.drawing import LaidOut
from domain.contract.game import Game
from service.web.tables import darkness, last_spell, layout, nightfall, plain
from service.web.tables.drawing import Drawing

DRAWINGS: Mapping[str, Drawing] = {
    "darkness": darkness.DRAWING,
    "last-spell": last_spell.DRAWING,
    "nightfall": nightfall.DRAWING,
}
"""Game id -> its drawing, where a layout does not do. A new one is a module here, a template beside the others, and a
line."""


def drawing(game: Game[Any]) -> Drawing:
    """How a game is drawn."""
    if game.id in DRAWINGS:
        return DRAWINGS[game.id]
    return layout.drawing_of(game) if isinstance(game, LaidOut) else plain.DRAWING
