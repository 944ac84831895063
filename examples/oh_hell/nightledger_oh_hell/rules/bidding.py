"""Bidding."""

from __future__ import annotations

from collections.abc import Iterator

from domain.contract.game import Refused
from nightledger_oh_hell.actions import Bid
from nightledger_oh_hell.events import BidMade, BidsShown
from nightledger_oh_hell.state import OhHellRun, OhHellState
from nightledger_oh_hell.steps import NextCard, ShowBids


def bid(run: OhHellRun, seat: str, action: Bid) -> None:
    """Bid in secret (OH-BID-1)."""
    if not 0 <= action.tricks <= run.state.size:
        raise Refused("illegal", "a bid is a number of tricks from 0 to {size}", size=run.state.size)
    run.emit(BidMade(run.state.deal, seat, action.tricks))


def bids(state: OhHellState, seat: str) -> Iterator[Bid]:
    """All bids that there are."""
    return map(Bid, range(state.size + 1))


def show_bids(run: OhHellRun, step: ShowBids) -> None:
    """Show what everybody has bid, and begin the first trick (OH-BID-2)."""
    run.emit(BidsShown(run.state.deal, dict(run.state.bids)))
    run.push(NextCard())
