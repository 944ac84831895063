"""Games that can go on without end."""

from __future__ import annotations

from abc import abstractmethod

from domain.contract.game import Game, S


class Stalling(Game[S]):
    """A game that knows when it gets nowhere."""

    @abstractmethod
    def stalled(self, state: S) -> bool:
        """Whether nothing has brought the game nearer its end for so long that a table without people is void."""


def stalled(game: Game[S], state: S) -> bool:
    """Whether the game gets nowhere."""
    return isinstance(game, Stalling) and game.stalled(state)
