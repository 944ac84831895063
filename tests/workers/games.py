"""Games that are hard on bots."""

from domain.contract.facets.stalling import Stalling
from domain.contract.game import Legal, Slot
from tests.pigs.pig import Guess, Pig


class Picky(Pig):
    """Offers a product of guesses that are all refused but one, and lists that one."""

    id = "picky"

    def legal(self, state, seat, limit=200):
        if state.open.get(seat) is None or state.open[seat].kind != "guess":
            return super().legal(state, seat, limit)
        return Legal((Guess(6),), complete=False, slots={"guess": (Slot("number", values=(7, 8, 9)),)})


class Hopeless(Pig):
    """Offers nothing but what is refused."""

    id = "hopeless"

    def legal(self, state, seat, limit=200):
        return Legal((), complete=False, slots={"guess": (Slot("number", values=(7,)),)})


class Still(Pig, Stalling):
    """A game that gets nowhere once somebody has points."""

    id = "still"

    def stalled(self, state):
        return any(state.bank.values())
