"""Pig in which the moment of a guess could tell what it is, so that a table may have guesses wait for its release."""

from domain.contract.facets.delayed_answers import DelayedAnswers
from tests.pigs.pig import PigState
from tests.pigs.thinking_pig import ThinkingPig


class HidingPig(ThinkingPig, DelayedAnswers):
    id = "hiding-pig"

    def delays(self, state: PigState, seat: str) -> bool:
        return state.open[seat].kind == "guess"
