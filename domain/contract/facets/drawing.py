"""Games of which pages draw the table."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from typing import Any, ClassVar

from domain.contract.game import Game, Json, S
from domain.contract.layout import Layout, Sentences


class Drawing(Game[S]):
    """A game with a drawing: what is needed to draw a table beyond its view (what is printed on a card, how far a
    square is). Pages reach a game by this and by the contract alone; its `drawing` module has the types."""

    @abstractmethod
    def drawing(self, view: Mapping[str, Json]) -> Any:
        """What a table is drawn with, of which this is the view, or the part of it that names its data files."""


class LaidOut(Drawing[S]):
    """A game whose drawing is a layout, which pages draw as it is, without a line about the game."""

    sentences: ClassVar[Sentences] = Sentences()

    @abstractmethod
    def drawing(self, view: Mapping[str, Json]) -> Layout:
        """The table of which this is the view."""
