"""A table read for the questions that a bot asks: as one seat sees it, or as it lies in a world drawn of what it knows.

Of either it reads the same: what lies open, and the hand of the seat.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from domain.contract.game import Json
from domain.games.nightfall.bot.book import LONGEST, Moment, book_of
from domain.games.nightfall.bot.weights import WEIGHTS, Weights
from domain.games.nightfall.components import WOUND, Catalogue
from domain.games.nightfall.data import catalogue
from domain.games.nightfall.rules.cards import TEXTS
from domain.games.nightfall.state import NightfallState


class Seen(NamedTuple):
    """A minion in play: its seat, its card and the health it has left."""

    seat: str
    card: str
    health: int


class Glimpse(ABC):
    """What `seat` has before it at one moment; `others` are the other seats, clockwise from its left."""

    __slots__ = ("_minions", "_reach", "_spare", "book", "cards", "others", "seat", "weights")

    def __init__(self, data: Catalogue, seats: Sequence[str], seat: str, weights: Weights) -> None:
        at = seats.index(seat)
        self.book = book_of(data, weights)
        self.weights = weights
        self.cards = data.cards
        self.seat = seat
        self.others = (*seats[at + 1 :], *seats[:at])
        self._minions: dict[str, dict[str, Seen]] = {}
        self._spare: list[str] | None = None
        self._reach: float | None = None

    @property
    @abstractmethod
    def is_active(self) -> bool:
        """Whether it is the seat's turn."""

    @property
    @abstractmethod
    def last(self) -> str | None:
        """The card of the last link; while the chain is resolved it is the one that is carried out."""

    @property
    @abstractmethod
    def hand(self) -> Sequence[str]:
        """The seat's hand."""

    @property
    @abstractmethod
    def deck(self) -> int:
        """How many cards the seat's deck has."""

    @property
    @abstractmethod
    def influence(self) -> int:
        """The seat's influence."""

    @property
    @abstractmethod
    def wounds(self) -> Mapping[str, int]:
        """The seat's wounds by type."""

    @property
    @abstractmethod
    def top(self) -> str | None:
        """The type of the open top wound, None if none lies open."""

    @abstractmethod
    def owned(self, seat: str) -> int:
        """How many cards a seat has in hand, deck and discard pile, wounds among them."""

    @abstractmethod
    def archives(self) -> list[str]:
        """The orders that the seat can usually claim and that are left."""

    @abstractmethod
    def _in_play(self, seat: str) -> dict[str, Seen]: ...

    @abstractmethod
    def is_armed(self, seat: str) -> bool:
        """Whether a seat has a minion in play."""

    def minions(self, seat: str) -> dict[str, Seen]:
        """The minions of a seat by their ids, in the order of entering; by their positions where they have none."""
        found = self._minions.get(seat)
        if found is None:
            found = self._minions[seat] = self._in_play(seat)
        return found

    def minion(self, name: str) -> Seen:
        """A minion by its name."""
        return self.minions(name.partition("/")[0])[name]

    def strength(self, minion: Seen) -> int:
        """What it would deal now."""
        if TEXTS[minion.card].strength is not None:
            return len(self.minions(minion.seat))
        return self.cards[minion.card].power

    def health(self, seat: str) -> int:
        """What all minions of a seat could take."""
        return sum(minion.health for minion in self.minions(seat).values())

    def forced_health(self, seat: str) -> int:
        """What its forced blockers must take."""
        return sum(minion.health for minion in self.minions(seat).values() if TEXTS[minion.card].forced_blocker)

    @property
    def top_hurts(self) -> bool:
        """Whether the open top wound, the next one to be taken, is of the type that the seat has most of (NF-TIE-1)."""
        return self.top is not None and self.wounds[self.top] == max(self.wounds.values())

    @property
    def moment(self) -> Moment:
        """What of the table counts for a link."""
        return Moment(any(map(self.is_armed, self.others)), self.is_active)

    @property
    def orders(self) -> tuple[str, ...]:
        """The hand without its wounds."""
        return tuple(card for card in self.hand if card in self.cards)

    @property
    def spare(self) -> list[str]:
        """What the seat can do without, the least worth first: all that is not in the best chain of its hand."""
        if self._spare is None:
            self._spare = sorted(self.hand, key=self.book.worth.__getitem__)
            orders = tuple(card for card in self._spare if card in self.cards)
            for card in self.book.best_line(self.moment, None, orders, LONGEST)[1]:
                if not self._is_junk(card):
                    self._spare.remove(card)
        return self._spare

    @property
    def reach(self) -> float:
        """What the best card is worth that can be paid only with what the seat can do without; 0 if there is none."""
        if self._reach is None:
            influence, most = self.influence, self.influence + len(self.spare)
            worth = self.book.worth
            found = (worth[name] for name in self.archives() if influence < self.cards[name].cost <= most)
            self._reach = max(found, default=0)
        return self._reach

    def _is_junk(self, card: str) -> bool:
        return card.startswith(WOUND) or self.cards[card].kind == "starter"


