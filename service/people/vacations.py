"""Vacations: from a yearly allowance of the person, in each game as far as its clock allows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import msgspec
from sqlalchemy import bindparam, select

from domain.contract.game import Refused
from domain.contract.quantities import DAY, Horizon
from domain.log.record import Command
from domain.table import actions
from domain.table.gamelog import GameLog
from domain.table.rules.clock import VACATION
from domain.table.table import Table
from projections.statements import Cursor, matching, put
from service.errors import ServiceError
from service.games import views
from service.games.commands import GameCommands
from service.people.in_turn import in_turn
from service.store.event_store import Store
from service.store.relations import vacations

ALLOWANCE = 30 * DAY
"""Seconds of vacation that an account may begin within a year."""

YEAR = 365 * DAY

LATELY = 3600
"""Seconds after the end of a vacation in which it is still looked whether the clocks run again in every game."""

OF_ACCOUNT = (
    select(vacations.c.began, vacations.c.ends).where(matching(vacations.c.account)).order_by(vacations.c.began)
)

KEEP = put(vacations)

ON = (
    select(vacations.c.account)
    .distinct()
    .where(vacations.c.began <= bindparam("now"), vacations.c.ends > bindparam("lately"))
)


class Vacation(msgspec.Struct, frozen=True):
    """A vacation, in seconds UTC, the end not included."""

    began: int
    ends: int


class Vacations:
    """The vacations of accounts. Thread-safe; raises `ServiceError`.

    What they do to the clocks of a game is an event of that game: `apply` stores it, once.
    """

    def __init__(self, store: Store, commands: GameCommands, clock: Callable[[], int], horizon: Horizon) -> None:
        self._store = store
        self._commands = commands
        self._clock = clock
        self._horizon = horizon

    def current(self, account_id: str) -> Vacation | None:
        """The vacation that the account is on; None if it is on none."""
        return _on(self._of(account_id), self._clock())

    def left(self, account_id: str) -> int:
        """How many seconds of the allowance are left, beside the vacation that is on."""
        return _left(self._of(account_id), self._clock())

    def to_apply(self, now: int) -> list[str]:
        """The accounts that are on vacation at this time, or have come back of late: some game may not know of it
        yet."""
        return [str(row["account"]) for row in self._store.rows(ON, now=now, lately=now - LATELY)]

    def take(self, account_id: str, until: int) -> Vacation:
        """Go on vacation now, until then (seconds UTC), or change the end of the one that is on.

        `malformed` for an end that is not to come, `illegal` beyond the allowance.
        """
        now = self._clock()
        try:
            self._horizon.instant(until, now, "the end of a vacation")
        except Refused as refused:
            raise ServiceError.of(refused) from None
        if until <= now:
            raise ServiceError("malformed", "a vacation ends in the future")

        def taken(held: Sequence[Vacation]) -> Vacation:
            on = _on(held, now)
            began = now if on is None else on.began
            allowed = _left(held, now) + (0 if on is None else on.ends - on.began)
            if until - began > allowed:
                raise ServiceError(
                    "illegal", "{seconds} seconds of vacation are left of this year's", seconds=max(0, allowed)
                )
            return Vacation(began, until)

        return self._change(account_id, taken)

    def end(self, account_id: str) -> None:
        """End the vacation that is on; what is left of it goes back to the allowance."""
        now = self._clock()

        def ended(held: Sequence[Vacation]) -> Vacation:
            on = _on(held, now)
            if on is None:
                raise ServiceError("illegal", "you are on no vacation")
            return Vacation(on.began, now)

        self._change(account_id, ended)

    def apply(self, account_id: str, game_id: str, now: int | None = None) -> bool:
        """Pause the account's clocks in a game for its vacation, or let them run again, as it is now, or at the time
        that is given: whether that was needed."""
        on = _on(self._of(account_id), self._clock() if now is None else now)

        def attempt(log: GameLog) -> bool:
            at = self._commands.now(log.table)
            commands = [
                Command("service", seat, actions.Pause((seat,), until, VACATION), at)
                for seat, until in _pauses(log.table, account_id, at if on is None else on.ends, at).items()
            ]
            try:
                if commands:
                    self._commands.append(log, log.decide(*commands))
            except Refused:
                return False
            return bool(commands)

        return self._commands.carry_out(game_id, attempt)

    def _of(self, account_id: str) -> list[Vacation]:
        return _vacations(self._store.rows(OF_ACCOUNT, account=account_id))

    def _change(self, account_id: str, decided: Callable[[Sequence[Vacation]], Vacation]) -> Vacation:
        """Keep what is decided on the account's vacations: of several requests at once each sees those before it."""
        kept: list[Vacation] = []

        def change(cursor: Cursor) -> None:
            vacation = decided(_vacations(cursor.execute(OF_ACCOUNT, account=account_id).fetchall()))
            cursor.execute(KEEP, account=account_id, began=vacation.began, ends=vacation.ends)
            kept.append(vacation)

        self._store.write(in_turn(account_id), change)
        return kept[-1]


def _vacations(rows: Iterable[Any]) -> list[Vacation]:
    return [Vacation(int(row["began"]), int(row["ends"])) for row in rows]


def _on(held: Iterable[Vacation], now: int) -> Vacation | None:
    return next((one for one in held if one.began <= now < one.ends), None)


def _left(held: Iterable[Vacation], now: int) -> int:
    return ALLOWANCE - sum(one.ends - one.began for one in held if one.began > now - YEAR)


def _pauses(table: Table, account_id: str, until: int, at: int) -> dict[str, int]:
    """Seat -> until when its clock is to stand still, of the account's seats where that is not so already."""
    terms = table.clocks.terms
    if terms is None or table.status != "running":
        return {}
    wanted: dict[str, int] = {}
    for seat in views.own_seats(table, account_id):
        clock = table.clocks.seats[seat]
        before = max(clock.pauses.get(VACATION) or at, at)
        left = terms.vacation - clock.paused(VACATION, at, at).vacation
        end = max(at, min(until, at + left))
        if end != before:
            wanted[seat] = end
    return wanted
