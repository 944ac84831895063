"""Pig with two more verbs: `think` leaves the turn as it is, and `wave` is open at any time and is no decision.

Any number may be guessed, so that a test can look for it in whole texts.
"""

from __future__ import annotations

from types import MappingProxyType

from domain.contract.game import Action, Decision, Event, Run
from tests.pigs.pig import Guess, NumberGuessed, Pig, PigState, Turn


class Think(Action, tag="think", frozen=True):
    pass


class Wave(Action, tag="wave", frozen=True):
    pass


class Thought(Event, frozen=True):
    seat: str

    def apply(self, state: PigState) -> None:
        """Thinking changes nothing."""


class Waved(Event, frozen=True):
    seat: str

    def apply(self, state: PigState) -> None:
        """Nor does waving."""


def ask_for_turn(run: Run[PigState], step: Turn) -> None:
    run.ask(run.state.active, Decision("turn", ("roll", "hold", "think")))


class ThinkingPig(Pig):
    id = "thinking-pig"
    action_types = (*Pig.action_types, Think, Wave)
    event_types = (*Pig.event_types, Thought, Waved)
    steps = MappingProxyType({**Pig.steps, Turn: ask_for_turn})

    def standing(self, state: PigState, seat: str) -> tuple[str, ...]:
        return ("wave",)

    def act(self, run: Run[PigState], seat: str, action: Action) -> None:
        match action:
            case Think():
                run.emit(Thought(seat))
                run.push(Turn())
            case Guess(number=number):
                run.emit(NumberGuessed(seat, number))
            case Wave():
                run.emit(Waved(seat))
            case _:
                super().act(run, seat, action)
