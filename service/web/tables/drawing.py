"""What a game gives so that its table is drawn and touched."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from domain.table.stories import Happening
from service.games.shapes.answers import Game
from service.language.names import Names
from service.web.games.choices import Choices, Guide
from service.web.wording import Wording

Model = Callable[[Game, Choices, Names], Any]
"""From the game as somebody sees it, what can be touched to answer, and the names: what the template draws."""

Guiding = Callable[[Game, Names], Guide]
"""From the game as somebody sees it who must decide, and the names: how the answers lie on the table."""


Moments = Callable[[Iterable[Happening], Names], Any]
"""From what happened last, and the names: what of it the table shows as its `moment`; None where there is nothing."""


def _no_moment(happened: Iterable[Happening], names: Names) -> None:
    return None


def _no_things(view: Game, names: Names) -> Guide:
    return Guide(names.catalogue)


@dataclass(frozen=True)
class Drawing:
    """A template, the model that it draws as `drawn`, the words of the panel, how answers are touched, and what of the
    last events is shown on the table."""

    template: str
    model: Model
    wording: Wording = field(default_factory=Wording)
    guide: Guiding = _no_things
    moment: Moments = _no_moment
