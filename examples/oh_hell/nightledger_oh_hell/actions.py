"""What a seat can do."""

from __future__ import annotations

from typing import ClassVar

from domain.contract.game import Action


class Bid(Action, tag="bid", frozen=True):
    """So many tricks the seat means to take, which only it may read until all bids are shown (OH-BID-1)."""

    tricks: int

    private: ClassVar[tuple[str, ...]] = ("tricks",)


class Play(Action, tag="play", frozen=True):
    """A card of the seat's hand (OH-PLAY-1)."""

    card: str


ACTIONS = (Bid, Play)
