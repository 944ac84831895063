"""Pig in which all guess at once, again and again, and guesses may wait for a table's release."""

from __future__ import annotations

from types import MappingProxyType

from domain.contract.facets.delayed_answers import DelayedAnswers
from domain.contract.game import Decision, Run
from tests.pigs.pig import NumbersShown, Pig, PigState, Show


def show_and_ask_again(run: Run[PigState], step: Show) -> None:
    [die] = run.roll("d6", 6)
    run.emit(NumbersShown(dict(run.state.guesses), die, run.state.seats[0]))
    for seat in run.state.seats:
        run.ask(seat, Decision("guess", ("guess",)))
    run.push(Show())


class ChorusPig(Pig, DelayedAnswers):
    id = "chorus-pig"
    steps = MappingProxyType({Show: show_and_ask_again})

    def delays(self, state: PigState, seat: str) -> bool:
        return True
