"""A private branch: a world that a seat cannot tell from the true one, played on from a position.

It is drawn from what the seat knows there and from a stream, and nothing else, so it tells nothing; from the same
stream it is the same again.
"""

from __future__ import annotations

from typing import Any

from domain.contract.chance import Seeded, Stream
from domain.contract.game import Action, Game, Json, State
from domain.table.rules.conditions import condition


class PrivateBranch:
    """A game played on in a world of one seat's; chance is the branch's own."""

    def __init__(self, game: Game[Any], state: State, seat: str, rng: Stream) -> None:
        """Begin at a position, which is unchanged."""
        self.game = game
        self.seat = seat
        self.world: Any = game.resample(state, seat, rng)
        self._chance = Seeded(rng.random_bytes(32))

    @property
    def is_over(self) -> bool:
        """Whether the game has ended here."""
        return self.game.is_over(self.world)

    @property
    def asked(self) -> tuple[str, ...]:
        """The seats that must decide."""
        return () if self.is_over else tuple(self.world.open)

    def answer(self, seat: str, action: Action) -> None:
        """Play on by a seat's answer; `Refused` as the rules do, and nothing has changed."""
        self.world = self.game.advance(self.world, seat, action, self._chance).state

    def condition(self, action: Action) -> dict[str, Json] | None:
        """The conditional answer that this one of its own seat, which is asked now, would make; None where the game
        leaves it to the moment."""
        view = self.game.view(self.world, self.seat)
        return condition(self.game, view, self.seat, self.world.open[self.seat], action)
