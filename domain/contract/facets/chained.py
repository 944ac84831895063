"""Games of which a finished one can go on in another (the next night)."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping

from domain.contract.game import Game, Json, S


class Chained(Game[S]):
    """A game that another one can follow."""

    @abstractmethod
    def next_in_chain(self, options: Mapping[str, Json], state: S) -> dict[str, Json] | None:
        """The options of the game that goes on from what this finished one, with its options, has left; None if
        nothing follows."""


def next_in_chain(game: Game[S], options: Mapping[str, Json], state: S) -> dict[str, Json] | None:
    """The options of the game that follows; None if none does."""
    return game.next_in_chain(options, state) if isinstance(game, Chained) else None
