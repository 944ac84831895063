"""Games of which pages draw the table."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from typing import Any, ClassVar

from domain.contract.facets.told import Told
from domain.contract.game import Game, Json, S
from domain.contract.layout import Layout


class Drawing(Game[S]):
    """A game with a drawing: what is needed to draw a table beyond its view (what is printed on a card, how far a
    square is). Pages reach a game by this and by the contract alone; its `drawing` module has the types."""

    @abstractmethod
    def drawing(self, view: Mapping[str, Json]) -> Any:
        """What a table is drawn with, of which this is the view, or the part of it that names its data files."""


class LaidOut(Told[S], Drawing[S]):
    """A game whose drawing is a layout, which pages draw as it is, without a line about the game.

    `headings` are the names of its facts, rows and areas, seats aside, which catalogues translate.
    """

    headings: ClassVar[tuple[str, ...]] = ()

    @abstractmethod
    def drawing(self, view: Mapping[str, Json]) -> Layout:
        """The table of which this is the view."""


def headings(game: Game[Any]) -> tuple[str, ...]:
    """The names of what the game's table is laid out in; none where it is not laid out."""
    return game.headings if isinstance(game, LaidOut) else ()
