"""Dealing."""

from __future__ import annotations

from domain.contract.game import Decision
from nightledger_oh_hell.events import CardsDealt
from nightledger_oh_hell.state import OhHellRun
from nightledger_oh_hell.steps import Deal, ShowBids


def deal(run: OhHellRun, step: Deal) -> None:
    """Deal each seat its cards, turn up the next one, and ask everybody for a bid (OH-DEAL-2, OH-BID-1)."""
    state = run.state
    size = state.deals[step.number - 1]
    pile = run.shuffle("deck", state.deck.cards)
    hands = {seat: _sorted(pile[place * size :][:size], state.deck.cards) for place, seat in enumerate(state.seats)}
    run.emit(CardsDealt(step.number, _first(state.seats, step.number), pile[size * len(state.seats)], hands))
    for seat in state.seats:
        run.ask(seat, Decision("bid", ("bid",)))
    run.push(ShowBids())


def _first(seats: tuple[str, ...], deal: int) -> str:
    """Who leads to the first trick (OH-DEAL-3)."""
    return seats[(deal - 1) % len(seats)]


def _sorted(hand: list[str], cards: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(sorted(hand, key=cards.index))
