"""The events that every game's log shares. Their fields are part of the stored format.

A seat is `s1`, `s2`, ...; an account is an opaque id; hashes, seeds and entropy are lower-case hex. Texts that
people write are `Text` references. `apply` says what each of them does to the table.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from domain.contract.game import Text
from domain.table.members import Members
from domain.table.parts import (
    Awaited,
    Brought,
    Closing,
    Header,
    Operated,
    Outage,
    TableEvent,
    TableSeat,
    WaitingCommand,
)
from domain.table.rules.clock import Clocks
from domain.table.state import TableState
from domain.table.terms import partner_of, read_clock

STATUS = {"over": "over", "void": "void", "cancelled": "cancelled", "abandoned": "abandoned"}
"""The cause of a game's end -> the status of its table."""


class GameOpened(Header, frozen=True):
    """The first event: before anyone sits down."""

    def apply(self, table: TableState) -> None:
        table.id, table.opened, table.rules = self.id, self, self.rules
        table.play(self.game, self.data)
        table.deal = self.terms.get("deal")
        table.partner = partner_of(self.terms)
        table.seats = {seat: TableSeat() for seat in self.seats}
        table.members = Members.opened(self.seats, self.terms)
        table.clocks = Clocks(read_clock(self.terms.get("clock")))


class SeatTaken(TableEvent, frozen=True):
    """A person (`account`) or an AI (`level`) sits down, with open entropy, the hash of sealed entropy, or none.

    `bot` is true for an account that is marked as a bot's, and else left out.
    """

    seat: str
    account: str | None = None
    level: str | None = None
    entropy: str | None = None
    entropy_hash: str | None = None
    bot: bool | UnsetType = UNSET

    def apply(self, table: TableState) -> None:
        table.seats[self.seat] = TableSeat(self.account, self.level, self.entropy, self.entropy_hash)
        table.members = table.members.taken(self.seat, self.account, table.moment)


class SeatLeft(TableEvent, frozen=True):
    """A seat was left before the start."""

    seat: str

    def apply(self, table: TableState) -> None:
        table.seats[self.seat] = TableSeat()
        table.members = table.members.left(self.seat, table.moment)
        table.brought.pop(self.seat, None)


class KeepsakeTaken(TableEvent, frozen=True):
    """A seat brings something along to the game, in the place of what it brought before; None: nothing after all."""

    seat: str
    brought: Brought | None

    def apply(self, table: TableState) -> None:
        if self.brought is None:
            table.brought.pop(self.seat, None)
        else:
            table.brought[self.seat] = self.brought


class EntropyOpened(TableEvent, frozen=True):
    """A seat opened its sealed entropy."""

    seat: str
    entropy: str

    def apply(self, table: TableState) -> None:
        table.seats[self.seat] = replace(table.seats[self.seat], entropy=self.entropy)


class GameStarted(TableEvent, frozen=True):
    """All seats are taken and all sealed entropy is open; `entropy` is what enters the key, in seat order."""

    entropy: tuple[tuple[str, str], ...]

    def apply(self, table: TableState) -> None:
        table.entropy, table.status = self.entropy, "running"
        table.members = table.members.started()
        table.clocks.began(table.seats, table.at)


class SeatReplaced(TableEvent, frozen=True):
    """A seat changed hands; who takes over sees all of its parts."""

    seat: str
    account: str | None = None
    level: str | None = None

    def apply(self, table: TableState) -> None:
        before = table.seats[self.seat].account or table.kept_for.get(self.seat)
        table.members = table.members.replaced(self.seat, self.account, self.level, table.moment)
        table.gave_up = {seat: command for seat, command in table.gave_up.items() if seat != self.seat}
        kept = before is not None and before in (self.account, table.kept_for.get(self.seat))
        decision = None if self.account is None else table.decision_id(self.seat)
        table.clocks.seat_replaced(self.seat, decision, table.at, kept=kept)
        table.seats[self.seat] = replace(table.seats[self.seat], account=self.account, level=self.level)
        if table.clocks.terms is not None and not any(table.has_person(seat) for seat in table.seats):
            table.clocks.nobody_left(table.at)


