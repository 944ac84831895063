"""The cards: what is printed on each, and the catalogue of all of them with the wounds and the numbers of copies."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

import msgspec

from domain.games.nightfall.rules.editions import EDITIONS

WOUND = "wound:"
"""What stands before the type of a wound card in a list of cards."""

SECRET = "secret-archives"
"""The variant in which private archives lie face down, as an option and as what brings them to light."""


class Card(msgspec.Struct, frozen=True):
    """What is printed on an order; a minion has `power` and `health`. `in_base` is edition -> whether in the box."""

    id: str
    kind: str
    color: str
    links: tuple[str, ...]
    cost: int
    name: str
    names: Mapping[str, str]
    promo: bool
    in_base: Mapping[str, bool]
    kick_color: str | None = None
    species: str | None = None
    power: int = 0
    health: int = 0

    @property
    def is_minion(self) -> bool:
        """Whether it is a minion; starters are."""
        return self.kind != "action"


class Catalogue(msgspec.Struct, frozen=True):
    """The data file: its cards in its order, the 60 wounds, the starter deck, and how many cards make what.

    `source` is the whole file, with notes and the provenance of every value; `sha256` is its hash in hex. `followers`
    are the orders that can be linked after each: those whose colour is one of its link colours.
    """

    sha256: str
    source: Mapping[str, Any]
    cards: Mapping[str, Card]
    followers: Mapping[str, frozenset[str]]
    wounds: tuple[str, ...]
    wound_types: tuple[str, ...]
    face_up_per_seat: int
    starting_deck: tuple[str, ...]
    archive: int
    pairs: Mapping[str, tuple[tuple[str, str], ...]]

    def draft_cards(self, edition: str, promos: tuple[str, ...]) -> tuple[str, ...]:
        """The draft cards of an edition with the promos shuffled in (NF-DRAFT-1, NF-DRAFT-11, EM-1)."""
        return tuple(
            card.id
            for card in self.cards.values()
            if card.kind != "starter" and (card.in_base[edition] or card.id in promos)
        )

    def promos(self, edition: str) -> tuple[str, ...]:
        """What is promotional in an edition (NF-OPT-4, EM-1)."""
        return tuple(card.id for card in self.cards.values() if not card.in_base[edition])

    def is_card(self, name: str) -> bool:
        """Whether it names an order or a wound card."""
        return name in self.cards or (name.startswith(WOUND) and name[len(WOUND) :] in self.wound_types)

    def labels(self) -> dict[str, dict[str, str]]:
        """Language -> id -> what it is called: cards by their names, the rest from `labels.toml`."""
        english = {"en": {card.id: card.name for card in self.cards.values()}}
        printed = {
            edition: {card.id: card.names.get(edition, card.name) for card in self.cards.values()}
            for edition in EDITIONS
        }
        return {language: {**words(language), **cards} for language, cards in (english | printed).items()}


@cache
def words(language: str) -> Mapping[str, str]:
    """Id -> what it is called in a language, cards left out; KeyError for a language that is not there."""
    sections = tomllib.loads(files("domain.games.nightfall").joinpath("labels.toml").read_text("utf-8"))
    return {name: called[language] for section in sections.values() for name, called in section.items()}