class ViewGlimpse(Glimpse):
    """The view of the seat. `cards` are those of the set that is played with, the package's if it is left out."""

    __slots__ = ("own", "view")

    def __init__(
        self, view: Mapping[str, Json], seat: str, data: Catalogue | None = None, weights: Weights = WEIGHTS
    ) -> None:
        super().__init__(data or catalogue(), list(view["seats"]), seat, weights)
        self.view = view
        self.own: Mapping[str, Any] = view["seats"][seat]

    @property
    def is_active(self) -> bool:
        return bool(self.view["active"] == self.seat)

    @property
    def last(self) -> str | None:
        chain = self.view["chain"]
        return str(chain[-1]["card"]) if chain else None

    @property
    def hand(self) -> Sequence[str]:
        hand: list[str] = self.own["hand"]
        return hand

    @property
    def deck(self) -> int:
        return int(self.own["deck"])

    @property
    def influence(self) -> int:
        return int(self.own["influence"])

    @property
    def wounds(self) -> Mapping[str, int]:
        wounds: dict[str, int] = self.own["wounds"]
        return wounds

    @property
    def top(self) -> str | None:
        top: str | None = self.view["wound_pile"].get("next")
        return top

    def owned(self, seat: str) -> int:
        lies = self.view["seats"][seat]
        piles = (lies["hand"], lies["deck"], lies["discard"])
        return sum(pile if isinstance(pile, int) else len(pile) for pile in piles)

    def is_armed(self, seat: str) -> bool:
        return bool(self.view["seats"][seat]["in_play"])

    def archives(self) -> list[str]:
        own = [*self.own["private"].items(), *((card, 1) for card in self.own.get("secret", ()))]
        return [card for card, left in (*self.view["commons"].items(), *own) if left]

    def _in_play(self, seat: str) -> dict[str, Seen]:
        named: dict[str, Seen] = {}
        for minion in self.view["seats"][seat]["in_play"]:
            card = minion["card"]
            copies = sum(other.card == card for other in named.values())
            name = f"{seat}/{card}/{copies + 1}" if copies else f"{seat}/{card}"
            named[minion.get("id", name)] = Seen(seat, card, self.cards[card].health - minion["damage"])
        return named


class WorldGlimpse(Glimpse):
    """A world, of which the seat looks at nothing that it could not see."""

    __slots__ = ("_player", "_state")

    def __init__(self, state: NightfallState, seat: str, weights: Weights = WEIGHTS) -> None:
        super().__init__(state.catalogue, state.seats, seat, weights)
        self._state = state
        self._player = state.players[seat]

    @property
    def is_active(self) -> bool:
        return self._state.active == self.seat

    @property
    def last(self) -> str | None:
        chain = self._state.chain
        return chain[-1].card if chain else None

    @property
    def hand(self) -> Sequence[str]:
        return self._player.hand

    @property
    def deck(self) -> int:
        return len(self._player.deck)

    @property
    def influence(self) -> int:
        return self._player.influence

    @property
    def wounds(self) -> Mapping[str, int]:
        return self._player.wounds

    @property
    def top(self) -> str | None:
        state = self._state
        return state.face_up[0] if state.face_up and state.says_more else None

    def owned(self, seat: str) -> int:
        player = self._state.players[seat]
        return len(player.hand) + len(player.deck) + len(player.discard)

    def is_armed(self, seat: str) -> bool:
        return bool(self._state.players[seat].in_play)

    def archives(self) -> list[str]:
        own = [*self._player.private.items(), *((card, 1) for card in self._player.secret)]
        return [card for card, left in (*self._state.commons.items(), *own) if left]

    def _in_play(self, seat: str) -> dict[str, Seen]:
        cards = self.cards
        return {
            minion.name: Seen(seat, minion.card, cards[minion.card].health - minion.damage)
            for minion in self._state.players[seat].in_play
        }
