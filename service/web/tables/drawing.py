"""What a game gives so that its table is drawn."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from service.games.shapes.answers import Game
from service.language.names import Names
from service.web.games.panel import Panel
from service.web.wording import Wording

Model = Callable[[Game, Panel | None, Names], Any]
"""From the game as somebody sees it, that seat's panel if it must decide, and the names: what the template draws."""


@dataclass(frozen=True)
class Drawing:
    """A template, the model that it draws as `drawn`, and the words of the panel."""

    template: str
    model: Model
    wording: Wording = field(default_factory=Wording)
