"""What pages and the terminal draw a table with beyond its view: what is printed on cards, which minion is which."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from domain.contract.game import Json
from domain.games.nightfall.bot.glimpse import Seen, ViewGlimpse
from domain.games.nightfall.components import WOUND, Card, Catalogue
from domain.games.nightfall.data import read_data
from domain.games.nightfall.data_check import COLORS, WOUND_TYPES
from domain.games.nightfall.manual import RECONSTRUCTED, TEXTS
from domain.games.nightfall.options import procedure_given
from domain.games.nightfall.rules.claim import reduced
from domain.games.nightfall.rules.editions import EDITIONS

__all__ = [
    "COLORS", "RECONSTRUCTED", "TEXTS", "WOUND", "WOUND_TYPES", "Card", "NightfallDrawing", "drawing", "told_of_set",
]  # fmt: skip


class NightfallDrawing:
    """The cards that a table is played with, and its minions by their names."""

    def __init__(self, view: Mapping[str, Json], cards: Catalogue) -> None:
        self._view = view
        self._cards = cards
        self._entries: Mapping[str, Mapping[str, Any]] = {entry["id"]: entry for entry in cards.source["card"]}

    def order(self, card: str) -> Card:
        """What is printed on an order, in numbers."""
        return self._cards.cards[card]

    def entry(self, card: str) -> Mapping[str, Any] | None:
        """What the data file has on an order: its texts, and where each value comes from; None for a wound."""
        return self._entries.get(card)

    @property
    def wound_effect(self) -> str:
        """What is printed on every wound."""
        return str(self._cards.source["wounds"]["effect"])

    def minions(self, seat: str) -> Mapping[str, Seen]:
        """The minions before a seat by their names, in the order of entering."""
        return ViewGlimpse(self._view, seat, self._cards).minions(seat)

    def strength(self, minion: str) -> int:
        """What a minion would deal now, by its name."""
        glimpse = ViewGlimpse(self._view, minion.partition("/")[0], self._cards)
        return glimpse.strength(glimpse.minion(minion))

    def unblocked(self, seat: str) -> int:
        """The wounds that a seat takes if it blocks nothing: what all that attack it deal, blockable or not, less what
        its forced blockers take (NF-COMBAT-6, NF-FORCE-1)."""
        attacks = self._view["combat"]["attacks"]
        damage = sum(self.strength(attacker) for attacker, attacked in attacks if attacked == seat)
        return max(0, damage - ViewGlimpse(self._view, seat, self._cards).forced_health(seat))

    def pick(self, options: Mapping[str, Json]) -> tuple[str, str]:
        """Where the picks of the draft's round go, and the rest of each packet: `left`, or after the last round
        `centre` or `removed`; `options` are those that the game was opened with."""
        going = procedure_given(options, len(self._view["seats"]))
        number = self._view["draft"]["round"]
        assert going is not None, "a quick start has no draft"
        return going.picks[number - 1], "left" if number < len(going.picks) else going.left_over

    def cost(self, card: str, seat: str) -> int:
        """What a seat pays for an order now."""
        reduction = self._view["effects"].get("cost_reduction", {}).get(seat)
        return reduced(self.order(card).cost, reduction, EDITIONS[self._view["edition"]])


def drawing(view: Mapping[str, Json], cards: Catalogue) -> NightfallDrawing:
    """What a table is drawn with."""
    return NightfallDrawing(view, cards)


def told_of_set(raw: bytes) -> str:
    """What can be said of a card set that is fit to play with: its cards, how many values are made up, its hash."""
    cards = read_data(raw)
    sources = [source for entry in cards.source["card"] for source in entry["provenance"].values()]
    guessed = sources.count(RECONSTRUCTED)
    return f"{len(cards.cards)} cards, {guessed} of {len(sources)} values reconstructed, SHA-256 {cards.sha256}"
