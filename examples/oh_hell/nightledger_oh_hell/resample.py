"""Another table that a seat cannot tell from the true one."""

from __future__ import annotations

from domain.contract.chance import Stream
from nightledger_oh_hell.data import suit_of
from nightledger_oh_hell.state import OhHellState

Place = tuple[str, int]
"""A place for a card: of a seat, or in the stock, whose seat is empty."""


def resample(state: OhHellState, seat: str, rng: Stream) -> OhHellState:
    """A copy in which the seat's unknown cards have changed places, and secret bids are others.

    Nobody gets a card of a suit of which it has shown that it has none.
    """
    other = state.clone()
    hidden = {(holder, n): card for holder, cards in _unknown(state, seat).items() for n, card in enumerate(cards)}
    places = list(hidden)
    for one in places:
        two = rng.choice(places)
        if _fits(state, hidden[two], one) and _fits(state, hidden[one], two):
            hidden[one], hidden[two] = hidden[two], hidden[one]
    for holder in state.seats:
        if holder != seat:
            hand = [hidden[holder, n] for n in range(len(state.hands[holder]))]
            other.hands = {**other.hands, holder: tuple(sorted(hand, key=state.deck.cards.index))}
    if not state.shown:
        other.bids = {one: bid if one == seat else rng.below(state.size + 1) for one, bid in state.bids.items()}
    return other


def _unknown(state: OhHellState, seat: str) -> dict[str, tuple[str, ...]]:
    """The hands of the others, and the stock under an empty name."""
    hands = {other: hand for other, hand in state.hands.items() if other != seat}
    elsewhere = {state.trump, *state.played, *state.trick.values()}.union(*state.hands.values())
    return {**hands, "": tuple(card for card in state.deck.cards if card not in elsewhere)}


def _fits(state: OhHellState, card: str, place: Place) -> bool:
    """Whether a card can lie there, as far as everybody knows."""
    return suit_of(card) not in state.voids.get(place[0], ())
