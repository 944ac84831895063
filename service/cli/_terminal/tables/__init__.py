"""The table of each game at a terminal: the drawings that pages have too, set in characters."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rich.console import RenderableType
from rich.text import Text

from service.cli._terminal.tables import darkness, last_spell, layout, nightfall, plain
from service.web.games.shown import Shown
from service.web.tables import darkness as darkness_drawing
from service.web.tables import last_spell as last_spell_drawing
from service.web.tables import layout as layout_drawing
from service.web.tables import nightfall as nightfall_drawing
from service.web.tables import plain as plain_drawing

Setting = Callable[[Any, Shown], RenderableType]

SETTINGS: Mapping[type, Setting] = {
    darkness_drawing.DarknessTable: darkness.table,
    last_spell_drawing.LastSpellTable: last_spell.table,
    layout_drawing.Table: layout.table,
    nightfall_drawing.NightfallTable: nightfall.table,
    plain_drawing.Leaf: plain.table,
}
"""What pages draw -> what sets it in characters."""


def table_of(shown: Shown) -> RenderableType:
    """The table of a game as somebody sees it."""
    if shown.drawn is None:
        return Text(shown.names.catalogue.told("The game has not begun."))
    return SETTINGS[type(shown.drawn)](shown.drawn, shown)
