"""Reminders: at 50, 80 and 95 percent of a decision's time, found from the games' clocks."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator

from domain.table.table import Table
from projections.notices.deliveries import OutboxStore
from projections.notices.kinds import REMINDER, Notice
from service.errors import ServiceError
from service.games.ledger import Ledger
from service.games.timing.due import Due, DueWork, next_reminder
from service.games.unreadable import LEFT_ALONE_SECONDS

log = logging.getLogger(__name__)

RETRY_SECONDS = 60
"""After which a game is looked at again that could not be looked at."""


class Reminders:
    """Writes reminders that are due into the outbox. What it remembers it can find again.

    `due` are the games whose next reminder has a time; `clock()` is the time in seconds UTC, as far as people
    could act: in an outage no decision's time goes by.
    """

    def __init__(self, ledger: Ledger, due: DueWork, outbox: OutboxStore, clock: Callable[[], int]) -> None:
        self._ledger = ledger
        self.due = due
        self._outbox = outbox
        self._clock = clock
        self._wrong: dict[str, str] = {}

    def step(self) -> None:
        """Look at the games whose next reminder is due."""
        now = self._clock()
        while taken := self.due.take(now):
            for due in taken:
                self._look_at(due, now)

    def _look_at(self, due: Due, now: int) -> None:
        """Remind in one game; what is wrong with it keeps no other waiting, and no notice."""
        try:
            table = self._ledger.table(due.game)
        except ServiceError as error:
            self._say_once(due.game, error)
            again = LEFT_ALONE_SECONDS if error.code == "unreadable" else RETRY_SECONDS
            self.due.settle(due, now + again)
            return
        self._wrong.pop(due.game, None)
        for notice in due_reminders(table, now):
            self._outbox.put(notice)
        self.due.settle(due, next_reminder(table, now))

    def _say_once(self, game_id: str, error: ServiceError) -> None:
        """Log what is wrong with a game, until something else is."""
        if self._wrong.get(game_id) != error.code:
            log.warning("game %s: %s", game_id, error)
        self._wrong[game_id] = error.code


def due_reminders(table: Table, now: int) -> Iterator[Notice]:
    """The latest reminder that is due of every decision of a person."""
    for seat, decision in table.pending.items():
        account, decision_id = table.seats[seat].account, str(table.decision_id(seat))
        shares = table.clocks.reminders_due(seat, decision_id, now)
        if account is not None and shares:
            kind = f"{REMINDER}{max(shares)}"
            head = table.head.hex()
            yield Notice(account, table.header.id, kind, seat, decision_id, decision.kind, table.version, head, now)
