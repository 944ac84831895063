"""A table as one seat sees it, read for the questions that a greedy bot asks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from domain.contract.game import Json
from domain.games.nightfall.components import Card, Catalogue
from domain.games.nightfall.data import catalogue
from domain.games.nightfall.rules.cards import TEXTS


class Seen(NamedTuple):
    """A minion in play: its seat, its card and the health it has left."""

    seat: str
    card: str
    health: int


class Glimpse:
    """The view of `seat`. `own` is what lies before it, `others` the other seats, clockwise from its left.

    `cards` are those of the set that is played with, the one of the package if it is left out.
    """

    __slots__ = ("cards", "others", "own", "seat", "view")

    def __init__(self, view: Mapping[str, Json], seat: str, data: Catalogue | None = None) -> None:
        seats = list(view["seats"])
        at = seats.index(seat)
        self.cards: Mapping[str, Card] = (data or catalogue()).cards
        self.view = view
        self.seat = seat
        self.own: Mapping[str, Any] = view["seats"][seat]
        self.others = (*seats[at + 1 :], *seats[:at])

    @property
    def is_active(self) -> bool:
        """Whether it is the seat's turn."""
        return bool(self.view["active"] == self.seat)

    @property
    def resolving(self) -> str | None:
        """The card that is being resolved."""
        chain = self.view["chain"]
        return str(chain[-1]["card"]) if chain else None

    def minions(self, seat: str) -> dict[str, Seen]:
        """The minions of a seat by their ids, in the order of entering; by their positions where they have none."""
        named: dict[str, Seen] = {}
        for minion in self.view["seats"][seat]["in_play"]:
            card = minion["card"]
            copies = sum(other.card == card for other in named.values())
            name = f"{seat}/{card}/{copies + 1}" if copies else f"{seat}/{card}"
            named[minion.get("id", name)] = Seen(seat, card, self.cards[card].health - minion["damage"])
        return named

    def minion(self, name: str) -> Seen:
        """A minion by its name."""
        return self.minions(name.partition("/")[0])[name]

    def strength(self, minion: Seen) -> int:
        """What it would deal now."""
        if TEXTS[minion.card].strength is not None:
            return len(self.view["seats"][minion.seat]["in_play"])
        return self.cards[minion.card].power

    def health(self, seat: str) -> int:
        """What all minions of a seat could take."""
        return sum(minion.health for minion in self.minions(seat).values())

    def forced_health(self, seat: str) -> int:
        """What its forced blockers must take."""
        return sum(minion.health for minion in self.minions(seat).values() if TEXTS[minion.card].forced_blocker)

    def owned(self, seat: str) -> int:
        """How many cards a seat has in hand, deck and discard pile, wounds among them."""
        lies = self.view["seats"][seat]
        piles = (lies["hand"], lies["deck"], lies["discard"])
        return sum(pile if isinstance(pile, int) else len(pile) for pile in piles)

    @property
    def top_hurts(self) -> bool:
        """Whether the open top wound, the next one to be taken, is of the type that the seat has most of (NF-TIE-1)."""
        top, wounds = self.view["wound_pile"].get("next"), self.own["wounds"]
        return top is not None and wounds[top] == max(wounds.values())

    def archives(self) -> list[str]:
        """The orders that the seat can usually claim and that are left."""
        own = [*self.own["private"].items(), *((card, 1) for card in self.own.get("secret", ()))]
        return [card for card, left in (*self.view["commons"].items(), *own) if left]
