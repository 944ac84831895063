"""Commands on games: what follows by itself, and what the journal lists, is stored in the same transaction."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from domain.log.journal import Listed
from domain.log.record import Entry
from domain.table.gamelog import GameLog
from domain.table.table import Table
from domain.table.terms import partner_of
from service.counts import Counts
from service.games.following import Following
from service.games.game_logs import GameLogs
from service.games.timing.delayed import DelayedAnswer, DelayedAnswers, keeping
from service.games.timing.due import written_due
from service.games.timing.reckoning import TableOutages
from service.sharing.partners import Partners
from service.store.commands import Along, Appended, Commands
from service.store.event_store import Change, Conflict, Store, unchanged
from service.store.published.journal import listings, verdict_listed
from service.store.unit_of_work import UnitOfWork
from service.store.waiting import Moves

AWAITING = {"ShareAsked": True, "ShareGiven": False, "GameClosed": True}
"""Type of event -> whether something is awaited of the partner after it: a share, or its seed."""

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
        partners: Partners,
        clock: Callable[[], int],
    ) -> None:
        super().__init__(store, logs, moves, counts)
        self._partners = partners
        self._delayed = delayed
        self._following = following
        self._outages = TableOutages(store)
        self._clock = clock

    def carry_out(self, log_id: str, attempt: Callable[[GameLog], T], *, trusting: bool = False) -> T:
        """Do something with the log at its newest version, which counts the outages first that it has not counted.

        A command that waits for its share is carried out before, if it can be.
        """

        def ready(log: GameLog) -> T:
            log.outages = self._outages.of(log.table, self._logs.seen(log.id).outage)
            if log.table.awaited is not None:
                self._carry_out_waiting(log)
            return attempt(log)

        return super().carry_out(log_id, ready, trusting=trusting)

    def opened(self, game_id: str, entries: Sequence[Entry]) -> list[Change]:
        """What is noted of a game that these entries open: whether its seed is shared, and a share awaited."""
        if partner_of(entries[0].read().data["terms"]) is None:
            return []
        asked = any(entry.label.type == "ShareAsked" for entry in entries)
        return [self._partners.opened(game_id, len(entries) if asked else 0)]

    def settle(self, game_id: str) -> None:
        """Ask the partner of a shared seed for what is awaited of it: a share, or its seed at the end."""
        self.carry_out(game_id, self._reveal)

    def _carry_out_waiting(self, log: GameLog) -> list[Appended]:
        """Carry out what waits for a share, as long as the partner gives them: what was stored.

        Whoever comes to the game has not asked for it.
        """
        carried_out: list[Appended] = []
        while (partner := log.table.partner) is not None and log.table.awaited is not None:
            share = self._partners.share(log.id, partner, log.table.shares, log.table.head.hex())
            if share is None:
                break
            try:
                with UnitOfWork():
                    carried_out.append(self._append(log, log.with_share(share, self.now(log.table)), Along()))
            except Conflict:
                carried_out.append(self._carried_out_elsewhere(log))
        return carried_out

    def _carried_out_elsewhere(self, log: GameLog) -> Appended:
        """The command that waited, and what came after it, when another process was faster; nothing where that has
        changed only what lies beside the log. `Conflict` if the store has lost the log's last entry."""
        last, *entries = self._store.entries(log.id, after=log.version - 1) or (None,)
        if last is None or last.hash != log.head:
            raise Conflict(f"{log.id} has another version {log.version}")
        log.follow(entries)
        self._logs.see_again(log.id)
        return Appended(self._store.position(), entries)

    def _reveal(self, log: GameLog) -> None:
        """Ask the partner to reveal its seed, once the log has revealed this one."""
        table = log.table
        if table.partner is not None and table.is_laid_open and self._partners.revealed(log.id) is None:
            self._partners.reveal(log.id, table.partner, table.head.hex(), log.seed)

    def _append(self, log: GameLog, entries: Sequence[Entry], along: Along) -> Appended:
        """Store the entries with what follows them by itself, what the journal lists of both, and when the game is to
        be looked at then. `Conflict` also when what lies beside the log has changed."""
        table, seen = log.table, self._logs.seen(log.id)
        followed = self._following.after(log, entries, ordered=seen.orders)
        stored = [*entries, *followed.entries]
        if followed.changes and not stored:
            unmoved = self._store.unmoved(log.id, log.version)
            self._store.append((), followed.changes, expected=[unmoved, *followed.expected])
        everything = Along(
            extra=[*along.extra, *followed.changes, *self._awaiting(log, stored)],
            beside=along.beside,
            listed=[*along.listed, *listings(table.header, table.rules, stored), *_verdict(log, stored)],
            expected=[*along.expected, unchanged(log.id, seen), *followed.expected],
            unseen=[*along.unseen, *_due(log, stored)],
        )
        return super()._append(log, stored, everything)

    def _followed(self, log: GameLog, appended: Appended) -> Appended:
        """What was stored, and what waited for a share and is carried out, if the partner gives it now."""
        if log.table.partner is None:
            return appended
        carried_out = self._carry_out_waiting(log)
        self._reveal(log)
        return _joined(appended, carried_out)

    def _awaiting(self, log: GameLog, stored: Sequence[Entry]) -> list[Change]:
        """What is noted of a shared seed: whether something is awaited of the partner after these entries."""
        if log.table.partner is None:
            return []
        types = [entry.label.type for entry in stored if entry.label.type in AWAITING]
        return [self._partners.waits(log.id, stored[-1].label.version if AWAITING[types[-1]] else 0)] if types else []

    def delay(self, table: Table, answer: DelayedAnswer, extra: Sequence[Change] = ()) -> Appended:
        """Keep an answer until it is due, once for an idempotency key; `key-reused` if that came with another body.

        A post that is repeated late takes the place of no answer that came after it. `Conflict`, and nothing is kept,
        if the table has moved meanwhile, whose decision may be closed, or if the seat has answered once more.
        """
        before = self._delayed.at(table).get(answer.seat)
        posts, keyed_post = {} if before is None else before.posts, answer.keyed_post
        if keyed_post is None or keyed_post.key not in posts:
            unmoved = self._store.unmoved(answer.game, table.version)
            self._store.append((), [keeping(table, answer, before), *extra], expected=[unmoved])
            self._logs.see_again(answer.game)
        else:
            keyed_post.check_same(posts[keyed_post.key])
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


def _joined(first: Appended, more: Sequence[Appended]) -> Appended:
    """All the entries, and the position of the last."""
    every = [first, *more]
    return Appended(every[-1].position, [entry for one in every for entry in one.entries])


def _verdict(log: GameLog, stored: Sequence[Entry]) -> list[Listed]:
    """The verdict on the rating of a game that these entries close (LG-RAT-6)."""
    if not stored or stored[-1].label.type != "GameClosed":
        return []
    return [verdict_listed(log.ahead(stored), [*log.entries, *stored])]
