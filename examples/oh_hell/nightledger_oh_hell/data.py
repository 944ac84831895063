"""The data of the game, `deck.toml`: the cards, what they are called, and what a bid that is made brings."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from functools import cache, lru_cache
from pathlib import Path

import msgspec

from domain.contract.layout import Color
from domain.contract.toml import read_toml

FILE = Path(__file__).with_name("deck.toml")


class Suit(msgspec.Struct, frozen=True):
    """A suit: its id, its name, and how it is printed."""

    id: str
    name: str
    symbol: str
    color: Color


class Deck(msgspec.Struct, frozen=True, eq=False):
    """What the file holds. `ranks` are rank -> name, the lowest first; `sha256` is the hash of the file."""

    bonus: int
    ranks: Mapping[str, str]
    suits: tuple[Suit, ...]
    sha256: str = ""

    @property
    def cards(self) -> tuple[str, ...]:
        """All cards, suit by suit, the lowest first."""
        return tuple(f"{rank}{suit.id}" for suit in self.suits for rank in self.ranks)

    def strength(self, card: str) -> int:
        """The place of a card among those of its suit, from 0."""
        return list(self.ranks).index(rank_of(card))

    def suit(self, card: str) -> Suit:
        """The suit of a card, as it is printed."""
        return next(suit for suit in self.suits if suit.id == suit_of(card))

    def labels(self) -> dict[str, dict[str, str]]:
        """Language -> id -> name of the game and of all cards."""
        cards = {card: f"{self.ranks[rank_of(card)]} of {self.suit(card).name}" for card in self.cards}
        return {"en": {"oh-hell": "Oh Hell", **cards}}


def rank_of(card: str) -> str:
    """The rank of a card."""
    return card[:-1]


def suit_of(card: str) -> str:
    """The suit of a card."""
    return card[-1]


@cache
def built_in() -> bytes:
    """The bytes of the package's own file."""
    return FILE.read_bytes()


@lru_cache(maxsize=16)
def read_data(raw: bytes) -> Deck:
    """The deck that the text of a file describes."""
    deck = msgspec.convert(read_toml(raw), Deck)
    return msgspec.structs.replace(deck, sha256=hashlib.sha256(raw).hexdigest())
