"""Games of which pages and the terminal draw the table."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from typing import Any

from domain.contract.game import Game, Json, S


class Drawing(Game[S]):
    """A game with a drawing: what is needed to draw a table beyond its view (what is printed on a card, how far a
    square is). Pages reach a game by this and by the contract alone; its `drawing` module has the types."""

    @abstractmethod
    def drawing(self, view: Mapping[str, Json]) -> Any:
        """What a table is drawn with, of which this is the view, or the part of it that names its data files."""
