"""The contract that every game fulfils; `domain.contract.run` has the `Run` in which one command is carried out.

A game is a pure state machine. Its state changes by events only (`Game.evolve`); what happens next is
decided by `Game.act` and the functions of `Game.steps`, which emit events on a `Run`, one at a time, each folded at
once. What is left of an effect waits on the agenda, a stack of plain typed steps, so that a card that asks a question
in the middle of its text is an ordinary pending decision. What only some games have is a facet
(`domain.contract.facets`). `docs/contract.md` says it in prose.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, Generic, TypeVar

from domain.contract.chance import Chance, Stream
from domain.contract.decoding import read_action, read_event, verb_in
from domain.contract.parts import (
    Action,
    Asked,
    Change,
    Code,
    Decision,
    Description,
    Event,
    Json,
    Legal,
    Outcome,
    Refused,
    Slot,
    State,
    Step,
    Text,
    to_json,
    verb_of,
    verb_of_type,
)
from domain.contract.reason import OneOf
from domain.contract.run import Run
from domain.contract.verbs import Verbs

__all__ = [
    "Action", "Asked", "Change", "Code", "Decision", "Description", "Event", "Game", "Json", "Legal", "Outcome",
    "Refused", "Run", "Slot", "State", "Step", "Text", "to_json", "verb_of", "verb_of_type",
]  # fmt: skip

S = TypeVar("S", bound=State)


class Game(ABC, Generic[S]):
    """A game. Stateless; one instance serves all tables.

    A game declares its classes (`action_types`, `event_types`, `step_types`), from which decoding and the description
    are made, and its two tables: `verbs`, each verb beside its answers, and `steps`, step type -> the function that
    does it. `table_type` is the type of what `view` gives, from which it is described. `marks` maps types of events to
    what begins with them (`turn`, `phase`, ...), for timelines; the type alone counts, so it tells nothing. `ending` is
    the type of the event by which it ends. `changes` lists the numbers of the rules, the newest of which is `rules`; a
    game that was begun under one from `rules_kept_from` on is decided as it was then.
    """

    id: ClassVar[str]
    seat_range: ClassVar[tuple[int, int]]
    rules: ClassVar[int] = 1
    rules_kept_from: ClassVar[int] = 1
    changes: ClassVar[tuple[Change, ...]] = (Change(1, (), "the first"),)
    action_types: ClassVar[tuple[type[Action], ...]]
    event_types: ClassVar[tuple[type[Event], ...]]
    step_types: ClassVar[tuple[type[Step], ...]]
    verbs: ClassVar[Verbs]
    steps: ClassVar[Mapping[type[Step], Callable[[Run[Any], Any], None]]]
    marks: ClassVar[Mapping[str, str]] = {}
    ending: ClassVar[str] = "GameEnded"
    table_type: ClassVar[Any] = dict[str, Json]

    @abstractmethod
    def describe(self) -> Description:
        """Options, verbs, events and labels of this game; `describe_with` fills in what the classes tell."""

    @abstractmethod
    def check_options(
        self, options: Mapping[str, Json], seats: Sequence[str], rules: int | None = None
    ) -> dict[str, Json]:
        """The options with every default filled in; `Refused("malformed", ...)` if they do not fit.

        `rules` is the number under which a game is stored (None: the newest): what was taken then is taken still.
        """

    @abstractmethod
    def begin(self, run: Run[S], options: Mapping[str, Json], seats: Sequence[str], rules: int) -> None:
        """Emit the set-up, its first event being the game's own `GameCreated`, and push what follows."""

    @abstractmethod
    def create(self, event: Event) -> S:
        """The state that the game's first event makes from nothing."""

    def verb_table(self, state: S) -> Verbs:
        """The table of verbs that is in force; a game with another form of play has another for it."""
        return self.verbs

    def standing(self, state: S, seat: str) -> tuple[str, ...]:
        """Verbs that are open to the seat at any time and are no decision."""
        return ()

    def act(self, run: Run[S], seat: str, action: Action) -> None:
        """Carry out an action whose verb is open to the seat: validate first, `Refused` before any event."""
        self.verb_table(run.state).carry_out(run, seat, action)

    def legal(self, state: S, seat: str, limit: int = 200) -> Legal:
        """The seat's legal answers to its open decision; empty when it has none. Standing verbs are left out."""
        return self.verb_table(state).legal(state, seat, limit)

    def sample(self, state: S, seat: str, rng: Stream) -> Action:
        """One random complete legal answer to the seat's open decision; every legal answer is possible."""
        return self.verb_table(state).sample(state, seat, rng)

    def default(self, state: S, seat: str) -> Action:
        """What a deadline or an absent seat plays."""
        return self.verb_table(state).default(state, seat)

    @abstractmethod
    def is_over(self, state: S) -> bool:
        """Whether the game has ended."""

    @abstractmethod
    def outcome(self, state: S) -> Outcome | None:
        """How the game ended, or None while it goes on."""

    @abstractmethod
    def view(self, state: S, audience: str) -> dict[str, Json]:
        """The table as a seat, `"spectator"` or `"referee"` may see it, made from a white list."""

    @abstractmethod
    def resample(self, state: S, seat: str, rng: Stream) -> S:
        """A world: another state that this seat (or `"spectator"`) cannot tell from the true one, which is unchanged.

        It is drawn from what the seat knows and nothing else: for two states that the seat cannot tell apart and the
        same stream it is the same.
        """

    def setup(
        self, options: Mapping[str, Json], seats: Sequence[str], chance: Chance, rules: int | None = None
    ) -> Run[S]:
        """Set a game up and play it on to the first decision. Everything it read is in the events."""
        number = self.rules if rules is None else rules
        checked = self.check_options(options, seats, number)
        run: Run[S] = Run(self, None, chance)
        self.begin(run, checked, seats, number)
        return run.play_on()

    def evolve(self, state: S | None, event: Event) -> S:
        """Fold one event, in place, and return the state. A state changes in no other way than by `apply`."""
        if state is None:
            return self.create(event)
        event.apply(state)
        return state

    def fold(self, events: Iterable[Event]) -> S:
        """The state that the events make from nothing."""
        told = iter(events)
        if (first := next(told, None)) is None:
            raise ValueError("no events to fold")
        state = self.create(first)
        for event in told:
            event.apply(state)
        return state

    def decide(self, state: S, seat: str, action: Action | Mapping[str, Json], chance: Chance) -> Run[S]:
        """`advance` on a clone: `state` is unchanged."""
        return self.advance(state.clone(), seat, action, chance)  # type: ignore[arg-type]

    def advance(self, state: S, seat: str, action: Action | Mapping[str, Json], chance: Chance) -> Run[S]:
        """Carry out an action, in place, up to the next decision. For callers that own the state.

        Raises `Refused` before anything has changed; the codes are tried in the order of NF-AUTO-6.
        """
        return self.carry_out(Run(self, state, chance), seat, action)

    def carry_out(self, run: Run[S], seat: str, action: Action | Mapping[str, Json]) -> Run[S]:
        """`advance` on a run that the caller has made, and still has when the action is stopped half-way."""
        if isinstance(action, Action):
            answers = self._answers(run.state, seat, verb_of_type(type(action)))
        else:
            answers = self._answers(run.state, seat, verb_in(action, self.action_types))
            action = self.parse(action)
        if answers:
            run.answered = (seat,)
            del run.open[seat]
        self.act(run, seat, action)
        return run.play_on()

    def parse(self, raw: Mapping[str, Json]) -> Action:
        """A posted action as its class; `Refused("malformed")` says what does not fit."""
        return read_action(raw, self.action_types)

    def decode_event(self, name: str, data: Mapping[str, Json]) -> Event:
        """A stored event's class from its full data (public and private together)."""
        return read_event(name, data, self.event_types, self.step_types)

    def _answers(self, state: S, seat: str, verb: str) -> bool:
        """Whether the verb answers the seat's open decision; otherwise it is a standing one, or refused."""
        decision = state.open.get(seat)
        if decision is not None and verb in decision.verbs:
            return True
        if seat not in state.seats:
            raise Refused("malformed", "unknown seat {seat!r}", seat=seat)
        if self.is_over(state):
            raise Refused("game-over", "the game is over")
        if verb in self.standing(state, seat):
            return False
        if decision is None:
            raise Refused("not-your-decision", "{seat} has nothing to decide now", seat=seat)
        if any(verb in self.standing(state, other) for other in state.seats):
            raise Refused("not-your-decision", "{verb} is another seat's", verb=verb)
        raise Refused(
            "illegal",
            "{verb} is not open now; {seat} may {verbs}",
            verb=verb,
            seat=seat,
            verbs=OneOf(decision.verbs),
        )


def retold(game: Game[S], events: Iterable[Event]) -> Iterator[tuple[S | None, Event]]:
    """Each event with the state before it, which is brought forward in place (None before the first)."""
    state: S | None = None
    for event in events:
        yield state, event
        state = game.evolve(state, event)
