"""What a seat has seen of cards that its view does not show: claims, discards, shown cards, packets of the draft.

What a seat owns came to it in the open, and every discard lay open for a moment; of the draft a seat knows the packets
that it has held and its own picks, of others nothing (NF-INFO-4, NF-INFO-5).
"""

from __future__ import annotations

from collections import Counter

from domain.contract.game import Json
from domain.games.nightfall.components import WOUND
from domain.games.nightfall.state import NightfallState, Player


def seen(state: NightfallState, audience: str) -> dict[str, Json]:
    """What is known of each seat, and what this audience itself has held in the draft."""
    known: dict[str, Json] = {"seats": {seat: _open(state, player) for seat, player in state.players.items()}}
    if audience in state.players:
        known["draft"] = _held(state.players[audience])
    return known


def _open(state: NightfallState, player: Player) -> dict[str, Json]:
    """What all know: what the seat has got of orders beside its starters, its discard pile, and what of its hand was
    seen going there."""
    links = [link.card for link in state.chain if link.by == player.id]
    in_play = [minion.card for minion in player.in_play]
    owned = Counter([*player.hand, *player.deck, *player.discard, *in_play, *links])
    claimed = owned - Counter(state.catalogue.starting_deck)
    return {
        "claimed": sorted(card for card in claimed.elements() if not card.startswith(WOUND)),
        "discarded": list(player.discard),
        "shown": sorted(player.known_hand),
    }


def _held(player: Player) -> dict[str, Json]:
    """The packets in the order in which they came, and of each the cards that went on to the left."""
    rounds = [list(packet) for packet in player.packets]
    passed = [[card for card in packet if card != pick] for packet, pick in zip(rounds, player.drafted)]
    return {"packets": rounds, "picked": list(player.drafted), "passed": passed}
