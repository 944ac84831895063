"""The events that every game's log shares. Their fields are part of the stored format.

A seat is `s1`, `s2`, ...; an account is an opaque id; hashes, seeds and entropy are lower-case hex. Texts that
people write are `Text` references. `Table.fold` knows what each of them does.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from domain.contract.game import Event, Json, Text


class TableEvent(Event, frozen=True):
    """An event of the table. `apply` is the table's (`domain.table.table.Table`)."""


class GameOpened(TableEvent, frozen=True):
    """The first event: which game under which rules, and the commitment to the seed, before anyone sits down.

    `data` maps each rule-data file to its SHA-256; `seed_source` is `os`, `given` (a simulation) or the id of the
    series or stage that the seed comes from; `terms` are clock, visibility, rated, invited and the like.
    """

    id: str
    game: str
    rules: int
    options: dict[str, Json]
    seats: tuple[str, ...]
    data: dict[str, str]
    commitment: str
    procedure: str
    seed_source: str
    terms: dict[str, Json]


class SeatTaken(TableEvent, frozen=True):
    """A person (`account`) or an AI (`level`) sits down, with open entropy, the hash of sealed entropy, or none."""

    seat: str
    account: str | None = None
    level: str | None = None
    entropy: str | None = None
    entropy_hash: str | None = None


class SeatLeft(TableEvent, frozen=True):
    """A seat was left before the start."""

    seat: str


class Brought(Struct, frozen=True):
    """What a seat brings to a game (a character): the id of its log, the version and hash (hex) of the event there that
    says so, and what it holds."""

    id: str
    version: int
    head: str
    content: dict[str, Json]


class KeepsakeTaken(TableEvent, frozen=True):
    """A seat brings something along to the game, in the place of what it brought before; None: nothing after all."""

    seat: str
    brought: Brought | None


class EntropyOpened(TableEvent, frozen=True):
    """A seat opened its sealed entropy."""

    seat: str
    entropy: str


class GameStarted(TableEvent, frozen=True):
    """All seats are taken and all sealed entropy is open; `entropy` is what enters the key, in seat order."""

    entropy: tuple[tuple[str, str], ...]


class SeatReplaced(TableEvent, frozen=True):
    """A seat changed hands; who takes over sees all of its parts."""

    seat: str
    account: str | None = None
    level: str | None = None


class SeatResigned(TableEvent, frozen=True):
    """A seat gave up; it plays defaults from now on."""

    seat: str


class DeadlineSet(TableEvent, frozen=True):
    """A seat has until `until` (seconds UTC; None: no limit) for a decision."""

    seat: str
    decision: str
    until: int | None


class DeadlinePassed(TableEvent, frozen=True):
    """A deadline passed without an answer."""

    seat: str
    decision: str


class ClockPaused(TableEvent, frozen=True):
    """The clocks of these seats stand still until `until` (seconds UTC; None: until further notice)."""

    seats: tuple[str, ...]
    until: int | None
    cause: str


class TakebackAsked(TableEvent, frozen=True):
    """A seat asks the others to go back to the command boundary at version `to`."""

    seat: str
    to: int


class TakebackAnswered(TableEvent, frozen=True):
    """A seat's answer to the takeback that is asked."""

    seat: str
    agreed: bool


class TakenBack(TableEvent, frozen=True):
    """From now on the game's state is the fold of the log without its events after version `to` up to here."""

    to: int


class RulesMoved(TableEvent, frozen=True, rename={"before": "from"}):
    """The game goes on under another rules number."""

    before: int
    to: int


class OperatorActed(TableEvent, frozen=True):
    """What an operator did, with the reason that all may read; `places` are those of an adjudication."""

    what: str
    reason: Text
    places: dict[str, int]


class GameClosed(TableEvent, frozen=True):
    """The last event of every game: `over`, `void`, `cancelled` or `abandoned`, and the seed (None: kept back)."""

    cause: str
    seed: str | None


TABLE_EVENTS: Mapping[str, type[TableEvent]] = {
    kind.__name__: kind
    for kind in (
        GameOpened, SeatTaken, SeatLeft, KeepsakeTaken, EntropyOpened, GameStarted, SeatReplaced, SeatResigned,
        DeadlineSet, DeadlinePassed, ClockPaused, TakebackAsked, TakebackAnswered, TakenBack, RulesMoved, OperatorActed,
        GameClosed,
    )
}  # fmt: skip
