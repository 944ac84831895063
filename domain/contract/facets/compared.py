"""Games that are won and lost together, of which tries at one deal are compared."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from domain.contract.game import Game, S


class Compared(Game[S]):
    """A game that can be a challenge. `compared_by` names what tries are compared by when they came out alike, the
    first first."""

    compared_by: ClassVar[tuple[str, ...]]

    def compared(self, state: S) -> Mapping[str, int]:
        """The values of a finished game by the names of `compared_by`; the highest are the best."""
        return {}


def compared_by(game: Game[Any]) -> tuple[str, ...]:
    """What tries at one deal are compared by; nothing where they are not."""
    return game.compared_by if isinstance(game, Compared) else ()