class SeatResigned(TableEvent, frozen=True):
    """A seat gave up; it plays defaults from now on."""

    seat: str

    def apply(self, table: TableState) -> None:
        table.gave_up = {**table.gave_up, self.seat: table.command}


class DeadlineSet(TableEvent, frozen=True):
    """A seat has until `until` (seconds UTC; None: no limit) for a decision."""

    seat: str
    decision: str
    until: int | None

    def apply(self, table: TableState) -> None:
        table.clocks.deadline_set(self.seat, self.decision, self.until, table.at)


class DeadlinePassed(TableEvent, frozen=True):
    """A deadline passed without an answer."""

    seat: str
    decision: str

    def apply(self, table: TableState) -> None:
        last_call = table.is_last_call(self.seat)
        table.clocks.deadline_passed(self.seat, self.decision, table.at, last_call=last_call)


class ClockPaused(TableEvent, frozen=True):
    """The clocks of these seats stand still until `until` (seconds UTC; None: until further notice)."""

    seats: tuple[str, ...]
    until: int | None
    cause: str

    def apply(self, table: TableState) -> None:
        table.clocks.clock_paused(self.seats, self.cause, self.until, table.at)


class OutagesCounted(TableEvent, frozen=True):
    """Times in which nobody could act are counted: each seat has until then (`deadlines`, seconds UTC) for its open
    decision, and the others until `last_call`, if that is set."""

    outages: tuple[Outage, ...]
    deadlines: dict[str, int]
    last_call: int | None

    def apply(self, table: TableState) -> None:
        table.clocks.outages_counted(self.outages[-1], self.deadlines, self.last_call, table.at)


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

    def apply(self, table: TableState) -> None:
        table.go_back(self.to)


class RulesMoved(TableEvent, frozen=True, rename={"before": "from"}):
    """The game goes on under another rules number."""

    before: int
    to: int

    def apply(self, table: TableState) -> None:
        table.rules = self.to
        if table.state is not None:
            table.state.rules = self.to


class OperatorActed(TableEvent, frozen=True):
    """What an operator did, with the reason that all may read; `places` are those of an adjudication."""

    what: str
    reason: Text
    places: dict[str, int]

    def apply(self, table: TableState) -> None:
        table.operated = (*table.operated, Operated(table.version, table.at, self.what, self.reason))
        if self.what == "adjudicate":
            table.adjudicated = self.places


class ShareAsked(TableEvent, frozen=True):
    """The share with this number (from 0) is asked for, under the head of the log after this command.

    The command that waits for it is for the referee.
    """

    number: int
    drawing: WaitingCommand
    private: ClassVar[Mapping[str, str]] = {"drawing": "referee"}

    def apply(self, table: TableState) -> None:
        table.awaited = Awaited(table.version, table.at, self.drawing)


class ShareGiven(TableEvent, frozen=True):
    """The partner has given the share: the first event of the command that waited for it."""

    number: int
    share: str
    signature: str

    def apply(self, table: TableState) -> None:
        table.awaited, table.shares = None, self.number + 1


class GameClosed(Closing, frozen=True):
    """The last event of every game."""

    def apply(self, table: TableState) -> None:
        table.awaited = None
        table.closed, table.ended = self, table.told_at_the_end()
        table.status = STATUS[self.cause]


TABLE_EVENTS: Mapping[str, type[TableEvent]] = {
    kind.__name__: kind
    for kind in (
        GameOpened, SeatTaken, SeatLeft, KeepsakeTaken, EntropyOpened, GameStarted, SeatReplaced, SeatResigned,
        DeadlineSet, DeadlinePassed, ClockPaused, OutagesCounted, TakebackAsked, TakebackAnswered, TakenBack,
        RulesMoved, OperatorActed, ShareAsked, ShareGiven, GameClosed,
    )
}  # fmt: skip
