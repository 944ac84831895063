"""Games that can go on without end."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from typing import Any

from domain.contract.game import Game, S


class Stalling(Game[S]):
    """A game that knows when it gets nowhere."""

    @abstractmethod
    def stalled(self, state: S) -> bool:
        """Whether nothing has brought the game nearer its end for so long that a table without people is void."""


def stalled(game: Game[S], state: S) -> bool:
    """Whether the game gets nowhere."""
    return stalling(game)(state)


def stalling(game: Game[S]) -> Callable[[S], bool]:
    """How it is told of the game's states whether it gets nowhere; of a game that does not know, it never does."""
    return game.stalled if isinstance(game, Stalling) else _never


def _never(state: Any) -> bool:
    return False
