"""Hiding pig in which whoever thinks guesses once more, so that an answer that waits follows one that does not."""

from __future__ import annotations

from domain.contract.game import Action, Decision, Run
from tests.pigs.hiding_pig import HidingPig
from tests.pigs.pig import PigState, Turn
from tests.pigs.thinking_pig import Think, Thought


class PonderingPig(HidingPig):
    id = "pondering-pig"

    def act(self, run: Run[PigState], seat: str, action: Action) -> None:
        if not isinstance(action, Think):
            super().act(run, seat, action)
            return
        run.emit(Thought(seat))
        run.push(Turn())
        run.ask(seat, Decision("guess", ("guess",)))
