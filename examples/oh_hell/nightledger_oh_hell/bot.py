"""What a greedy bot goes by, from its own view alone."""

from __future__ import annotations

from collections.abc import Mapping

from domain.contract.game import Action, Json
from nightledger_oh_hell.actions import Bid, Play
from nightledger_oh_hell.data import Deck, suit_of
from nightledger_oh_hell.rules.playing import taker

SURE = 100
"""What a trick is worth that is sure to be taken."""


def rate(view: Mapping[str, Json], seat: str, action: Action, deck: Deck) -> int:
    """How good an answer looks: the nearer a bid is to what the hand promises, and the nearer a card brings it."""
    match action:
        case Bid(tricks=tricks):
            hand = view["seats"][seat]["hand"]
            return -abs(SURE * tricks - sum(_promise(card, view["trump"], deck) for card in hand))
        case Play(card=card):
            return _play(view, seat, card, deck)
    return 0


def _promise(card: str, trump: str, deck: Deck) -> int:
    """How likely a card takes a trick, in hundredths."""
    strength = deck.strength(card) * SURE // len(deck.ranks)
    return (SURE + strength) // 2 if suit_of(card) == suit_of(trump) else max(0, strength - SURE // 3)


def _play(view: Mapping[str, Json], seat: str, card: str, deck: Deck) -> int:
    """Who wants a trick takes it, for certain with a low card, else with a high one; who wants none gets rid of the
    highest card that does not take it."""
    own, trick = view["seats"][seat], {**view["trick"], seat: card}
    wants = own["taken"] < own["bid"]
    takes = taker(deck, trick, view["leader"], view["trump"]) == seat
    last = len(trick) == len(view["seats"])
    cost = _promise(card, view["trump"], deck)
    if wants != takes:
        return -SURE - cost
    return cost if not takes or not last else -cost
