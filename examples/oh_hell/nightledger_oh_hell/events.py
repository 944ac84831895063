"""What can happen."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from domain.contract.game import Event
from nightledger_oh_hell.state import OhHellState


class GameCreated(Event, frozen=True):
    """The first event; `data` is the hash of the deck, `deals` how many cards each seat gets, deal by deal."""

    seats: tuple[str, ...]
    options: dict[str, Any]
    rules: int
    data: str
    deals: tuple[int, ...]


class CardsDealt(Event, frozen=True):
    """A deal: each seat reads its own hand. `first` will lead, `trump` is the card turned up."""

    deal: int
    first: str
    trump: str
    hands: dict[str, tuple[str, ...]]

    private: ClassVar[Mapping[str, str]] = {"hands": "each"}
    draws_for: ClassVar[str] = "referee"
    discloses: ClassVar[bool] = True

    def apply(self, state: OhHellState) -> None:
        state.deal, state.leader, state.trump, state.hands = self.deal, self.first, self.trump, self.hands
        state.bids, state.shown, state.played = {}, False, ()
        state.taken = dict.fromkeys(state.seats, 0)
        state.voids = dict.fromkeys(state.seats, ())


class BidMade(Event, frozen=True):
    """A bid, which is the seat's secret until `BidsShown` opens it."""

    deal: int
    seat: str
    tricks: int

    private: ClassVar[Mapping[str, str]] = {"tricks": "seat"}

    def apply(self, state: OhHellState) -> None:
        state.bids = {**state.bids, self.seat: self.tricks}

    def seal(self) -> str:
        return f"{self.deal}/{self.seat}"


class BidsShown(Event, frozen=True):
    """All bids of a deal."""

    deal: int
    bids: dict[str, int]

    discloses: ClassVar[bool] = True

    def apply(self, state: OhHellState) -> None:
        state.shown = True

    def opens(self) -> tuple[str, ...]:
        return tuple(f"{self.deal}/{seat}" for seat in self.bids)


class CardPlayed(Event, frozen=True):
    """A card of the trick; `void` is the suit that the seat has shown not to have."""

    seat: str
    card: str
    void: str | None

    def apply(self, state: OhHellState) -> None:
        hand = tuple(card for card in state.hands[self.seat] if card != self.card)
        state.hands = {**state.hands, self.seat: hand}
        state.trick = {**state.trick, self.seat: self.card}
        if self.void is not None:
            state.voids = {**state.voids, self.seat: (*state.voids[self.seat], self.void)}


class LastTrickPlayed(Event, frozen=True):
    """The last card of every hand."""

    cards: dict[str, str]

    discloses: ClassVar[bool] = True

    def apply(self, state: OhHellState) -> None:
        state.hands = dict.fromkeys(state.seats, ())
        state.trick = self.cards


class TrickTaken(Event, frozen=True):
    """The trick goes to a seat, which leads to the next one."""

    seat: str

    def apply(self, state: OhHellState) -> None:
        state.played = (*state.played, *state.trick.values())
        state.taken = {**state.taken, self.seat: state.taken[self.seat] + 1}
        state.leader, state.trick = self.seat, {}


class DealScored(Event, frozen=True):
    """What a deal brings to each seat."""

    deal: int
    points: dict[str, int]

    def apply(self, state: OhHellState) -> None:
        state.scores = {seat: score + self.points[seat] for seat, score in state.scores.items()}


class GameEnded(Event, frozen=True):
    """The end, with all scores."""

    scores: dict[str, int]

    def apply(self, state: OhHellState) -> None:
        state.over = True


EVENTS = (
    GameCreated, CardsDealt, BidMade, BidsShown, CardPlayed, LastTrickPlayed, TrickTaken, DealScored, GameEnded,
)  # fmt: skip
