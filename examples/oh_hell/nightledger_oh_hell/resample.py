"""Another table that a seat cannot tell from the true one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import accumulate

from domain.contract.chance import Stream
from nightledger_oh_hell.data import suit_of
from nightledger_oh_hell.state import OhHellState

Room = tuple[int, ...]
"""How many cards more each holder takes."""

BYTES = 32
"""So many random bytes make a number that is larger by far than every number of deals."""


def resample(state: OhHellState, seat: str, rng: Stream) -> OhHellState:
    """A copy in which the cards that the seat does not know were dealt anew, and secret bids are others.

    Nobody gets a card of a suit of which it has shown that it has none; each deal that is left is as likely.
    """
    other = state.clone()
    seen = {state.trump, *state.played, *state.trick.values(), *state.hands.get(seat, ())}
    unknown = [card for card in state.deck.cards if card not in seen]
    dealt = _deal(unknown, {one: len(hand) for one, hand in state.hands.items() if one != seat}, state.voids, rng)
    other.hands = {
        one: tuple(sorted(dealt[one], key=state.deck.cards.index)) if one in dealt else hand
        for one, hand in state.hands.items()
    }
    if not state.shown:
        other.bids = {one: bid if one == seat else rng.below(state.size + 1) for one, bid in state.bids.items()}
    return other


def _deal(
    cards: Sequence[str], sizes: Mapping[str, int], voids: Mapping[str, Sequence[str]], rng: Stream
) -> dict[str, list[str]]:
    """Hands of these sizes. Those that lack a suit take card by card, the others share what is left."""
    bound = [seat for seat in sizes if voids.get(seat)]
    lacking = [(), *(voids[seat] for seat in bound)]
    left: list[list[str]] = [[] for _ in lacking]
    room = (len(cards) - sum(sizes[seat] for seat in bound), *(sizes[seat] for seat in bound))

    @cache
    def deals(at: int, room: Room) -> int:
        """In how many ways the cards from `at` on can be dealt."""
        return sum(deals(at + 1, _less(room, n)) for n in _takers(cards[at], room, lacking)) if at < len(cards) else 1

    for at, card in enumerate(cards):
        takers = _takers(card, room, lacking)
        taker = takers[_lot([deals(at + 1, _less(room, n)) for n in takers], rng)]
        left[taker].append(card)
        room = _less(room, taker)
    rest = iter(rng.shuffled(left[0]))
    free = {seat: [next(rest) for _ in range(size)] for seat, size in sizes.items() if seat not in bound}
    return {**free, **dict(zip(bound, left[1:]))}


def _takers(card: str, room: Room, lacking: Sequence[Sequence[str]]) -> list[int]:
    """The holders that have room for the card and do not lack its suit."""
    suit = suit_of(card)
    return [n for n, more in enumerate(room) if more and suit not in lacking[n]]


def _less(room: Room, taker: int) -> Room:
    return (*room[:taker], room[taker] - 1, *room[taker + 1 :])


def _lot(weights: Sequence[int], rng: Stream) -> int:
    """A position, drawn by weight."""
    drawn = int.from_bytes(rng.random_bytes(BYTES)) % sum(weights)
    return next(n for n, below in enumerate(accumulate(weights)) if drawn < below)
