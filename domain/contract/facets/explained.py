"""Games that say why each seat won or lost."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any

from domain.contract.game import Game, Json, S

Reason = tuple[str, Mapping[str, Json]]
"""The key of a sentence, and its fields."""


class Explained(Game[S]):
    """A game that explains its end."""

    @abstractmethod
    def explain(self, ended: Mapping[str, Json]) -> tuple[str, ...]:
        """Why each seat won or lost, in sentences made of nothing but the public data of the `ending` event.

        Seats stand in them by their ids.
        """

    def deciding(self, ended: Mapping[str, Json]) -> Sequence[Reason]:
        """What decided that, comparison by comparison, as keys of `Sentences.reasons` with their fields, for catalogues
        to translate; nothing by default."""
        return ()


def explain(game: Game[Any], ended: Mapping[str, Json]) -> tuple[str, ...]:
    """Why each seat won or lost; nothing where the game does not say."""
    return game.explain(ended) if isinstance(game, Explained) else ()


def deciding(game: Game[Any], ended: Mapping[str, Json] | None) -> Sequence[Reason]:
    """What decided a game that ended by itself, comparison by comparison; nothing where the game does not say."""
    return game.deciding(ended) if isinstance(game, Explained) and ended is not None else ()
