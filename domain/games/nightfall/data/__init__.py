"""The card catalogue: what `cards.toml`, or another card set of its form, holds."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from functools import cache, lru_cache
from importlib.resources import files

import msgspec

from domain.contract.toml import read_toml
from domain.games.nightfall.components import Card, Catalogue
from domain.games.nightfall.rules.editions import EDITIONS

MOST_SETS = 16
MOST_IN_DECK = 1000


def catalogue() -> Catalogue:
    """The catalogue of the package."""
    return read_data(built_in())


@cache
def built_in() -> bytes:
    """The bytes of `cards.toml`."""
    return files("domain.games.nightfall").joinpath("cards.toml").read_bytes()


@lru_cache(maxsize=MOST_SETS)
def read_data(raw: bytes) -> Catalogue:
    """The catalogue that the text of a data file holds."""
    source = read_toml(raw)
    cards = {entry["id"]: msgspec.convert(entry, Card) for entry in source["card"]}
    wounds, copies = source["wounds"], source["copies"]
    starters = [card.id for card in cards.values() if card.kind == "starter"]
    return Catalogue(
        sha256=hashlib.sha256(raw).hexdigest(),
        source=source,
        cards=cards,
        followers={card.id: _followers(card, cards.values()) for card in cards.values()},
        wounds=tuple(kind for kind in wounds["types"] for _ in range(wounds["counts"][kind])),
        wound_types=tuple(wounds["types"]),
        face_up_per_seat=wounds["face_up_per_player"],
        starting_deck=_deck(starters, copies["starting_deck"]),
        archive=copies["archive"],
        pairs={
            edition: tuple(tuple(entry["pair"]) for entry in source["quick_start"] if edition in entry["editions"])
            for edition in EDITIONS
        },
    )


def _followers(card: Card, cards: Iterable[Card]) -> frozenset[str]:
    return frozenset(other.id for other in cards if other.color in card.links)


def _deck(starters: list[str], copies: int) -> tuple[str, ...]:
    if len(starters) * copies > MOST_IN_DECK:
        raise ValueError(f"{len(starters) * copies} cards are more than a starting deck may have")
    return tuple(starters * copies)
