"""A Nightfall card as a picture: what is printed on it, and what it says to who cannot see it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from domain.contract.game import Json
from domain.games.nightfall.drawing import TEXTS, WOUND, WOUND_TYPES, Card, NightfallDrawing
from service.language.names import Names, Said
from service.web.tables.drawing import Sign


class Text(NamedTuple):
    """A text of a card: which of `TEXTS`, what that is called, and what it says."""

    part: str
    where: str
    words: str


@dataclass(frozen=True)
class Picture:
    """A card as it lies on the table.

    `kind` names its emblem, `species` what that stands for; `thing` is the id by which it is touched, or several of
    them; `color`, `links` and `kick` name colours; `health` is what is left of `full_health`; `note` stands below it;
    `texts` is what it says, `facts` all of it in words. An order that is no minion has no `power`, a wound no colour at
    all.
    """

    name: str
    kind: str
    species: str = ""
    thing: str = ""
    color: str = ""
    links: Sequence[str] = ()
    kick: str | None = None
    cost: int | None = None
    power: str | None = None
    health: int = 0
    full_health: int = 0
    note: str = ""
    texts: Sequence[Text] = ()
    facts: Sequence[str] = ()

    @property
    def title(self) -> str:
        """All of it in words, and what the card does."""
        return "\n".join([self.alt, *(f"{text.where}: {text.words}" for text in self.texts)])

    @property
    def alt(self) -> str:
        """All of it in words."""
        return f"{self.name}: {', '.join([*self.facts, self.note] if self.note else self.facts)}"


class CardSet:
    """The cards that a table is played with, as pictures and in words."""

    def __init__(self, cards: NightfallDrawing, names: Names) -> None:
        self._cards = cards
        self._names = names

    def picture(self, card: str, thing: str = "", note: str = "", health: int | None = None) -> Picture:
        """A card, order or wound; `health` is what a hurt minion has left."""
        name = self._names.card(card)
        if card.startswith(WOUND):
            texts = list(self._wound_texts())
            return Picture(name, "Wound", thing=thing, note=note, texts=texts, facts=[self._kind("", "wound")])
        order = self._cards.order(card)
        left = order.health if health is None else health
        return Picture(
            name,
            order.species or "Action",
            self._kind("", (order.species or "action").lower()),
            thing,
            color=order.color,
            links=order.links,
            kick=order.kick_color,
            cost=None if order.kind == "starter" else order.cost,
            power=_power(order) if order.is_minion else None,
            health=left,
            full_health=order.health,
            note=note,
            texts=self._texts(self._cards.entry(card) or {}),
            facts=list(self._facts(order, left)),
        )

    def _facts(self, order: Card, health: int) -> Iterator[str]:
        """What is printed on an order, in words."""
        filled = self._names.filled
        yield self._kind(color_of(order.color, self._names), (order.species or "action").lower())
        if order.is_minion:
            yield filled("power {power}", {"power": Said(_power(order))})
            hurt = order.health if health != order.health else 0
            yield filled("health {health}[ of {full}]", {"health": health, "full": hurt})
        if order.kind != "starter":
            yield filled("cost {cost}", {"cost": order.cost})
        if order.links:
            links = self._names.catalogue.told(" and ").join(color_of(color, self._names) for color in order.links)
            yield filled("links {colors}", {"colors": Said(links)})
        if order.kick_color:
            yield filled("kick {color}", {"color": Said(color_of(order.kick_color, self._names))})

    def _kind(self, color: str, kind: str) -> str:
        return self._names.filled("[{color} ]{kind}", {"color": Said(color), "kind": kind})

    def _wound_texts(self) -> Iterator[Text]:
        """What a wound does, and what it costs its owner."""
        told = self._names.catalogue.told
        yield Text("effect", told("Effect"), told(self._cards.wound_effect))
        yield Text("end", told("At the end"), told("Whoever has the fewest wounds wins."))

    def _texts(self, entry: Mapping[str, Any]) -> list[Text]:
        told = self._names.catalogue.told
        return [Text(part, told(label), told(entry[part])) for part, label in TEXTS.items() if part in entry]


def signs(names: Names, table: Mapping[str, Json]) -> Callable[[str], Sign | None]:
    """The emblem of a card or minion, in its colour."""
    cards: NightfallDrawing = names.drawing(table)

    def sign(named: str) -> Sign | None:
        card = next((part for part in named.split("/") if cards.entry(part) is not None), None)
        if card is None:
            return Sign("nf-wound", "c-wound") if named.startswith(WOUND) or named in WOUND_TYPES else None
        order = cards.order(card)
        return Sign(f"nf-{(order.species or 'action').lower()}", f"c-{order.color}")

    return sign


def color_of(color: str, names: Names) -> str:
    """A colour within a sentence."""
    return names.say(color).lower()


def _power(order: Card) -> str:
    """The printed power; a star where a text works it out."""
    return str(order.power) if order.power else "*"
