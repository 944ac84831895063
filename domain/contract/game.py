"""The contract that every game fulfils; `domain.contract.run` has the `Run` in which one command is carried out.

A game is a pure state machine. Its state changes by events only (`Game.evolve`); what happens next is
decided by `Game.act` and `Game.perform`, which emit events on a `Run`, one at a time, each folded at once.
What is left of an effect waits on the agenda, a stack of plain typed steps, so that a card that asks a
question in the middle of its text is an ordinary pending decision. `docs/contract.md` says it in prose.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, ClassVar, Generic, TypeVar

import msgspec

from domain.contract.chance import Chance, Stream
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
from domain.contract.run import Run

__all__ = [
    "Action", "Asked", "Change", "Code", "Decision", "Description", "Event", "Game", "Json", "Legal", "Outcome",
    "Refused", "Run", "Slot", "State", "Step", "Text", "to_json", "verb_of", "verb_of_type",
]  # fmt: skip

S = TypeVar("S", bound=State)


class Game(ABC, Generic[S]):
    """A game. Stateless; one instance serves all tables.

    A game gives `action_types`, `event_types` and `step_types` (its classes, from which decoding and the
    description are made), and fulfils the abstract operations. The rest of the program uses the operations
    of the second half (`setup`, `advance`, `decide`, ...), which are the same for all games. `marks` maps types of
    events to what begins with them (`turn`, `phase`, ...), for timelines; the type alone counts, so it tells nothing.
    `talk` names the types of events whose words are talk, which nobody needs for playing: who mutes people reads none.
    `ending` is the type of the event by which it ends, from which `explain` tells why.
    `changes` lists the numbers of the rules, the newest of which is `rules`; a game that was begun under one from
    `rules_kept_from` on is decided as it was then. `compared_by` names what tries at one deal are compared by when
    they came out alike, the first first; a game that is not won and lost together leaves it empty. `people_sit_from` is
    the number of the rules from which on no AI sits down where a person is needed; before, none only replaced one.
    """

    id: ClassVar[str]
    seat_range: ClassVar[tuple[int, int]]
    rules: ClassVar[int] = 1
    rules_kept_from: ClassVar[int] = 1
    changes: ClassVar[tuple[Change, ...]] = (Change(1, (), "the first"),)
    action_types: ClassVar[tuple[type[Action], ...]]
    event_types: ClassVar[tuple[type[Event], ...]]
    step_types: ClassVar[tuple[type[Step], ...]]
    marks: ClassVar[Mapping[str, str]] = {}
    talk: ClassVar[tuple[str, ...]] = ()
    ending: ClassVar[str] = "GameEnded"
    lowest_tally_wins: ClassVar[bool] = True
    compared_by: ClassVar[tuple[str, ...]] = ()
    people_sit_from: ClassVar[int] = 1

    # ---- what a game gives

    @abstractmethod
    def check_options(self, options: Mapping[str, Json], seats: Sequence[str]) -> dict[str, Json]:
        """The options with every default filled in; `Refused("malformed", ...)` if they do not fit."""

    @abstractmethod
    def begin(self, run: Run[S], options: Mapping[str, Json], seats: Sequence[str], rules: int) -> None:
        """Emit the set-up, its first event being the game's own `GameCreated`, and push what follows."""

    @abstractmethod
    def create(self, event: Event) -> S:
        """The state that the game's first event (of `begin` or of `position`) makes from nothing."""

    @abstractmethod
    def act(self, run: Run[S], seat: str, action: Action) -> None:
        """Carry out an action whose verb is open to the seat: validate first, `Refused` before any event."""

    @abstractmethod
    def perform(self, run: Run[S], step: Any) -> None:
        """Do one step of the agenda, which was taken off it; it may emit, push and ask."""

    @abstractmethod
    def is_over(self, state: S) -> bool:
        """Whether the game has ended."""

    @abstractmethod
    def legal(self, state: S, seat: str, limit: int = 200) -> Legal:
        """The seat's legal answers to its open decision; empty when it has none. Standing verbs are left out."""

    @abstractmethod
    def sample(self, state: S, seat: str, rng: Stream) -> Action:
        """One random complete legal answer to the seat's open decision; every legal answer is possible."""

    @abstractmethod
    def default(self, state: S, seat: str) -> Action:
        """What a deadline or an absent seat plays."""

    @abstractmethod
    def view(self, state: S, audience: str) -> dict[str, Json]:
        """The table as a seat, `"spectator"` or `"referee"` may see it, made from a white list."""

    @abstractmethod
    def resample(self, state: S, seat: str, rng: Stream) -> S:
        """Another state that this seat (or `"spectator"`) cannot tell from the true one. `state` is unchanged."""

    @abstractmethod
    def outcome(self, state: S) -> Outcome | None:
        """How the game ended, or None while it goes on."""

    @abstractmethod
    def describe(self) -> Description:
        """Options, verbs, events and labels of this game; `describe_with` fills in what the classes tell."""

    @abstractmethod
    def position(
        self, run: Run[S], options: Mapping[str, Json], seats: Sequence[str], table: Mapping[str, Json]
    ) -> None:
        """Emit a given table, in the shape of `view`, as the first event, and push what follows (rule cases)."""

    @abstractmethod
    def read(self, verb: str, arguments: Json) -> Json:
        """A rule case's verb and arguments as a posted action. Seats have their ids already."""

    @abstractmethod
    def show(self, action: Action) -> Json:
        """An action as rule cases write it: the bare verb or `{verb: arguments}`; the inverse of `read`."""

    def explain(self, ended: Mapping[str, Json]) -> tuple[str, ...]:
        """Why each seat won or lost, in sentences made of nothing but the public data of the `ending` event.

        Seats stand in them by their ids.
        """
        return ()

    def show_event(self, event: Event) -> dict[str, Json]:
        """An event's fields as rule cases write them."""
        return dict(to_json(event))

    def case_names(self, state: S, seat: str | None = None, verb: str | None = None) -> Mapping[str, str]:
        """Id -> name in rule cases of the pieces on the table, where cases name them by their positions.

        With a seat and a verb only of those that the seat could name now in the arguments of that verb.
        """
        return {}

    def with_data(self, texts: Mapping[str, str], find: Callable[[str], str | None]) -> Game[S]:
        """This game with data files of the installation, name -> text, which the options can name.

        `find` gives the text of any other file that a game was begun with, by its SHA-256 (hex).
        """
        return self

    def begun_with(self, data: Mapping[str, str]) -> Game[S]:
        """This game as one that was begun with these data files, name -> SHA-256 (hex), is played.

        By default the first event or the options name the data, and this is the same game.
        """
        return self

    def data_for(self, options: Mapping[str, Json]) -> Mapping[str, str]:
        """Name -> SHA-256 of the data files that a game with these checked options is played with."""
        return self.describe().data

    def data_file(self, sha256: str) -> str | None:
        """The text of a data file that games are played with, by its SHA-256 (hex); None for a hash of no such file."""
        return None

    def check_data(self, raw: bytes | None = None) -> Sequence[str]:
        """What is wrong with a data file of this game, a line each; with the package's own if none is given."""
        return ()

    def forms(self) -> Iterable[tuple[int, Mapping[str, Json]]]:
        """Seat counts with options in which every value of each option comes up: what long runs play."""
        return ()

    def features(self) -> Iterable[str]:
        """What golden games have to show between them: texts, events, options, ends."""
        return ()

    def exercised(self, events: Iterable[Event]) -> set[str]:
        """Which of its features a game has shown, from all its events."""
        return set()

    def unasked(self, state: S, rng: Stream) -> tuple[str, Action] | None:
        """What a seat may do now without being asked, by a standing verb, in long runs; it may be refused."""
        return None

    def stalled(self, state: S) -> bool:
        """Whether nothing has brought the game nearer its end for so long that a table without people is void."""
        return False

    def tally(self, state: S) -> Mapping[str, int] | None:
        """What a finished game adds to each seat's sum in a series (wounds); None where a game counts nothing."""
        return None

    def compared(self, state: S) -> Mapping[str, int]:
        """The values of a finished game by the names of `compared_by`; the highest are the best."""
        return {}

    def keepsake_schema(self) -> dict[str, Json] | None:
        """The JSON Schema of what `new_keepsake` takes; None where nothing is brought to games."""
        return None

    def new_keepsake(self, given: Mapping[str, Json]) -> dict[str, Json]:
        """What a seat can bring to games and take away from them, new, as the rules allow it (a character);
        `Refused` if they do not."""
        raise Refused("malformed", f"nothing is brought to a game of {self.id}")

    def with_keepsakes(self, options: Mapping[str, Json], brought: Mapping[str, Json]) -> dict[str, Json]:
        """The options of a game to which seats bring these."""
        return dict(options)

    def keepsakes(self, state: S) -> Mapping[str, Json]:
        """What seats take away from a finished game, in the form in which it is brought to the next."""
        return {}

    def in_series(
        self, options: Mapping[str, Json], sums: Mapping[str, int], limit: int, rules: int
    ) -> dict[str, Json]:
        """The options of a game of a series that ends at `limit`, whose earlier games brought these sums.

        `rules` is the number of the rules under which the series was opened.
        """
        return dict(options)

    def next_in_chain(self, options: Mapping[str, Json], state: S) -> dict[str, Json] | None:
        """The options of the game that goes on from what this finished one, with its options, has left; None if
        nothing follows."""
        return None

    def standing(self, state: S, seat: str) -> tuple[str, ...]:
        """Verbs that are open to the seat at any time and are no decision."""
        return ()

    def standing_slots(self, state: S, seat: str) -> Mapping[str, tuple[Slot, ...]]:
        """The arguments of the standing verbs, with the values that there are to choose from as far as the seat knows.

        A verb that nothing could be done with now may be left out; by default every argument is open.
        """
        kinds = _by_tag(self.action_types)
        return {verb: tuple(map(Slot, kinds[verb].__struct_encode_fields__)) for verb in self.standing(state, seat)}

    def retire(self, run: Run[S], seat: str) -> None:
        """What happens at the table when a seat resigns; most games leave it to the `default`."""
        return

    def ranked(self, state: S) -> tuple[str, ...]:
        """The seats that play against each other for places; the others, and all where nobody is ranked, play
        together, and when one of them resigns its seat is free for somebody else."""
        return state.seats

    def needs_person(self, options: Mapping[str, Json], seat: str) -> bool:
        """Whether no AI can hold this seat in a game with these options (a game master's)."""
        return False

    def repeatable(self, state: S, seat: str, action: Action) -> tuple[Text, ...]:
        """The words of the game that this action, posted by the seat, means again where its own are the same."""
        return ()

    def claims_earned(self, options: Mapping[str, Json]) -> bool:
        """Whether these options bring what must have been played for, which is not proved by them."""
        return False

    def keepsake_is_spent(self, content: Json) -> bool:
        """Whether a keepsake goes to no further game (a character that has died)."""
        return False

    def order_kinds(self) -> dict[str, Json]:
        """The standing orders that only this game knows: kind -> JSON Schema (`domain.table.standing_orders`)."""
        return {}

    def suggested_orders(self) -> tuple[dict[str, Json], ...]:
        """Standing orders that suit most people, for a start."""
        return ()

    def read_order(self, view: Mapping[str, Json], seat: str, raw: Mapping[str, Json]) -> dict[str, Json]:
        """One of the game's own orders as it is kept; `Refused("malformed")` if it does not fit its schema."""
        raise Refused("malformed", f"unknown order {raw.get('order')!r}")

    def apply_order(
        self, view: Mapping[str, Json], seat: str, decision: Decision, legal: Legal, order: Mapping[str, Json]
    ) -> Action | None:
        """What one of the game's own orders answers to the seat's decision; None if it says nothing of it."""
        return None

    def releases(self, state: S, seat: str) -> bool:
        """Whether the moment of the seat's answer could tell what it holds, so that a table may have it wait."""
        return False

    def candidates(self, view: Mapping[str, Json], seat: str, legal: Legal) -> Sequence[Action]:
        """The answers that a greedy bot weighs, worked out from its own view; at least one."""
        return legal.actions

    def rate(self, view: Mapping[str, Json], seat: str, action: Action) -> int:
        """How good an answer looks from the seat's own view, higher being better; 0 for no opinion."""
        return 0

    # ---- what everybody uses

    def evolve(self, state: S | None, event: Event) -> S:
        """Fold one event, in place, and return the state. The only way a state changes."""
        if state is None:
            return self.create(event)
        event.apply(state)
        return state

    def fold(self, events: Iterable[Event]) -> S:
        """The state that the events make from nothing."""
        state: S | None = None
        for event in events:
            state = self.evolve(state, event)
        if state is None:
            raise ValueError("no events to fold")
        return state

    def retold(self, events: Iterable[Event]) -> Iterator[tuple[S | None, Event]]:
        """Each event with the state before it, which is brought forward in place (None before the first)."""
        state: S | None = None
        for event in events:
            yield state, event
            state = self.evolve(state, event)

    def setup(
        self, options: Mapping[str, Json], seats: Sequence[str], chance: Chance, rules: int | None = None
    ) -> Run[S]:
        """Set a game up and play it on to the first decision. Everything it read is in the events."""
        checked = self.check_options(options, seats)
        run: Run[S] = Run(self, None, chance)
        self.begin(run, checked, seats, self.rules if rules is None else rules)
        return self._until_asked(run)

    def set_position(
        self, options: Mapping[str, Json], seats: Sequence[str], table: Mapping[str, Json], chance: Chance
    ) -> Run[S]:
        """Start from a given table and play on to the first decision."""
        run: Run[S] = Run(self, None, chance)
        self.position(run, self.check_options(options, seats), seats, table)
        return self._until_asked(run)

    def advance(self, state: S, seat: str, action: Action | Mapping[str, Json], chance: Chance) -> Run[S]:
        """Carry out an action, in place, up to the next decision. For callers that own the state.

        Raises `Refused` before anything has changed; the codes are tried in the order of NF-AUTO-6.
        """
        return self.carry_out(Run(self, state, chance), seat, action)

    def carry_out(self, run: Run[S], seat: str, action: Action | Mapping[str, Json]) -> Run[S]:
        """`advance` on a run that the caller has made, and still has when the action is stopped half-way."""
        if isinstance(action, Action):
            answers = self._check_open(run.state, seat, verb_of(action))
        else:
            answers, action = self._admit(run.state, seat, action)
        if answers:
            run.answered = (seat,)
            del run.open[seat]
        self.act(run, seat, action)
        return self._until_asked(run)

    def decide(self, state: S, seat: str, action: Action | Mapping[str, Json], chance: Chance) -> Run[S]:
        """`advance` on a clone: `state` is unchanged."""
        return self.advance(state.clone(), seat, action, chance)  # type: ignore[arg-type]

    def proceed(self, state: S, chance: Chance) -> Run[S]:
        """Play on, in place, what follows by itself until somebody must decide."""
        return self._until_asked(Run(self, state, chance))

    def resign(self, state: S, seats: Sequence[str], chance: Chance) -> Run[S]:
        """Carry out what happens at the table when seats resign together, in place."""
        run = Run(self, state, chance)
        for seat in seats:
            self.retire(run, seat)
        return self._until_asked(run)

    def pending(self, state: S) -> Mapping[str, Decision]:
        """Who must decide, and what."""
        return state.open

    def parse(self, raw: Mapping[str, Json]) -> Action:
        """A posted action as its class; `Refused("malformed")` says what does not fit."""
        kind = _by_tag(self.action_types)[self._verb(raw)]
        try:
            action: Action = msgspec.convert(raw, kind, strict=True)
        except (msgspec.ValidationError, TypeError, UnicodeError) as error:
            raise Refused("malformed", str(error)) from None
        return action

    def verbs(self) -> tuple[str, ...]:
        """All verbs of the game."""
        return _verbs(self.action_types)

    def event_type(self, name: str) -> type[Event]:
        """The class of a stored event; KeyError for an unknown name."""
        if name == "Asked":
            return Asked
        return _by_name(self.event_types)[name]

    def decode_event(self, name: str, data: Mapping[str, Json]) -> Event:
        """A stored event's class from its full data (public and private together)."""
        if name == "Asked":
            return self._decode_asked(data)
        return msgspec.convert(data, self.event_type(name), strict=True)

    # ---- how it works

    def _admit(self, state: S, seat: str, raw: Mapping[str, Json]) -> tuple[bool, Action]:
        return self._check_open(state, seat, self._verb(raw)), self.parse(raw)

    def _verb(self, raw: Mapping[str, Json]) -> str:
        verb = raw.get("type") if isinstance(raw, Mapping) else None
        if not isinstance(verb, str) or verb not in _by_tag(self.action_types):
            raise Refused("malformed", f"unknown verb {verb!r}")
        return verb

    def _check_open(self, state: S, seat: str, verb: str) -> bool:
        """Whether the verb answers the seat's open decision; otherwise it is a standing one, or refused."""
        decision = state.open.get(seat)
        if decision is not None and verb in decision.verbs:
            return True
        if seat not in state.seats:
            raise Refused("malformed", f"unknown seat {seat!r}")
        if self.is_over(state):
            raise Refused("game-over", "the game is over")
        if verb in self.standing(state, seat):
            return False
        if decision is None:
            raise Refused("not-your-decision", f"{seat} has nothing to decide now")
        if any(verb in self.standing(state, other) for other in state.seats):
            raise Refused("not-your-decision", f"{verb} is another seat's")
        raise Refused("illegal", f"{verb} is not open now; {seat} may {' or '.join(decision.verbs)}")

    def _until_asked(self, run: Run[S]) -> Run[S]:
        agenda, perform = run.agenda, self.perform
        while agenda and not run.open:
            perform(run, agenda.pop())
        run.emit(Asked(run.answered, run.open, tuple(agenda)))
        return run

    def _decode_asked(self, data: Mapping[str, Json]) -> Asked:
        steps = _by_tag(self.step_types)
        return Asked(
            answered=tuple(data["answered"]),
            open=msgspec.convert(data["open"], dict[str, Decision], strict=False),
            agenda=tuple(msgspec.convert(step, steps[step["type"]], strict=False) for step in data.get("agenda", ())),
        )


@cache
def _by_name(kinds: tuple[type[Event], ...]) -> Mapping[str, type[Event]]:
    return {kind.__name__: kind for kind in kinds}


@cache
def _verbs(kinds: tuple[type[Action], ...]) -> tuple[str, ...]:
    return tuple(map(verb_of_type, kinds))


@cache
def _by_tag(kinds: tuple[type[Any], ...]) -> Mapping[str, type[Any]]:
    return {str(kind.__struct_config__.tag): kind for kind in kinds}
