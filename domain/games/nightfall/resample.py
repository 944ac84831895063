"""Another table that a seat cannot tell from the true one, however well it remembers what it was shown.

A seat knows what every other seat owns, for all of it came there in the open, and every discard pile; it does not
know which of a seat's cards are in the hand and which in the deck, no order of a deck, nor the wounds in the pile.
What was in the hand when the deck was empty it can count; that a text asks for an order of a hand, or finds none in it,
tells what that hand holds (NF-RUL-38). Of the draft it knows the packets that it held and its own
picks.

What is hidden is first put into an order that tells nothing, and then dealt: tables that the seat cannot tell apart
give the same other table for the same stream. What other seats remember of the draft is left out of it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from domain.contract.chance import Stream
from domain.games.nightfall.components import SECRET, WOUND
from domain.games.nightfall.options import procedure
from domain.games.nightfall.rules.ending import can_wound_secretly, wounds
from domain.games.nightfall.rules.targets import AN_ORDER_OF_THE_DAMAGED_HAND
from domain.games.nightfall.state import NightfallState, Player, draft_of


def resample(state: NightfallState, seat: str, rng: Stream) -> NightfallState:
    """A clone in which everything that the seat (or `"spectator"`) does not know was dealt anew."""
    other = state.clone()
    if state.phase != "over":
        for player in other.players.values():
            _deal_anew(player, seat, _is_asked_for_an_order(state, player.id), rng)
    _shuffle_wounds(other, rng)
    if state.draft is not None:
        _deal_draft_anew(other, seat, rng)
    elif SECRET in state.options["variants"]:
        _deal_secrets_anew(other, seat, rng)
    for player in other.players.values():
        if player.id != seat:
            player.packets, player.drafted = [], []
    return other


def _is_asked_for_an_order(state: NightfallState, seat: str) -> bool:
    """Whether a text asks now for an order of the seat's hand, which only a hand that holds one is asked for."""
    asked = state.open.get(seat)
    return asked is not None and asked.details.get("asks") == AN_ORDER_OF_THE_DAMAGED_HAND.what


def _deal_anew(player: Player, seat: str, has_order: bool, rng: Stream) -> None:
    """Deal hand and deck anew, but for what is sure to be in the hand, until it holds an order if it has one; of one's
    own only the deck."""
    if player.id == seat:
        player.deck = rng.shuffled(sorted(player.deck))
        return
    player.sure_hand = sorted(player.sure_hand)
    unknown = sorted((Counter([*player.hand, *player.deck]) - Counter(player.sure_hand)).elements())
    held = len(player.hand)
    while True:
        cards = rng.shuffled(unknown)
        sure = [*player.sure_hand, *_taken_wounds(cards, player.sure_wounds)]
        drawn = held - len(sure)
        player.hand, player.deck = sure + cards[:drawn], cards[drawn:]
        if player.has_order or not has_order:
            return


def _taken_wounds(cards: list[str], count: int) -> list[str]:
    """So many wounds, the first ones, taken out of cards."""
    wounds = [card for card in cards if card.startswith(WOUND)][:count]
    for wound in wounds:
        cards.remove(wound)
    return wounds


def _shuffle_wounds(state: NightfallState, rng: Stream) -> None:
    """What lies in the pile is known, and the top of its face-up part; no order of the others is (NF-INFO-6)."""
    top = state.face_up[:1] if state.says_more else []
    face_up = len(state.face_up)
    pile = [*top, *rng.shuffled(sorted([*state.face_up[len(top) :], *state.face_down]))]
    state.face_up, state.face_down = pile[:face_up], pile[face_up:]


def _deal_draft_anew(state: NightfallState, seat: str, rng: Stream) -> None:
    """Cards that the seat cannot tell apart change places in packets, picks, centre, rest and box (NF-INFO-5)."""
    draft, others = draft_of(state), [player for player in state.players.values() if player.id != seat]
    places = [player.packet for player in others] + [player.picks for player in others]
    places += [draft.centre, draft.rest, draft.removed]
    swapped = _swaps(state, seat, [card for place in places for card in place], rng)
    for place in places:
        place[:] = [swapped.get(card, card) for card in place]


def _deal_secrets_anew(state: NightfallState, seat: str, rng: Stream) -> None:
    """Deal other seats other secret archives (NF-INFO-12), until they can wound if that was told (NF-RUL-48)."""
    others = [player for player in state.players.values() if player.id != seat]
    true = [card for player in others for card in player.secret]
    told = state.opened_since_told is not None and not any(wounds(state, card) for card in state.opened_since_told)
    while True:
        dealt = iter(_secrets(state, seat, true, rng))
        for player in others:
            player.secret = [next(dealt) for _ in player.secret]
        if not told or can_wound_secretly(state):
            return


def _secrets(state: NightfallState, seat: str, true: Sequence[str], rng: Stream) -> Sequence[str]:
    """Other cards for the secret archives of other seats, in their order."""
    if procedure(state.options) is None:
        return list(_other_pairs(state, seat, rng))
    swapped = _swaps(state, seat, true, rng)
    return [swapped.get(card, card) for card in true]


def _other_pairs(state: NightfallState, seat: str, rng: Stream) -> Iterator[str]:
    """Under quick start the secret archives are whole pairs; one that is half revealed is known."""
    hidden = [player for player in state.players.values() if player.id != seat and len(player.secret) == 2]
    seen = _lying_open(state).union(*(player.secret for player in state.players.values() if player not in hidden))
    pairs = rng.shuffled(pair for pair in state.catalogue.pairs[state.edition.id] if not seen.intersection(pair))
    for player in state.players.values():
        if player.id != seat:
            yield from pairs.pop() if player in hidden and pairs else player.secret


def _swaps(state: NightfallState, seat: str, hidden: Sequence[str], rng: Stream) -> dict[str, str]:
    """Hidden draft card -> the one that takes its place, among those that the seat has seen the same of.

    What the seat has seen of the card in a place follows from the place. A rule case may lay out cards that its edition
    does not draft: they stay.
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
        swapped.update(zip((card for card in hidden if card in group), rng.shuffled(group)))
    return swapped


def _lying_open(state: NightfallState) -> set[str]:
    """The cards whose archives lie on the table."""
    return set(state.commons).union(*(player.private for player in state.players.values()))
