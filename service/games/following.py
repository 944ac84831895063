"""What the service itself posts after a command, in the same transaction: default answers and standing orders."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import BigInteger, bindparam, delete, func, select, update

from domain.contract.game import Action, Refused, to_json
from domain.log.canon import Json, canonical
from domain.log.record import CLOSED, Command, Entry
from domain.table.events import TABLE_EVENTS, OutagesCounted
from domain.table.gamelog import GameLog
from domain.table.parts import Receipt
from domain.table.rules.deadlines import answers_by_default, default_answer
from domain.table.rules.standing_orders import MOST_IN_A_ROW, answer, going_on
from domain.table.table import Table
from projections.statements import any_row, matching, put
from service.games.posting import keyed, mark_of
from service.games.shapes import Posted
from service.games.timing.delayed import (
    DelayedAnswer,
    DelayedAnswers,
    dropping_left,
    holds_back,
    keeping,
    waiting_answer,
)
from service.store.event_store import Change, Store, executing
from service.store.recorder import Expected
from service.store.relations import standing_orders

AFTER = "after"
"""Where the closed part of a command that follows others by itself says at which version these began."""

COUNTED = OutagesCounted.__name__
"""The event that stands before a command that is the first after an outage, and is none of what was posted."""

MOST_COMMANDS = 200
"""How many commands follow in one transaction: a bound that no game comes near, as others must decide long before."""

KEEP = put(standing_orders)

FORGET = delete(standing_orders).where(matching(standing_orders.c.game, standing_orders.c.seat))

_COUNT = (
    update(standing_orders)
    .values(used=bindparam("used"), orders=bindparam("orders"))
    .where(matching(standing_orders.c.game, standing_orders.c.seat))
)
_OF_GAME = select(standing_orders).where(matching(standing_orders.c.game))

_IS_GIVEN = any_row(*standing_orders.c)

_HOW_MANY = select(func.count()).select_from(standing_orders).where(matching(standing_orders.c.game)).scalar_subquery()

_ARE_SO_MANY = select((bindparam("many", type_=BigInteger()) == _HOW_MANY).label("found"))


class Orders(msgspec.Struct, frozen=True):
    """A seat's standing orders: of which account, what they are, and how many decisions in a row they answered."""

    seat: str
    account: str
    orders: tuple[dict[str, Json], ...]
    used: int

    @property
    def text(self) -> str:
        """The orders as they are kept."""
        return canonical(list(self.orders)).decode()


class Followed(NamedTuple):
    """The entries of commands that follow others by themselves, what changes with them, and what must be so then."""

    entries: Sequence[Entry] = ()
    changes: Sequence[Change] = ()
    expected: Sequence[Expected] = ()


class Following:
    """Works out what follows a command by itself. `clock()` is the time in whole seconds UTC."""

    def __init__(self, store: Store, delayed: DelayedAnswers, clock: Callable[[], int]) -> None:
        self._store = store
        self._delayed = delayed
        self._clock = clock

    def orders(self, game_id: str) -> dict[str, Orders]:
        """Seat -> its standing orders."""
        return _read(self._store.rows(_OF_GAME, game=game_id))

    def after(self, log: GameLog, entries: Sequence[Entry], *, ordered: bool) -> Followed:
        """What follows these entries: as long as the game's orders are those that it was worked out with.

        `ordered` is whether a seat may have standing orders.
        """
        found = self._store.rows(_OF_GAME, game=log.id) if ordered else []
        expected = _unchanged(log.id, found) if ordered else []
        if not found and not log.table.resigned and not _may_leave_an_answer(entries):
            return Followed(expected=expected)
        ahead = log.ahead(entries)
        run = _Run(log, ahead, _read(found), entries, self._delayed.at(ahead), self._clock())
        return Followed(list(run.entries()), [*dropping_left(log.id, entries), *run.changes()], expected)


