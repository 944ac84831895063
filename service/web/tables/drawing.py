"""What a game gives so that its table is drawn and touched."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from domain.contract.game import Json
from domain.table.stories import Happening
from service.games.shapes.answers import Game
from service.language.names import Names
from service.web.games.choices import Choices, Guide
from service.web.wording import Wording

Model = Callable[[Game, Choices, Names], Any]
"""From the game as somebody sees it, what can be touched to answer, and the names: what the template draws."""

Guiding = Callable[[Game, Names], Guide]
"""From the game as somebody sees it who must decide, and the names: how the answers lie on the table."""

class Sign(NamedTuple):
    """A small drawing: the symbol of the table's template, and the classes that colour it."""

    symbol: str
    classes: str = ""


Signs = Callable[[Names, Mapping[str, Json]], Callable[[str], Sign | None]]
"""From the names and a table as somebody sees it: the sign of what an id names; None for what has none."""

Moments = Callable[[Iterable[Happening], Names], Any]
"""From what happened last, and the names: what of it the table shows as its `moment`; None where there is nothing."""


def _no_moment(happened: Iterable[Happening], names: Names) -> None:
    return None


def _no_signs(names: Names, table: Mapping[str, Json]) -> Callable[[str], None]:
    return lambda named: None


def _no_things(view: Game, names: Names) -> Guide:
    return Guide(names.catalogue)


@dataclass(frozen=True)
class Drawing:
    """A template, the model that it draws as `drawn`, the words of the panel, how answers are touched, and what of the
    last events is shown on the table; `signs` are small drawings of what a story names."""

    template: str
    model: Model
    wording: Wording = field(default_factory=Wording)
    guide: Guiding = _no_things
    moment: Moments = _no_moment
    signs: Signs = _no_signs
