"""The table as somebody may see it."""

from __future__ import annotations

from domain.contract.audience import REFEREE
from domain.contract.game import Json
from nightledger_oh_hell.rules.playing import on_turn
from nightledger_oh_hell.state import OhHellState


def view(state: OhHellState, audience: str) -> dict[str, Json]:
    """The table through the eyes of a seat, of a spectator or of the referee."""
    return {
        "data": state.deck.sha256,
        "deal": state.deal,
        "deals": list(state.deals),
        "trump": state.trump,
        "leader": state.leader,
        "turn": on_turn(state) if state.shown and not state.over else None,
        "trick": dict(state.trick),
        "seats": {seat: _seat(state, seat, seen=audience in (seat, REFEREE)) for seat in state.seats},
    }


def _seat(state: OhHellState, seat: str, seen: bool) -> dict[str, Json]:
    hand = state.hands[seat]
    return {
        "score": state.scores[seat],
        "bid": state.bids.get(seat) if seen or state.shown else None,
        "taken": state.taken[seat],
        "cards": len(hand),
        "hand": list(hand) if seen else None,
    }
