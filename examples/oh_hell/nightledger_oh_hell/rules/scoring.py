"""Scoring."""

from __future__ import annotations

from nightledger_oh_hell.events import DealScored, GameEnded
from nightledger_oh_hell.state import OhHellRun, OhHellState
from nightledger_oh_hell.steps import Deal, Score


def score(run: OhHellRun, step: Score) -> None:
    """Count what the deal brings; deal again, or end the game after the last deal (OH-SCORE-2)."""
    state = run.state
    run.emit(DealScored(state.deal, {seat: points(state, seat) for seat in state.seats}))
    if state.deal < len(state.deals):
        run.push(Deal(state.deal + 1))
    else:
        run.emit(GameEnded(dict(state.scores)))


def points(state: OhHellState, seat: str) -> int:
    """What the deal brings to a seat (OH-SCORE-1)."""
    bid = state.bids[seat]
    return state.deck.bonus + bid if state.taken[seat] == bid else 0
