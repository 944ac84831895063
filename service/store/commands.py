"""The command loop of every log: load, decide, append, and again when another command was stored meanwhile."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from typing import Any, Generic, NamedTuple, TypeVar

from domain.contract.game import Refused
from domain.log.journal import Listed
from domain.log.log import Log
from domain.log.record import Command, Entry
from service.counts import Counts
from service.errors import ServiceError
from service.store.event_store import Batch, Change, Conflict, IntegrityError, Store
from service.store.log_repository import LogRepository
from service.store.recorder import Expected
from service.store.waiting import Moves

ATTEMPTS = 5
"""How often a command is decided anew when another one was stored meanwhile."""

L = TypeVar("L", bound=Log[Any])
T = TypeVar("T")


class Appended(NamedTuple):
    """Entries that were stored, and the position of the last; without entries that of the store."""

    position: int
    entries: Sequence[Entry] = ()


class Along(NamedTuple):
    """What is stored in one transaction with the entries of a log, or not at all.

    `beside` are entries of other logs. `extra` are changes of what lies beside the log and is looked up with its
    version (`Newest`), as standing orders; `unseen` are changes of anything else. `listed` goes to the journal, and
    what is `expected` must be so.
    """

    extra: Sequence[Change] = ()
    beside: Sequence[Batch] = ()
    listed: Sequence[Listed] = ()
    expected: Sequence[Expected] = ()
    unseen: Sequence[Change] = ()


class Commands(Generic[L]):
    """Commands on logs of one kind. Thread-safe; several processes may use the same store.

    Raises `ServiceError`: `not-found` for an id that no log has, what the rules refuse, and `busy` when others were
    faster each time.
    """

    def __init__(self, store: Store, logs: LogRepository[L], moves: Moves, counts: Counts | None = None) -> None:
        self._store = store
        self._logs = logs
        self._moves = moves
        self._counts = counts or Counts()

    def latest(self, log_id: str) -> AbstractContextManager[L]:
        """The log at its newest version, for this thread alone until the block ends."""
        return self._logs.latest(log_id)

    def carry_out(self, log_id: str, attempt: Callable[[L], T], *, trusting: bool = False) -> T:
        """Do something with the log at its newest version, again if another command was faster.

        `trusting` is for what stores something, or fails: the first attempt is at the version that was here last, and
        counts only if that is the newest.
        """
        for number in range(ATTEMPTS):
            trust = trusting and number == 0
            try:
                with self._logs.latest(log_id, trusting=trust) as log:
                    return attempt(log)
            except (Conflict, IntegrityError):
                self._counts.add("conflict")
            except (Refused, ServiceError) as refused:
                if trust and self._logs.has_moved(log_id):
                    continue
                raise (ServiceError.of(refused) if isinstance(refused, Refused) else refused) from None
        self._counts.add("busy")
        raise ServiceError("busy", "others were faster each time; try again")

    def open(self, log: L, command: Command, extra: Sequence[Change], listed: Sequence[Listed] = ()) -> Appended:
        """Append the first command of a new log."""
        try:
            return self.append(log, log.decide(command), extra, listed=listed)
        except Refused as refused:
            raise ServiceError.of(refused) from None

    def append(
        self,
        log: L,
        entries: Sequence[Entry],
        extra: Sequence[Change] = (),
        beside: Sequence[Batch] = (),
        listed: Sequence[Listed] = (),
        expected: Sequence[Expected] = (),
    ) -> Appended:
        """Store the entries, in one transaction with those of other logs `beside` them, then fold them.

        `Conflict` when a log has moved meanwhile, or something is not as `expected`.
        """
        return self._followed(log, self._append(log, entries, Along(extra, beside, listed, expected)))

    def _append(self, log: L, entries: Sequence[Entry], along: Along) -> Appended:
        """Store the entries with what comes along."""
        if not entries:
            return Appended(self._store.position())
        batches: list[Batch] = [(log.id, log.version, entries), *along.beside]
        changes = [*along.extra, *along.unseen]
        expected = [*along.expected, *self._kept(log)]
        position = self._store.append(batches, changes, along.listed, entries[-1].label.at, expected)
        log.follow(entries)
        if along.extra:
            self._logs.see_again(log.id)
        self.stored()
        return Appended(position, entries)

    def _kept(self, log: L) -> Iterator[Expected]:
        """That the store still has what the entries were decided on: a log may have lost its end and got another."""
        if log.version:
            yield self._store.still_so(log.id, log.version, log.head)

    def _followed(self, log: L, appended: Appended) -> Appended:
        """What was stored, and what a kind of log stores after that in transactions of its own: here nothing."""
        return appended

    def stored(self) -> None:
        """Something was stored: whoever waits for it is told."""
        self._moves.tell()
        self._counts.add("stored")
