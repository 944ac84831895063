"""Another table that a seat cannot tell from the true one, however well it remembers what it was shown.

A seat knows what every other seat owns, for all of it came there in the open, and every discard pile; it does not
know which of a seat's cards are in the hand and which in the deck, no order of a deck, nor the wounds in the pile.
Of the draft it knows the packets that it held and its own picks.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from domain.contract.chance import Stream
from domain.games.nightfall.options import SECRET, procedure
from domain.games.nightfall.rules.ending import can_wound
from domain.games.nightfall.state import NightfallState, Player


def resample(state: NightfallState, seat: str, rng: Stream) -> NightfallState:
    """A clone in which everything that the seat (or `"spectator"`) does not know was dealt anew."""
    other = state.clone()
    if state.phase != "over":
        for player in other.players.values():
            _deal_anew(player, seat, rng)
    _shuffle_wounds(other, rng)
    if state.draft is not None:
        _deal_draft_anew(other, seat, rng)
    elif SECRET in state.options["variants"]:
        _deal_secrets_anew(other, seat, rng)
    return other


def _deal_anew(player: Player, seat: str, rng: Stream) -> None:
    """Deal hand and deck anew, but for the cards that all saw going to the hand; of one's own only the deck."""
    if player.id == seat:
        player.deck = rng.shuffled(player.deck)
        return
    known = Counter(player.known_hand)
    unknown: list[str] = []
    for card in player.hand:
        if known[card]:
            known[card] -= 1
        else:
            unknown.append(card)
    cards = rng.shuffled([*unknown, *player.deck])
    player.hand = player.known_hand + cards[: len(unknown)]
    player.deck = cards[len(unknown) :]


def _shuffle_wounds(state: NightfallState, rng: Stream) -> None:
    """What lies in the pile is known, and the top of its face-up part; no order of the others is (NF-INFO-6)."""
    top = state.face_up[:1] if state.says_more else []
    face_up = len(state.face_up)
    pile = [*top, *rng.shuffled([*state.face_up[len(top) :], *state.face_down])]
    state.face_up, state.face_down = pile[:face_up], pile[face_up:]


def _deal_draft_anew(state: NightfallState, seat: str, rng: Stream) -> None:
    """Cards that the seat cannot tell apart change places in packets, picks, centre, rest and box (NF-INFO-5)."""
    assert state.draft is not None
    swapped = _swaps(state, seat, rng)
    for player in state.players.values():
        if player.id != seat:
            player.packet = [swapped.get(card, card) for card in player.packet]
            player.picks = [swapped.get(card, card) for card in player.picks]
            player.drafted = [swapped.get(card, card) for card in player.drafted]
            player.packets = [tuple(swapped.get(card, card) for card in packet) for packet in player.packets]
    draft = state.draft
    draft.centre = [swapped.get(card, card) for card in draft.centre]
    draft.rest = [swapped.get(card, card) for card in draft.rest]
    draft.removed = [swapped.get(card, card) for card in draft.removed]


def _deal_secrets_anew(state: NightfallState, seat: str, rng: Stream) -> None:
    """Deal other seats other secret archives (NF-INFO-12).

    A game that goes on tells that something is left that can wound (NF-RUL-48), so it must be left here too.
    """
    true = {player.id: player.secret for player in state.players.values()}
    could_wound = can_wound(state)
    if procedure(state.options) is None:
        _deal_pairs_anew(state, seat, rng)
    else:
        swapped = _swaps(state, seat, rng)
        for player in state.players.values():
            if player.id != seat:
                player.secret = [swapped.get(card, card) for card in player.secret]
                player.drafted = [swapped.get(card, card) for card in player.drafted]
    if can_wound(state) != could_wound:
        for player in state.players.values():
            player.secret = true[player.id]


def _deal_pairs_anew(state: NightfallState, seat: str, rng: Stream) -> None:
    """Under quick start the secret archives are whole pairs; one that is half revealed is known."""
    hidden = [player for player in state.players.values() if player.id != seat and len(player.secret) == 2]
    closed = {card for player in hidden for card in player.secret}
    seen = {card for card in _lying_open(state) if card not in closed}
    seen |= {card for player in state.players.values() if player not in hidden for card in player.secret}
    pairs = [pair for pair in state.catalogue.pairs[state.edition.id] if not seen.intersection(pair)]
    for player, pair in zip(hidden, rng.shuffled(pairs)):
        player.secret = list(pair)


def _swaps(state: NightfallState, seat: str, rng: Stream) -> dict[str, str]:
    """Draft card -> the one that takes its place, among those that the seat has seen the same of.

    A rule case may lay out cards that its edition does not draft: they stay.
    """
    cards = state.catalogue.draft_cards(state.edition.id, tuple(state.options["promos"]))
    viewer = state.players.get(seat)
    fixed = _lying_open(state) | (set(viewer.packet) | set(viewer.drafted) | set(viewer.secret) if viewer else set())
    packets: Sequence[tuple[str, ...]] = viewer.packets if viewer else ()
    alike: dict[tuple[bool, ...], list[str]] = {}
    for card in cards:
        if card not in fixed:
            alike.setdefault(tuple(card in packet for packet in packets), []).append(card)
    swapped: dict[str, str] = {}
    for group in alike.values():
        swapped.update(zip(group, rng.shuffled(group)))
    return swapped


def _lying_open(state: NightfallState) -> set[str]:
    """The cards whose archives lie on the table."""
    return set(state.commons).union(*(player.private for player in state.players.values()))
