"""The course of a game in charts: what each seat has, as far as a view tells it."""

from __future__ import annotations

from collections.abc import Mapping

from domain.contract.facets.charted import Values
from domain.contract.game import Json

CHARTS = ("Wounds", "Cards of each deck", "Influence")

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
