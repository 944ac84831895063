"""Games in which a seat has seen what no view shows any more."""

from __future__ import annotations

from abc import abstractmethod

from domain.contract.game import Game, Json, S


class Knowledge(Game[S]):
    """A game with a memory for cards: what was claimed, discarded, shown, and passed on in a draft."""

    @abstractmethod
    def seen(self, state: S, audience: str) -> dict[str, Json]:
        """What a seat or `"spectator"` knows beyond its view, from all that it was shown since the game began.

        It is made of what that audience could read in the log and in its views, so it is the same in every state that
        `resample` gives for it.
        """
