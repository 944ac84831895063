"""The course of a game in charts: what each seat has, as far as a view tells it."""

from __future__ import annotations

from collections.abc import Mapping

from domain.contract.facets.charted import Values
from domain.contract.game import Json

INFLUENCE = "Influence, the most in each turn"

CHARTS = ("Wounds", "Cards of each deck", INFLUENCE)

PEAKS = frozenset((INFLUENCE,))
"""Influence is gone when the turn ends (NF-TURN-3)."""

PILES = ("hand", "deck", "discard")


def charted(view: Mapping[str, Json]) -> Values:
    """Wounds, which only their owner may count (NF-INFO-8); cards in hand, deck and discard pile; influence."""
    seats = view["seats"].items()
    return (
        {seat: sum(lies["wounds"].values()) for seat, lies in seats if "wounds" in lies},
        {seat: sum(_size(lies[pile]) for pile in PILES) for seat, lies in seats},
        {seat: lies["influence"] for seat, lies in seats},
    )


def _size(pile: Json) -> int:
    return pile if isinstance(pile, int) else len(pile)
