"""A Nightfall card as a picture: what is printed on it, and what it says to who cannot see it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from domain.games.nightfall.drawing import RECONSTRUCTED, WOUND, Card, NightfallDrawing
from service.language.names import Names

TEXTS = {"chain": "Chain", "your_chain": "Your chain", "kick": "Kick", "in_play": "In play"}
"""The texts of a card in the order in which they are printed."""


@dataclass(frozen=True)
class Picture:
    """A card as it lies on the table.

    `thing` is the id by which it is touched, or several of them; `color`, `links` and `kick` name colours; `health` is
    what is left of `full_health`; `note` stands below it; `texts` is what it says, as in `Printed`. An order that is no
    minion has no `power`, a wound no colour at all.
    """

    name: str
    kind: str
    thing: str = ""
    color: str = ""
    links: Sequence[str] = ()
    kick: str | None = None
    cost: int | None = None
    power: str | None = None
    health: int = 0
    full_health: int = 0
    note: str = ""
    texts: Sequence[tuple[str, str]] = ()

    @property
    def title(self) -> str:
        """All of it in words, and what the card does."""
        return "\n".join([self.alt, *(f"{where}: {words}" for where, words in self.texts)])

    @property
    def alt(self) -> str:
        """All of it in words."""
        facts = [f"{self.color} {self.kind.lower()}" if self.color else self.kind.lower()]
        if self.power is not None:
            hurt = f" of {self.full_health}" if self.health != self.full_health else ""
            facts += [f"power {self.power}", f"health {self.health}{hurt}"]
        if self.cost is not None:
            facts.append(f"cost {self.cost}")
        if self.links:
            facts.append(f"links {' and '.join(self.links)}")
        if self.kick:
            facts.append(f"kick {self.kick}")
        if self.note:
            facts.append(self.note)
        return f"{self.name}: {', '.join(facts)}"


@dataclass(frozen=True)
class Printed:
    """What the texts of a card say: pairs of where it counts and the words; `guessed` are its reconstructed values."""

    name: str
    texts: Sequence[tuple[str, str]]
    guessed: Sequence[str] = ()


class CardSet:
    """The cards that a table is played with, as pictures and in words."""

    def __init__(self, cards: NightfallDrawing, names: Names) -> None:
        self._cards = cards
        self._names = names

    def picture(self, card: str, thing: str = "", note: str = "", health: int | None = None) -> Picture:
        """A card, order or wound; `health` is what a hurt minion has left."""
        name = self._names.card(card)
        if card.startswith(WOUND):
            return Picture(name, "Wound", thing, note=note)
        order = self._cards.order(card)
        return Picture(
            name,
            order.species or "Action",
            thing,
            color=order.color,
            links=order.links,
            kick=order.kick_color,
            cost=None if order.kind == "starter" else order.cost,
            power=_power(order) if order.is_minion else None,
            health=order.health if health is None else health,
            full_health=order.health,
            note=note,
            texts=_texts(self._cards.entry(card) or {}),
        )

    def printed(self, cards: Sequence[str]) -> list[Printed]:
        """What stands on these cards, each card once, by name; wounds left out."""
        entries = {card: entry for card in set(cards) if (entry := self._cards.entry(card)) is not None}
        found = [Printed(self._names.card(card), _texts(entry), _guessed(entry)) for card, entry in entries.items()]
        return sorted(found, key=lambda one: one.name.strip('"'))


def _texts(entry: Mapping[str, Any]) -> list[tuple[str, str]]:
    return [(label, entry[text]) for text, label in TEXTS.items() if text in entry]


def _guessed(entry: Mapping[str, Any]) -> list[str]:
    """The values of a card that no source tells, in words."""
    values = [value for value, source in entry["provenance"].items() if source == RECONSTRUCTED]
    return [TEXTS.get(value, value.replace("_", " ")).lower() for value in values]


def _power(order: Card) -> str:
    """The printed power; a star where a text works it out."""
    return str(order.power) if order.power else "*"