class _Run:
    """The commands that follow in one transaction, on a table that runs ahead."""

    def __init__(
        self,
        log: GameLog,
        ahead: Table,
        orders: dict[str, Orders],
        entries: Sequence[Entry],
        waiting: dict[str, DelayedAnswer],
        now: int,
    ) -> None:
        self._log = log
        self._table = ahead
        self._now = now
        begun = [entry.label.version for entry in entries if entry.label.type != COUNTED]
        self._after = {AFTER: begun[0]} if begun else {}
        acted = _own_actions(entries)
        self._waiting = waiting
        self._delayed: list[DelayedAnswer] = []
        self._before = orders
        self._orders = {
            seat: msgspec.structs.replace(given, used=0) if seat in acted else given
            for seat, given in orders.items()
            if ahead.seats[seat].account == given.account and seat not in ahead.resigned and ahead.closed is None
        }

    def entries(self) -> Iterator[Entry]:
        """What follows, one command after the other."""
        for _ in range(MOST_COMMANDS):
            made = self._next()
            if not made:
                return
            yield from made

    def changes(self) -> list[Change]:
        """Orders of seats that changed hands are forgotten, the others are counted; what waits is kept."""
        game_id = self._log.id
        counted = [
            executing(_COUNT, game=game_id, seat=seat, used=self._orders[seat].used, orders=self._orders[seat].text)
            if seat in self._orders
            else executing(FORGET, game=game_id, seat=seat)
            for seat, given in self._before.items()
            if self._orders.get(seat) != given
        ]
        return [*counted, *(keeping(self._table, answer, None) for answer in self._delayed)]

    def _next(self) -> list[Entry]:
        if self._table.awaited is not None:
            return []
        for seat in self._table.pending:
            self._end_conditions(seat)
            if made := self._absent(seat) or self._ordered(seat):
                return made
        return []

    def _absent(self, seat: str) -> list[Entry]:
        """The default answer of a seat that resigned, or whose deadline has passed."""
        table = self._table
        if seat not in table.resigned and not answers_by_default(table, seat):
            return []
        by = "service" if seat in table.resigned else "clock"
        action = default_answer(table, seat)
        closed = self._mark(seat, by, action) | self._after
        return self._log.decide_ahead(table, Command(by, seat, action, self._at, closed))

    def _end_conditions(self, seat: str) -> None:
        """Drop the conditional answers of a seat that is asked in another situation."""
        given, table = self._orders.get(seat), self._table
        if given is None or table.state is None:
            return
        left = tuple(map(dict, going_on(table.game, table.state, seat, given.orders)))
        if len(left) < len(given.orders):
            self._orders[seat] = msgspec.structs.replace(given, orders=left)

    def _ordered(self, seat: str) -> list[Entry]:
        """What the seat's standing orders answer, as its own action; nothing in the place of a refused one.

        Where answers wait for a release, this one does too.
        """
        given = self._orders.get(seat)
        table = self._table
        if given is None or given.used >= MOST_IN_A_ROW or table.state is None or self._has_answered(seat):
            return []
        action = answer(table.game, table.state, seat, given.orders)
        if action is None:
            return []
        waits = holds_back(table, seat)
        closed = self._mark(seat, given.account, action) | {"order": True} | ({} if waits else self._after)
        command = Command("seat", seat, action, self._at, closed)
        try:
            made = self._log.decide_ahead(table.clone() if waits else table, command)
        except Refused:
            return []
        self._orders[seat] = msgspec.structs.replace(given, used=given.used + 1)
        if waits:
            self._delay(command)
            return []
        return made

    def _has_answered(self, seat: str) -> bool:
        """Whether an answer of the seat to its open decision waits already."""
        waiting = self._waiting.get(seat)
        return waiting is not None and waiting.decision == self._table.decision_id(seat)

    def _delay(self, command: Command) -> None:
        """Let an order's answer wait for the release."""
        delayed = waiting_answer(self._table, command, order=True)
        self._waiting[delayed.seat] = delayed
        self._delayed.append(delayed)

    @property
    def _at(self) -> int:
        """The time of what follows: it never runs backwards in a log."""
        return max(self._now, self._table.at)

    def _mark(self, seat: str, whose: str, action: Action) -> dict[str, Json]:
        raw = to_json(action)
        posted = Posted([raw], idempotency_key=self._table.decision_id(seat), body=canonical(raw))
        return mark_of(keyed(whose, posted))


def _read(rows: Sequence[Mapping[str, Any]]) -> dict[str, Orders]:
    """Seat -> its standing orders, as they are kept."""
    return {
        row["seat"]: Orders(row["seat"], row["account"], tuple(msgspec.json.decode(row["orders"])), row["used"])
        for row in rows
    }


def _unchanged(game_id: str, rows: Sequence[Mapping[str, Any]]) -> list[Expected]:
    """That a game has these standing orders and no others."""
    otherwise = f"the standing orders of {game_id} have changed"
    return [
        Expected(_ARE_SO_MANY, {"game": game_id, "many": len(rows)}, True, otherwise, (game_id,)),
        *(Expected(_IS_GIVEN, dict(row), True, otherwise, (game_id,)) for row in rows),
    ]


def start_of(entries: Sequence[Entry], receipt: Receipt) -> int:
    """The version before the commands of a receipt, and before the outages that were counted for them."""
    before = receipt.first - 1
    return before - 1 if before and entries[before - 1].label.type == COUNTED else before


def end_of(entries: Sequence[Entry], receipt: Receipt) -> int:
    """The version up to which a log goes with the commands of a receipt, and with all that followed them by itself."""
    last = receipt.last
    for entry in entries[receipt.last :]:
        closed = entry.private.get(CLOSED)
        if closed is not None and closed.part.get(AFTER) != receipt.first:
            break
        last += 1
    return last


def _may_leave_an_answer(entries: Sequence[Entry]) -> bool:
    """Whether a command of the table's may be among them, after which a seat may be absent."""
    return any(entry.label.type in TABLE_EVENTS for entry in entries)


def _own_actions(entries: Sequence[Entry]) -> set[str]:
    """The seats that acted themselves, and not by an order whose answer has waited."""
    return {
        str(entry.label.seat)
        for entry in entries
        if entry.label.by == "seat" and not entry.private[CLOSED].part.get("order")
    }
