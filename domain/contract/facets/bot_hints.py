"""Games that tell a greedy bot what to weigh, and how good it looks."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence

from domain.contract.game import Action, Game, Json, Legal, S


class BotHints(Game[S]):
    """A game with hooks for bots, which go by what the seat sees."""

    def candidates(self, view: Mapping[str, Json], seat: str, legal: Legal) -> Sequence[Action]:
        """The answers that a greedy bot weighs, worked out from its own view; at least one."""
        return legal.actions

    def rated(self, view: Mapping[str, Json], seat: str, legal: Legal) -> Sequence[tuple[float, Action]]:
        """The candidates, each with its rating."""
        return [(self.rate(view, seat, action), action) for action in self.candidates(view, seat, legal)]

    @abstractmethod
    def rate(self, view: Mapping[str, Json], seat: str, action: Action) -> float:
        """How good an answer looks from the seat's own view, higher being better; 0 for no opinion."""
