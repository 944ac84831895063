"""Pig in which the moment of a guess could tell what it is, so that a table may have guesses wait for its release."""

from domain.contract.facets.delayed_answers import DelayedAnswers
from tests.pig import PigState
from tests.thinking_pig import ThinkingPig


class HidingPig(ThinkingPig, DelayedAnswers):
    id = "hiding-pig"

    def releases(self, state: PigState, seat: str) -> bool:
        return state.open[seat].kind == "guess"
