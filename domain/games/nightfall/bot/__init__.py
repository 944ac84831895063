"""What bots know of the game: how good an answer looks, what a search chooses from, and how good a table is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from domain.contract.game import Action, Json, Legal
from domain.games.nightfall.bot import rating
from domain.games.nightfall.bot.glimpse import ViewGlimpse
from domain.games.nightfall.bot.weights import Weights
from domain.games.nightfall.components import Catalogue


def candidates(
    view: Mapping[str, Json], seat: str, legal: Legal, data: Catalogue, weights: Weights
) -> Sequence[Action]:
    """The answers worth weighing: all of them, or a spread where they are a long product."""
    return rating.candidates(ViewGlimpse(view, seat, data, weights), legal)


def rate(view: Mapping[str, Json], seat: str, action: Action, data: Catalogue, weights: Weights) -> float:
    """How good an answer looks from the seat's own view; 0 for no opinion."""
    return rating.rate(ViewGlimpse(view, seat, data, weights), action)
