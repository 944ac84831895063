"""Games in which the moment of an answer could tell something."""

from __future__ import annotations

from abc import abstractmethod

from domain.contract.game import Game, S


class DelayedAnswers(Game[S]):
    """A game at whose tables answers may wait for a common moment."""

    @abstractmethod
    def delays(self, state: S, seat: str) -> bool:
        """Whether the moment of the seat's answer could tell what it holds, so that a table may have it wait."""


def delays(game: Game[S], state: S, seat: str) -> bool:
    """Whether the moment of the seat's answer could tell something."""
    return isinstance(game, DelayedAnswers) and game.delays(state, seat)
