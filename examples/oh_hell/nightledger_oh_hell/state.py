"""The table: hands, bids, the trick under way, and the scores."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy

from domain.contract.game import Run, State
from nightledger_oh_hell.data import Deck


class OhHellState(State):
    """The position. Maps and tuples in it are replaced, never changed, so that copies share them.

    `deals` are the sizes of all deals, `deal` is the number of the one under way. `bids` holds those that are not
    `shown` yet, too. `trick` is seat -> card; `leader` led to it. `played` are the cards of the deal's earlier tricks,
    `voids` the suits of which a seat has shown that it has none.
    """

    __slots__ = (
        "bids", "deal", "deals", "deck", "hands", "leader", "over", "played", "scores", "shown", "taken", "trick",
        "trump", "voids",
    )  # fmt: skip

    def __init__(self, seats: Sequence[str], rules: int, deck: Deck, deals: tuple[int, ...]) -> None:
        super().__init__(seats, rules)
        self.deck = deck
        self.deals = deals
        self.deal = 0
        self.trump = ""
        self.leader = self.seats[0]
        self.shown = False
        self.over = False
        self.bids: Mapping[str, int] = {}
        self.hands: Mapping[str, tuple[str, ...]] = dict.fromkeys(seats, ())
        self.trick: Mapping[str, str] = {}
        self.taken: Mapping[str, int] = dict.fromkeys(seats, 0)
        self.scores: Mapping[str, int] = dict.fromkeys(seats, 0)
        self.played: tuple[str, ...] = ()
        self.voids: Mapping[str, tuple[str, ...]] = dict.fromkeys(seats, ())

    def clone(self) -> OhHellState:
        return copy(self)

    @property
    def size(self) -> int:
        """How many cards each seat got in the deal under way."""
        return self.deals[self.deal - 1]


OhHellRun = Run[OhHellState]
