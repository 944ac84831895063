"""Commands on games: what follows by itself, and what the journal lists, is stored in the same transaction."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from domain.log.journal import Listed
from domain.log.record import Entry
from domain.table.gamelog import GameLog
from domain.table.table import Table
from service.counts import Counts
from service.errors import ServiceError
from service.games.following import Following
from service.games.game_logs import GameLogs
from service.games.timing.delayed import DelayedAnswer, DelayedAnswers, keeping
from service.games.timing.due import written_due
from service.games.timing.outages import TableOutages
from service.store.commands import Appended, Commands
from service.store.event_store import Batch, Change, Store, unchanged
from service.store.published.journal import listings, verdict_listed
from service.store.recorder import Expected
from service.store.waiting import Moves

T = TypeVar("T")


class GameCommands(Commands[GameLog]):
    """Commands on games. Thread-safe; raises `ServiceError`. `clock()` is the time in whole seconds UTC."""

    def __init__(
        self,
        store: Store,
        logs: GameLogs,
        moves: Moves,
        counts: Counts,
        delayed: DelayedAnswers,
        following: Following,
        clock: Callable[[], int],
    ) -> None:
        super().__init__(store, logs, moves, counts)
        self._delayed = delayed
        self._following = following
        self._outages = TableOutages(store)
        self._clock = clock

    def carry_out(self, log_id: str, attempt: Callable[[GameLog], T], *, trusting: bool = False) -> T:
        """Do something with the log at its newest version, which counts the outages first that it has not counted."""

        def counting(log: GameLog) -> T:
            log.outages = self._outages.of(log.table, self._logs.seen(log.id).outage)
            return attempt(log)

        return super().carry_out(log_id, counting, trusting=trusting)

    def append(
        self,
        log: GameLog,
        entries: Sequence[Entry],
        extra: Sequence[Change] = (),
        beside: Sequence[Batch] = (),
        listed: Sequence[Listed] = (),
        expected: Sequence[Expected] = (),
        unseen: Sequence[Change] = (),
    ) -> Appended:
        """Store the entries with what follows them by itself, what the journal lists of both, and when the game is to
        be looked at then; and fold them.

        `Conflict` when the log has moved meanwhile, or what lies beside it.
        """
        table, seen = log.table, self._logs.seen(log.id)
        following, changes = self._following.after(log, entries, ordered=seen.orders)
        stored = [*entries, *following]
        if changes and not stored:
            self._store.append((), changes, expected=[self._store.unmoved(log.id, log.version)])
        told = [*listed, *listings(table.header, table.rules, stored), *_verdict(log, stored)]
        beside_it, as_seen = [*unseen, *_due(log, stored)], [*expected, unchanged(log.id, seen)]
        return super().append(log, stored, [*extra, *changes], beside, told, as_seen, beside_it)

    def delay(self, table: Table, answer: DelayedAnswer, extra: Sequence[Change] = ()) -> Appended:
        """Keep an answer until it is due, once for an idempotency key; `key-reused` if that came with another body.

        A post that is repeated late takes the place of no answer that came after it. `Conflict`, and nothing is kept,
        if the table has moved meanwhile, whose decision may be closed, or if the seat has answered once more.
        """
        before = self._delayed.at(table).get(answer.seat)
        posts, key = {} if before is None else before.posts, answer.mark.get("key")
        if key not in posts:
            unmoved = self._store.unmoved(answer.game, table.version)
            self._store.append((), [keeping(table, answer, before), *extra], expected=[unmoved])
            self._logs.see_again(answer.game)
        elif posts[key] != answer.mark["body"]:
            raise ServiceError("key-reused", "this idempotency key was used for another request")
        return Appended(self._store.position())

    def follow_up(self, game_id: str) -> None:
        """Append what follows by itself from where the game stands: answers of absent seats, standing orders."""
        self.carry_out(game_id, lambda log: self.append(log, log.count_outages(self.now(log.table))))

    def now(self, table: Table) -> int:
        """The time of a command: it never runs backwards in a log."""
        return max(self._clock(), table.at)


def _due(log: GameLog, stored: Sequence[Entry]) -> list[Change]:
    """When the game is to be looked at after these entries, where it has a clock."""
    if log.table.clocks.terms is None or not stored:
        return []
    return list(written_due(log.id, log.table, log.ahead(stored)))


def _verdict(log: GameLog, stored: Sequence[Entry]) -> list[Listed]:
    """The verdict on the rating of a game that these entries close (LG-RAT-6)."""
    if not stored or stored[-1].label.type != "GameClosed":
        return []
    return [verdict_listed(log.ahead(stored), [*log.entries, *stored])]
