"""Games that say why each seat won or lost."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from typing import Any

from domain.contract.game import Game, Json, S


class Explained(Game[S]):
    """A game that explains its end."""

    @abstractmethod
    def explain(self, ended: Mapping[str, Json]) -> tuple[str, ...]:
        """Why each seat won or lost, in sentences made of nothing but the public data of the `ending` event.

        Seats stand in them by their ids.
        """


def explain(game: Game[Any], ended: Mapping[str, Json]) -> tuple[str, ...]:
    """Why each seat won or lost; nothing where the game does not say."""
    return game.explain(ended) if isinstance(game, Explained) else ()
