"""Pigs whose seats are not all alike: some play together, some need a person."""

from domain.contract.facets.seating import Seating
from tests.pigs.pig import Pig


class Together(Pig, Seating):
    """Pig whose seats play together; the first of them is no AI's."""

    id = "together"

    def ranked(self, state):
        return ()

    def needs_person(self, options, seat):
        return seat == "s1"


class Led(Pig, Seating):
    """Pig in which the last seat is a person's who plays against nobody."""

    id = "led"

    def ranked(self, state):
        return state.seats[:-1]

    def needs_person(self, options, seat):
        return seat == "s4"
