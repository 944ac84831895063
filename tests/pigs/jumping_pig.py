"""A Pig of which the ratings say the opposite of what a search finds."""

from domain.contract.facets.searched import Searched
from tests.pigs.pig import Guess, Hold, Pig, Roll


class Jumping(Pig, Searched):
    """Pig, in which a search may choose a number; the highest is the best, of which the ratings say the opposite."""

    weights = {"number": 1.0}

    def next_choices(self, state, seat, made):
        if state.open[seat].kind == "guess":
            return [(float(-number), Guess(number)) for number in range(1, 7)]
        return [(1.0, Roll()), (0.0, Hold())]

    def complete(self, state, seat, made):
        return made[0] if made else None

    def assets(self, state, seat):
        return {"number": state.guesses.get(seat, 0)}

    def moment(self, state):
        return sum(state.bank.values())

    def horizon(self, state):
        return self.moment(state)
