"""Reminders: at 50, 80 and 95 percent of a decision's time, found from the games' clocks."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator

from domain.table.table import Table
from projections.notices.deliveries import OutboxFile
from projections.notices.kinds import REMINDER, Notice
from projections.read_models import ReadModels
from service.errors import ServiceError
from service.games.ledger import Ledger
from service.games.unreadable import LEFT_ALONE_SECONDS

log = logging.getLogger(__name__)

RETRY_SECONDS = 60
"""After which a game is looked at again that could not be looked at."""


class Reminders:
    """Writes reminders that are due into the outbox. What it remembers it can find again.

    `clock()` is the time in seconds UTC.
    """

    def __init__(self, read_models: ReadModels, ledger: Ledger, outbox: OutboxFile, clock: Callable[[], int]) -> None:
        self._read_models = read_models
        self._ledger = ledger
        self._outbox = outbox
        self._clock = clock
        self._known: dict[str, tuple[int, int | None]] = {}
        self._wrong: dict[str, str] = {}

    def step(self) -> None:
        """Look at the games whose next reminder is due, and at those that have moved."""
        if not self._read_models.follower.catch_up():
            return
        now = self._clock()
        games = {game.id: game.version for game in self._read_models.lists.timed_games()}
        self._known = {game_id: seen for game_id, seen in self._known.items() if game_id in games}
        self._wrong = {game_id: why for game_id, why in self._wrong.items() if game_id in games}
        for game_id, version in games.items():
            seen, due = self._known.get(game_id, (0, None))
            if seen != version or (due is not None and due <= now):
                self._look_at(game_id, version, now)

    def _look_at(self, game_id: str, version: int, now: int) -> None:
        """Remind in one game; what is wrong with it keeps no other waiting, and no notice."""
        try:
            table = self._ledger.table(game_id)
        except ServiceError as error:
            self._say_once(game_id, error)
            again = LEFT_ALONE_SECONDS if error.code == "unreadable" else RETRY_SECONDS
            self._known[game_id] = (version, now + again)
            return
        self._wrong.pop(game_id, None)
        for notice in due_reminders(table, now):
            self._outbox.put(notice)
        self._known[game_id] = (version, next_reminder(table, now))

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


def next_reminder(table: Table, now: int) -> int | None:
    """When the next reminder of the table comes; None if none does."""
    return min((at for seat in table.pending for _, at in table.clocks.reminders(seat) if at > now), default=None)
