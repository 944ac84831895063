"""The words of the contract: actions, events, steps, decisions, states, and what a game tells of itself.

`domain.contract.game` gives them again, with the `Run` and the `Game` that work on them. Actions, events, steps and
decisions are values and never part of a cycle: the garbage collector need not look at them (`gc=False`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, ClassVar, Literal, NamedTuple

import msgspec

from domain.contract.reason import reason_of

Json = Any
"""A JSON value: None, bool, int, str, list or dict with string keys."""

Code = Literal["malformed", "game-over", "not-your-decision", "illegal", "list-too-long", "awaits-share"]


class Refused(Exception):
    """An action that the rules do not accept. Raised before any event; nothing has changed.

    `code` is one of `Code` (NF-AUTO-6 gives the order in which they are tried), `reason` a sentence for people
    that tells nothing the seat may not know. It is given as a message with its fields, which `why` keeps.
    """

    def __init__(self, code: Code, reason: str, /, **fields: object) -> None:
        self.why = reason_of(reason, fields)
        self.reason = str(self.why)
        self.code: Code = code
        super().__init__(f"{code}: {self.reason}")


class Text(msgspec.Struct, frozen=True):
    """What stands in the log for words that a person wrote: an id and a commitment; the words lie outside."""

    id: str
    commitment: str


class Action(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """What a seat wants to do. One subclass a verb, with the verb as `tag`; the fields are its arguments.

    `private` names the arguments that only the acting seat may read in the log until the end (a draft pick);
    `sealed` hides the action altogether, verb included (a game master's secret placement).
    """

    private: ClassVar[tuple[str, ...]] = ()
    sealed: ClassVar[bool] = False


class Event(msgspec.Struct, frozen=True, gc=False):
    """A fact. One subclass a kind, named in the past tense; `apply` folds it into the state.

    `apply` makes no choice, draws nothing and refuses nothing: it may look up data, but every number that a
    rule worked out (cost, damage, amount) is a field. The class variables say how the event is stored:

    * `private`: field -> audience. `"seat"` is the seat named by the field `seat`; `"referee"` nobody who plays;
      `"each"` a map seat -> value of which each seat reads its own entry.
    * `draws_for`: who may read the draws made for this event: `"all"`, `"seat"` or `"referee"`.
    * `discloses`: whether it shows some seat something hidden that its own action did not bring.
    * `sealed`: stored as a bare `Sealed` whose true type and data only `seat` may read.

    The private parts of an event depend on its class alone, so their number tells nothing.
    """

    schema: ClassVar[int] = 1
    private: ClassVar[Mapping[str, str]] = {}
    draws_for: ClassVar[str] = "all"
    discloses: ClassVar[bool] = False
    sealed: ClassVar[bool] = False

    def apply(self, state: Any) -> None:
        """Change `state`, in place, as this fact says."""
        raise NotImplementedError(type(self).__name__)

    def seal(self) -> str | None:
        """The key under which a later event opens this event's part, or None."""
        return None

    def opens(self) -> tuple[str, ...]:
        """The keys of the parts that this event opens to all."""
        return ()


class Step(msgspec.Struct, frozen=True, gc=False):
    """Something that is left to do, as plain data: one entry of the agenda. Use one tag a class."""


class Decision(msgspec.Struct, frozen=True, gc=False):
    """What a seat has to decide: its kind, the verbs that answer it, and open details (never legal values)."""

    kind: str
    verbs: tuple[str, ...]
    details: Mapping[str, Json] = {}


class Asked(Event, frozen=True):
    """The close of every command from the start of play on: what was answered, what is open, what is left.

    `answered` are the seats whose decision the command closed, `open` all decisions that wait now, `agenda` the
    steps that are left, the next one last. Folding stores them unread, so what was pending at any version
    replays exactly, whatever a card text says today.
    """

    answered: tuple[str, ...]
    open: Mapping[str, Decision]
    agenda: tuple[Any, ...] = ()

    private: ClassVar[Mapping[str, str]] = {"agenda": "referee"}

    def apply(self, state: State) -> None:
        state.open = self.open
        state.agenda = self.agenda


class State:
    """What every game's state has. Games subclass it with `__slots__` and a hand-written `clone`.

    `seats` are the seat ids in clockwise order; `rules` is the number of the rules in force, which the table
    may raise between commands; `open` and `agenda` are those of the last `Asked`.
    """

    __slots__ = ("agenda", "open", "rules", "seats")

    seats: tuple[str, ...]
    rules: int
    open: Mapping[str, Decision]
    agenda: tuple[Any, ...]

    def __init__(self, seats: Sequence[str], rules: int) -> None:
        self.seats = tuple(seats)
        self.rules = rules
        self.open = {}
        self.agenda = ()

    def clone(self) -> State:
        """An independent copy: changing one never changes the other."""
        raise NotImplementedError(type(self).__name__)


class Slot(msgspec.Struct, frozen=True):
    """One argument of a verb whose legal actions are a product or are open.

    `values` are the values to take from (each a JSON value; None means an open argument), `min` and `max` how
    many of them, `ordered` whether their order counts, `once` the field of an object value that may not repeat.
    A single value that is not a list has `min = max = None`. An open argument with `min` and `max` is a whole number
    from the one to the other: numbers that may be many are never listed. A dot in the name leads into an object:
    `values.I`.
    """

    name: str
    values: tuple[Json, ...] | None = None
    min: int | None = None
    max: int | None = None
    ordered: bool = False
    once: str | None = None

    @property
    def numbers(self) -> range | None:
        """The whole numbers of an open argument that has bounds; None for any other."""
        if self.values is not None or self.min is None or self.max is None:
            return None
        return range(self.min, self.max + 1)


class Legal(msgspec.Struct, frozen=True):
    """The complete legal actions of a seat in the game's order, whether these are all, and the slots if not."""

    actions: tuple[Action, ...]
    complete: bool = True
    slots: Mapping[str, tuple[Slot, ...]] = {}


class Outcome(msgspec.Struct, frozen=True):
    """How a game ended: `places` seat -> place from 1 (None if nobody is ranked), `won` for co-operative games,
    `unranked` seats, and `detail` in the game's own terms (the `result` of rule cases)."""

    places: Mapping[str, int] | None
    detail: Mapping[str, Json]
    won: bool | None = None
    unranked: tuple[str, ...] = ()


class Change(NamedTuple):
    """A number of the rules, the ids of those that it decides otherwise than the number before, and what was wrong."""

    number: int
    rules: tuple[str, ...]
    what: str


class Description(msgspec.Struct, frozen=True):
    """What a client needs to know of a game: from it OpenAPI, forms and validation are made.

    `options` is a JSON Schema; `verbs` verb -> JSON Schema of the action; `events` name -> JSON Schema of its
    data; `labels` language -> id -> name; `data` name -> SHA-256 of each data file in use.
    """

    game: str
    rules: int
    seats: tuple[int, int]
    options: Mapping[str, Json]
    verbs: Mapping[str, Json]
    events: Mapping[str, Json]
    labels: Mapping[str, Mapping[str, str]]
    data: Mapping[str, str]


@cache
def verb_of_type(kind: type[Action]) -> str:
    """The verb of an action class."""
    return str(kind.__struct_config__.tag)


def verb_of(action: Action) -> str:
    """The verb of an action."""
    return verb_of_type(type(action))


def to_json(value: Any) -> Json:
    """A struct, or anything made of structs, as plain JSON values: a tuple becomes a list."""
    return msgspec.json.decode(msgspec.json.encode(value))
