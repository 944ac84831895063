"""How the table of each game is drawn. A game that has no drawing is shown as nested lists."""

from __future__ import annotations

from collections.abc import Mapping

from service.web.tables import darkness, last_spell, nightfall, plain
from service.web.tables.drawing import Drawing

DRAWINGS: Mapping[str, Drawing] = {
    "darkness": darkness.DRAWING,
    "last-spell": last_spell.DRAWING,
    "nightfall": nightfall.DRAWING,
}
"""Game id -> its drawing. A new one is a module here, a template beside the others, and a line."""


def drawing(game: str) -> Drawing:
    """How a game is drawn."""
    return DRAWINGS.get(game, plain.DRAWING)
