"""Whether a file can be the deck of new games."""

from __future__ import annotations

from nightledger_oh_hell.data import Deck, read_data
from nightledger_oh_hell.options import MOST_CARDS, MOST_SEATS


def check_data(raw: bytes) -> list[str]:
    """What is wrong with the file, a line each."""
    try:
        deck = read_data(raw)
    except ValueError as error:
        return [f"this is no deck: {error}"]
    return [fault for fault, found in _faults(deck).items() if found]


def _faults(deck: Deck) -> dict[str, bool]:
    needed = MOST_CARDS * MOST_SEATS + 1
    return {
        "two suits have the same id": len({suit.id for suit in deck.suits}) < len(deck.suits),
        "the id of a suit is one letter": any(len(suit.id) != 1 for suit in deck.suits),
        f"a deal may need {needed} cards, and these are {len(deck.cards)}": len(deck.cards) < needed,
        "a bid that is made brings something": deck.bonus < 1,
    }
