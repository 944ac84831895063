"""Logs under way in memory, of one kind each: a bounded cache that is brought up to the store before every use."""

from __future__ import annotations

import logging
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Generic, TypeVar

from eventsourcing.persistence import PersistenceError

from domain.log.entries import Entries
from domain.log.log import Log
from domain.log.record import Entry
from projections.unavailable import Unavailable
from service.errors import ServiceError
from service.store.event_store import Newest, Store

logger = logging.getLogger(__name__)

CACHED_LOGS = 64
"""How many logs of a kind are in memory; that of a long game takes some megabytes."""

L = TypeVar("L", bound=Log[Any])


class _Cached(Generic[L]):
    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.log: L | None = None
        self.newest: Newest | None = None


class LogRepository(Generic[L]):
    """Gives each log of a kind at its newest version, to one thread at a time.

    `kind` is what such a log is of, in words; its first event is of the type `first`. `begin(id)` makes an empty log
    (None for an id that can have none), and `restore(log, entries)` brings one to the end of its entries, where that
    can be done faster than by folding them all.

    A log that fails while it is folded is thrown out of the cache, so that a truncated one is never shown. It is told
    as `unreadable`: what is wrong with one log must end no process that looks after all of them.
    """

    def __init__(
        self,
        store: Store,
        kind: str,
        first: str,
        begin: Callable[[str], L | None],
        restore: Callable[[L, Entries], None] | None = None,
        size: int = CACHED_LOGS,
    ) -> None:
        self._store = store
        self._kind = kind
        self._first = first
        self._begin = begin
        self._restore = restore or _fold
        self._size = size
        self._logs: OrderedDict[str, _Cached[L]] = OrderedDict()
        self._guard = threading.Lock()
        self._unreadable: set[str] = set()

    @contextmanager
    def latest(self, log_id: str, *, trusting: bool = False) -> Iterator[L]:
        """The log, for this thread alone until the block ends; `not-found` if there is no such log, or `unreadable`.

        Only what the store has accepted may be folded into it. `trusting`: it may be as it was here last, which the
        store finds out when something is appended.
        """
        with self._guard:
            cached = self._logs.get(log_id) or self._logs.setdefault(log_id, _Cached())
            self._logs.move_to_end(log_id)
        with cached.lock:
            log = self._taken(cached) if trusting else None
            log = log or self._fast_forward(log_id, cached)
            version = log.version
            try:
                yield log
            except BaseException:
                cached.log = log if log.version == version else None
                raise
            cached.log = log

    def seen(self, log_id: str) -> Newest:
        """How far the log went, and what lay beside it, when it was last brought up to the store."""
        cached = self._logs.get(log_id)
        return self._store.newest(log_id) if cached is None or cached.newest is None else cached.newest

    def see_again(self, log_id: str) -> None:
        """Look up anew what lies beside the log, as `seen` tells it."""
        with self._guard:
            cached = self._logs.get(log_id)
        if cached is not None:
            cached.newest = self._store.newest(log_id)

    def has_moved(self, log_id: str) -> bool:
        """Whether the store has something else of the log than was here last."""
        with self._guard:
            cached = self._logs.get(log_id)
        if cached is None:
            return True
        with cached.lock:
            found, known, log = self._store.newest(log_id), cached.newest, cached.log
            return log is None or known is None or found != known._replace(version=log.version, head=log.head.encode())

    @contextmanager
    def reading(self, log_id: str) -> Iterator[None]:
        """Whatever goes wrong in the block but the store itself is told as `unreadable`, and logged once."""
        try:
            yield
        except (ServiceError, PersistenceError, Unavailable):
            raise
        except Exception as error:
            if log_id not in self._unreadable:
                logger.exception("%s %s cannot be read", self._kind, log_id)
                self._unreadable.add(log_id)
                self.met_unreadable(log_id)
            reason = f"the log of this {self._kind} cannot be read; nothing of it is lost"
            raise ServiceError("unreadable", reason) from error

    def met_unreadable(self, log_id: str) -> None:
        """Called when this process cannot read a log, the first time that it meets it so. Here nothing is done."""

    def not_found(self) -> ServiceError:
        """What is raised for an id that no log has."""
        return ServiceError("not-found", f"there is no such {self._kind}")

    def _forget(self, log_id: str) -> None:
        """Drop what is in memory of an id that no log has, so that asking for such ids does not fill the memory."""
        with self._guard:
            self._logs.pop(log_id, None)

    @staticmethod
    def _taken(cached: _Cached[L]) -> L | None:
        """The log, taken out of the cache until it is known to be whole."""
        log, cached.log = cached.log, None
        return log

    def _fast_forward(self, log_id: str, cached: _Cached[L]) -> L:
        """The log as the store has it."""
        log = self._taken(cached)
        newest = cached.newest = self._store.newest(log_id)
        with self.reading(log_id):
            if log is None or not self._is_followed(log, newest):
                log = self._load(log_id)
        with self._guard:
            while len(self._logs) > self._size:
                self._logs.popitem(last=False)
        return log

    def _is_followed(self, log: L, newest: Newest) -> bool:
        """Whether the store goes on from the log, which is brought up to it then. It does not where it has lost entries
        that it had: a standby has taken over, or a backup was restored, and perhaps others were stored since."""
        if newest.version <= log.version:
            return newest.version == log.version and newest.head == log.head.encode()
        entries = self._store.entries(log.id, after=log.version)
        if not entries or not log.leads_to(entries[0]):
            return False
        log.follow(entries)
        return True

    def _load(self, log_id: str) -> L:
        entries = self._store.entries(log_id)
        log = self._begin(log_id) if _begins_with(entries, self._first) else None
        if log is None:
            self._forget(log_id)
            raise self.not_found()
        self._restore(log, entries)
        return log


def _begins_with(entries: Sequence[Entry], first: str) -> bool:
    return bool(entries) and entries[0].label.type == first


def _fold(log: Log[Any], entries: Entries) -> None:
    log.follow(entries)
