"""Pig at whose table people talk: `say` tells words to all, `whisper` to one seat; both are open at any time."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from domain.contract.facets.words import Words
from domain.contract.game import Action, Event, Json, Refused, Run, Text, to_json
from tests.pigs.pig import Pig, PigState


class Say(Action, tag="say", frozen=True):
    words: Text | str


class Whisper(Action, tag="whisper", frozen=True):
    to: str
    words: Text | str
    private: ClassVar[tuple[str, ...]] = ("words",)


class Said(Event, frozen=True):
    seat: str
    words: Text | str

    def apply(self, state: TalkingState) -> None:
        state.said = (*state.said, self.words)


class Whispered(Event, frozen=True):
    """`seat` hears it."""

    seat: str
    by: str
    words: Text | str
    private: ClassVar[Mapping[str, str]] = {"words": "seat"}

    def apply(self, state: TalkingState) -> None:
        state.heard = {**state.heard, self.seat: self.words}


class TalkingState(PigState):
    __slots__ = ("heard", "said")

    def clone(self) -> TalkingState:
        other = TalkingState(self.seats, self.rules)
        for name in (*PigState.__slots__, "open", "agenda", "heard", "said"):
            setattr(other, name, getattr(self, name))
        other.bank, other.guesses = dict(self.bank), dict(self.guesses)
        return other


class TalkingPig(Pig, Words):
    id = "talking-pig"
    action_types = (*Pig.action_types, Say, Whisper)
    event_types = (*Pig.event_types, Said, Whispered)
    marks: ClassVar[Mapping[str, str]] = {"TurnPassed": "turn"}
    talk = ("Said", "Whispered")

    def create(self, event: Event) -> TalkingState:
        plain = super().create(event)
        state = TalkingState(plain.seats, plain.rules)
        for name in PigState.__slots__:
            setattr(state, name, getattr(plain, name))
        state.said, state.heard = (), {}
        return state

    def standing(self, state: PigState, seat: str) -> tuple[str, ...]:
        return ("say", "whisper")

    def act(self, run: Run[PigState], seat: str, action: Action) -> None:
        match action:
            case Say(words=words):
                run.emit(Said(seat, words))
            case Whisper(to=to, words=words):
                if to not in run.state.seats:
                    raise Refused("illegal", "nobody sits there")
                run.emit(Whispered(to, seat, words))
            case _:
                super().act(run, seat, action)

    def view(self, state: Any, audience: str) -> dict[str, Json]:
        heard = {seat: words for seat, words in state.heard.items() if audience in (seat, "referee")}
        return {**super().view(state, audience), "said": to_json(state.said), "heard": to_json(heard)}
