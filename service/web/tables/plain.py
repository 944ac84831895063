"""Any game's table as nested lists of what its view holds."""

from __future__ import annotations

from dataclasses import dataclass

from domain.contract.game import Json
from service.games.shapes.answers import Game
from service.language.names import Names, capital
from service.web.games.choices import Choices
from service.web.tables.drawing import Drawing


@dataclass(frozen=True)
class Leaf:
    """A value in words, or named values below it."""

    text: str
    items: tuple[tuple[str, Leaf], ...] = ()


def model(view: Game, choices: Choices, names: Names) -> Leaf:
    """The whole table."""
    return _leaf(view.table, names)


def _leaf(value: Json, names: Names) -> Leaf:
    if isinstance(value, dict) and value:
        return Leaf("", tuple((capital(names.say(key)), _leaf(item, names)) for key, item in value.items()))
    if isinstance(value, list) and any(isinstance(item, dict | list) and item for item in value):
        return Leaf("", tuple((str(number), _leaf(item, names)) for number, item in enumerate(value, 1)))
    return Leaf(names.say(value))


DRAWING = Drawing("tables/plain.html", model)
