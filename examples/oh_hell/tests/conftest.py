from itertools import chain

import pytest

from domain.contract.chance import Forced, Seeded
from nightledger_oh_hell.game import OhHell

GAME = OhHell()


class Table:
    """A game whose first cards are given."""

    def __init__(self, hands, trump, **options):
        given = [*chain(*map(str.split, hands)), trump]
        order = [*given, *(card for card in GAME.data.cards if card not in given)]
        self.chance = Forced([{"shuffle": "deck", "order": order}], Seeded(bytes(32)))
        options = {"cards": len(hands[0].split()), **options}
        run = GAME.setup(options, [f"s{number}" for number, _ in enumerate(hands, 1)], self.chance)
        self.state, self.events = run.state, run.events

    def act(self, seat, **action):
        """Carry an action out; the events of this alone are `events` then."""
        self.events = GAME.advance(self.state, seat, action, self.chance).events

    def bid(self, *bids):
        for seat, tricks in zip(self.state.seats, bids, strict=True):
            self.act(seat, type="bid", tricks=tricks)

    def play(self, *cards):
        """Play these cards, each by whose turn it is."""
        for card in cards:
            [seat] = self.state.open
            self.act(seat, type="play", card=card)

    def told(self, kind):
        """The event of this type among the latest."""
        [event] = [event for event in self.events if type(event) is kind]
        return event

    def may_play(self):
        """The cards among which whose turn it is may choose."""
        [seat] = self.state.open
        return [action.card for action in GAME.legal(self.state, seat).actions]


@pytest.fixture
def game():
    return GAME


@pytest.fixture
def table():
    """Sets a table up: `table("AS KH", "2S 3H", "4D 5D", trump="9C")` has the hands of s1, s2 and so on."""
    return lambda *hands, trump, **options: Table(hands, trump, **options)
