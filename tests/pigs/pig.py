"""Pig, a small dice game: the second client of the contract, so that nothing generic knows Nightfall.

In turn a seat rolls a die as often as it likes: a one loses what the turn brought, `hold` banks it; the first
with `goal` points wins. With the option `guess` every seat first picks a secret number at the same time; the
numbers are shown together, and whoever is nearest to a die begins.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, ClassVar

from domain.contract.chance import Stream
from domain.contract.describe import describe_with
from domain.contract.facets.explained import Explained
from domain.contract.facets.rule_cases import RuleCases
from domain.contract.game import Action, Decision, Description, Event, Json, Legal, Outcome, Refused, Run, State, Step


class Guess(Action, tag="guess", frozen=True):
    number: int
    private: ClassVar[tuple[str, ...]] = ("number",)


class Roll(Action, tag="roll", frozen=True):
    pass


class Hold(Action, tag="hold", frozen=True):
    pass


class PigState(State):
    __slots__ = ("active", "bank", "goal", "guesses", "turn_points", "winner")

    def clone(self) -> PigState:
        other = PigState(self.seats, self.rules)
        other.open, other.agenda = self.open, self.agenda
        other.active, other.goal, other.turn_points, other.winner = (
            self.active, self.goal, self.turn_points, self.winner,
        )  # fmt: skip
        other.bank, other.guesses = dict(self.bank), dict(self.guesses)
        return other


class GameCreated(Event, frozen=True):
    seats: tuple[str, ...]
    options: dict[str, Any]
    rules: int


class PositionSet(Event, frozen=True):
    seats: tuple[str, ...]
    options: dict[str, Any]
    rules: int
    table: dict[str, Any]
    private: ClassVar[Mapping[str, str]] = {"table": "referee"}


class NumberGuessed(Event, frozen=True):
    seat: str
    number: int
    private: ClassVar[Mapping[str, str]] = {"number": "seat"}

    def apply(self, state: PigState) -> None:
        state.guesses[self.seat] = self.number

    def seal(self) -> str | None:
        return self.seat


class NumbersShown(Event, frozen=True):
    numbers: dict[str, int]
    die: int
    first: str
    discloses: ClassVar[bool] = True

    def apply(self, state: PigState) -> None:
        state.active = self.first

    def opens(self) -> tuple[str, ...]:
        return tuple(self.numbers)


class DieRolled(Event, frozen=True):
    seat: str
    result: int

    def apply(self, state: PigState) -> None:
        state.turn_points = 0 if self.result == 1 else state.turn_points + self.result


class PointsBanked(Event, frozen=True):
    seat: str
    points: int

    def apply(self, state: PigState) -> None:
        state.bank[self.seat] += self.points
        state.turn_points = 0


class TurnPassed(Event, frozen=True):
    seat: str

    def apply(self, state: PigState) -> None:
        state.active, state.turn_points = self.seat, 0


class GameWon(Event, frozen=True):
    seat: str

    def apply(self, state: PigState) -> None:
        state.winner = self.seat


class Turn(Step, tag="turn", frozen=True):
    pass


class NextSeat(Step, tag="next-seat", frozen=True):
    pass


class Show(Step, tag="show", frozen=True):
    pass


def ask_for_turn(run: Run[PigState], step: Turn) -> None:
    run.ask(run.state.active, Decision("turn", ("roll", "hold")))


def next_seat(run: Run[PigState], step: NextSeat) -> None:
    state = run.state
    run.emit(TurnPassed(state.seats[(state.seats.index(state.active) + 1) % len(state.seats)]))
    run.push(Turn())


def show(run: Run[PigState], step: Show) -> None:
    state = run.state
    [die] = run.roll("d6", 6)
    first = min(state.seats, key=lambda s: abs(state.guesses[s] - die))
    run.emit(NumbersShown(dict(state.guesses), die, first))
    run.push(Turn())


class Pig(Explained[PigState], RuleCases[PigState]):
    id = "pig"
    seat_range = (2, 6)
    action_types = (Guess, Roll, Hold)
    event_types = (
        GameCreated, PositionSet, NumberGuessed, NumbersShown, DieRolled, PointsBanked, TurnPassed, GameWon,
    )  # fmt: skip
    step_types = (Turn, NextSeat, Show)
    steps = MappingProxyType({Turn: ask_for_turn, NextSeat: next_seat, Show: show})
    ending = "GameWon"

    def check_options(
        self, options: Mapping[str, Json], seats: Sequence[str], rules: int | None = None
    ) -> dict[str, Json]:
        if unknown := set(options) - {"goal", "guess"}:
            raise Refused("malformed", f"unknown option {sorted(unknown)[0]!r}")
        goal, guess = options.get("goal", 100), options.get("guess", False)
        if type(goal) is not int or not 1 <= goal <= 1000 or type(guess) is not bool:
            raise Refused("malformed", "goal is a number from 1 to 1000, guess true or false")
        if not 2 <= len(seats) <= 6:
            raise Refused("malformed", "2 to 6 seats")
        return {"goal": goal, "guess": guess}

    def explain(self, ended: Mapping[str, Json]) -> tuple[str, ...]:
        return (f"{ended['seat']} was the first to reach the goal",)

    def begin(self, run: Run[PigState], options: Mapping[str, Json], seats: Sequence[str], rules: int) -> None:
        run.emit(GameCreated(tuple(seats), dict(options), rules))
        if not options["guess"]:
            run.push(Turn())
            return
        for seat in seats:
            run.ask(seat, Decision("guess", ("guess",)))
        run.push(Show())

    def create(self, event: Event) -> PigState:
        assert isinstance(event, GameCreated | PositionSet)
        state = PigState(event.seats, event.rules)
        state.goal, state.guesses, state.winner = event.options["goal"], {}, None
        state.active, state.turn_points, state.bank = event.seats[0], 0, dict.fromkeys(event.seats, 0)
        if isinstance(event, PositionSet):
            state.active = event.table.get("active", state.active)
            state.turn_points = event.table.get("turn_points", 0)
            state.bank |= event.table.get("bank", {})
        return state

    def act(self, run: Run[PigState], seat: str, action: Action) -> None:
        match action:
            case Guess(number=number):
                if not 1 <= number <= 6:
                    raise Refused("illegal", "a number from 1 to 6")
                run.emit(NumberGuessed(seat, number))
            case Roll():
                [face] = run.roll("d6", 6)
                run.emit(DieRolled(seat, face))
                run.push(NextSeat() if face == 1 else Turn())
            case Hold():
                run.emit(PointsBanked(seat, run.state.turn_points))
                if run.state.bank[seat] >= run.state.goal:
                    run.emit(GameWon(seat))
                else:
                    run.push(NextSeat())

    def is_over(self, state: PigState) -> bool:
        return state.winner is not None

    def legal(self, state: PigState, seat: str, limit: int = 200) -> Legal:
        match state.open.get(seat):
            case None:
                return Legal(())
            case Decision(kind="guess"):
                return _first(tuple(Guess(n) for n in range(1, 7)), limit)
            case _:
                return _first((Roll(), Hold()), limit)

    def sample(self, state: PigState, seat: str, rng: Stream) -> Action:
        return rng.choice(self.legal(state, seat).actions)

    def default(self, state: PigState, seat: str) -> Action:
        return Guess(1) if state.open[seat].kind == "guess" else Hold()

    def view(self, state: PigState, audience: str) -> dict[str, Json]:
        shown = state.guesses if audience == "referee" else {s: n for s, n in state.guesses.items() if s == audience}
        return {
            "active": state.active,
            "bank": dict(state.bank),
            "goal": state.goal,
            "guesses": dict(shown),
            "turn_points": state.turn_points,
        }

    def resample(self, state: PigState, seat: str, rng: Stream) -> PigState:
        other = state.clone()
        if any(decision.kind == "guess" for decision in state.open.values()):
            other.guesses = {s: n if s == seat else 1 + rng.below(6) for s, n in state.guesses.items()}
        return other

    def outcome(self, state: PigState) -> Outcome | None:
        if state.winner is None:
            return None
        ranking = sorted(state.seats, key=lambda s: (s != state.winner, -state.bank[s]))
        return Outcome({seat: place for place, seat in enumerate(ranking, 1)}, {"ranking": ranking})

    def describe(self) -> Description:
        options = {
            "type": "object",
            "properties": {
                "goal": {"type": "integer", "minimum": 1, "maximum": 1000},
                "guess": {"type": "boolean"},
            },
            "additionalProperties": False,
        }
        return describe_with(self, options=options, labels={"en": {"pig": "Pig"}}, data={})

    def position(
        self, run: Run[PigState], options: Mapping[str, Json], seats: Sequence[str], table: Mapping[str, Json]
    ) -> None:
        run.emit(PositionSet(tuple(seats), dict(options), self.rules, dict(table)))
        run.push(Turn())

    def read(self, verb: str, arguments: Json) -> Json:
        return {"type": verb} if arguments is None else {"type": verb, "number": arguments}

    def show(self, action: Action) -> Json:
        return {"guess": action.number} if isinstance(action, Guess) else type(action).__name__.lower()


PIG = Pig()


def _first(actions: tuple[Action, ...], limit: int) -> Legal:
    """So many of these legal actions, and whether they are all."""
    return Legal(actions[:limit], len(actions) <= limit)
