"""What a newcomer asks at the table: where the game is, and what is printed on each card."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from domain.contract.game import Json
from domain.contract.manual import ManualEntry
from domain.games.nightfall.components import WOUND, Catalogue

PHASES = ("draft", "combat", "chain", "claim", "cleanup", "over")

FACTS = {
    "kind": "Kind", "color": "Color", "species": "Species", "power": "Power", "health": "Health", "cost": "Cost",
    "links": "Links", "kick_color": "Kick color",
}  # fmt: skip
"""What is printed on a card in numbers and signs -> what it is called."""

TEXTS = {"chain": "Chain", "your_chain": "Your chain", "kick": "Kick", "in_play": "In play"}
"""The texts of a card in the order in which they are printed."""

MADE_UP = {
    **FACTS, **TEXTS, "name": "Name", "names": "Names", "promo": "Promo", "in_base": "In base",
}  # fmt: skip
"""What a data file can have made up -> what it is called."""

RECONSTRUCTED = "reconstructed"
"""What the data calls a value that was found nowhere, and made up to fit."""


def phase(view: Mapping[str, Json]) -> str:
    """The phase of the turn."""
    return str(view["phase"])


def entries(cards: Catalogue) -> Iterator[ManualEntry]:
    """Every card and every wound."""
    for entry in cards.source["card"]:
        yield ManualEntry("card", entry["id"], tuple(_facts(entry)), tuple(_texts(entry)), made_up=_made_up(entry))
    effect = cards.source["wounds"]["effect"]
    for kind in cards.wound_types:
        yield ManualEntry("wound", f"{WOUND}{kind}", texts=(("Effect", effect),))


def _facts(entry: Mapping[str, Any]) -> Iterator[tuple[str, Json]]:
    hidden = ("cost",) if entry["kind"] == "starter" else ()
    yield from ((label, entry[key]) for key, label in FACTS.items() if key in entry and key not in hidden)


def _made_up(entry: Mapping[str, Any]) -> tuple[str, ...]:
    return tuple(MADE_UP[value] for value, source in entry["provenance"].items() if source == RECONSTRUCTED)


def _texts(entry: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    yield from ((label, entry[key]) for key, label in TEXTS.items() if key in entry)
