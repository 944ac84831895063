"""Pig in which one can look ahead: a playout ends when somebody has banked, or won."""

from domain.contract.facets.searched import Searched
from tests.pigs.pig import Guess, Hold, Pig, Roll

ENOUGH = 20


class SearchedPig(Pig, Searched):
    """Pig with the ratings of who holds at twenty."""

    id = "searched-pig"
    weights = {"bank": 6.0, "turn": 4.0}

    def next_choices(self, state, seat, made):
        if state.open[seat].kind == "guess":
            return [(0.0, Guess(number)) for number in range(1, 7)]
        holds = state.turn_points >= ENOUGH or state.bank[seat] + state.turn_points >= state.goal
        return [(float(not holds), Roll()), (float(holds), Hold())]

    def complete(self, state, seat, made):
        return made[0] if made else None

    def assets(self, state, seat):
        turn = state.turn_points if state.active == seat else 0
        return {"bank": state.bank[seat] / state.goal, "turn": turn / state.goal}

    def moment(self, state):
        return sum(state.bank.values())

    def horizon(self, state):
        return self.moment(state) + 1
