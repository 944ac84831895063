"""What a game gives so that its table is drawn and touched."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from service.games.shapes.answers import Game
from service.language.names import Names
from service.web.games.choices import Choices, Guide
from service.web.wording import Wording

Model = Callable[[Game, Choices, Names], Any]
"""From the game as somebody sees it, what can be touched to answer, and the names: what the template draws."""

Guiding = Callable[[Game, Names], Guide]
"""From the game as somebody sees it who must decide, and the names: how the answers lie on the table."""


def _no_things(view: Game, names: Names) -> Guide:
    return Guide(names.catalogue)


@dataclass(frozen=True)
class Drawing:
    """A template, the model that it draws as `drawn`, the words of the panel, and how answers are touched."""

    template: str
    model: Model
    wording: Wording = field(default_factory=Wording)
    guide: Guiding = _no_things
