"""Logs of series and leagues, on the same store and chain as games: decided on the newest version, stored, folded."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Generic, TypeVar

from sqlalchemy import func, select

from domain.contract.game import Refused
from domain.log.aggregate import Aggregate, Chronicle
from domain.log.journal import Listed
from domain.log.record import Command, Entry
from service.errors import ServiceError
from service.games.commands import ATTEMPTS, Keeper
from service.store.event_store import Batch, Change, Conflict, IntegrityError, Store
from service.store.relations import seeds

CACHED = 32
"""How many logs are kept in mind, folded."""
SEEDS = select(seeds.c.game)

NUMBER_OF_SEEDS = select(func.count(seeds.c.game).label("number"))

A = TypeVar("A", bound=Aggregate)
T = TypeVar("T")


class Seeds(Mapping[str, bytes]):
    """The seeds that the store keeps, by the id of what they are for: a series, a stage of a league."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def __getitem__(self, source: str) -> bytes:
        found = self._store.reservation(source)
        if found is None:
            raise KeyError(source)
        return found.seed

    def __iter__(self) -> Iterator[str]:
        return iter(row["game"] for row in self._store.rows(SEEDS))

    def __len__(self) -> int:
        return int(self._store.rows(NUMBER_OF_SEEDS)[0]["number"])


class _Cached(Generic[A]):
    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.log: Chronicle[A] | None = None


class Chronicles(Generic[A]):
    """The logs of one kind. Thread-safe; several processes may use the same store.

    `begin(id)` makes an empty log, whose first event is of the type `first`. Raises `ServiceError`: `not-found` for
    an id that has no such log, what the rules refuse, and `busy` when others were faster each time.
    """

    def __init__(self, keeper: Keeper, first: str, begin: Callable[[str], Chronicle[A]]) -> None:
        self._keeper = keeper
        self._first = first
        self._begin = begin
        self._logs: OrderedDict[str, _Cached[A]] = OrderedDict()
        self._guard = threading.Lock()

    def open(self, log: Chronicle[A], command: Command, extra: Sequence[Change], listed: Sequence[Listed]) -> int:
        """Store the first command of a new log: the position of its last entry."""
        try:
            return self.keep(log, log.decide(command), extra, listed=listed)
        except Refused as refused:
            raise ServiceError.of(refused) from None

    def new(self, log_id: str) -> Chronicle[A]:
        """An empty log, to be opened."""
        return self._begin(log_id)

    @contextmanager
    def latest(self, log_id: str) -> Iterator[Chronicle[A]]:
        """The log at its newest version, for this thread alone until the block ends.

        Only what the store has accepted may be folded into it.
        """
        with self._guard:
            cached = self._logs.setdefault(log_id, _Cached())
            self._logs.move_to_end(log_id)
        with cached.lock:
            log = self._newest(log_id, cached)
            version = log.aggregate.version
            try:
                yield log
            except BaseException:
                cached.log = log if log.aggregate.version == version else None
                raise
            cached.log = log

    def attempt(self, log_id: str, attempt: Callable[[Chronicle[A]], T]) -> T:
        """Do something with the log at its newest version, again if another command was faster."""
        for _ in range(ATTEMPTS):
            try:
                with self.latest(log_id) as log:
                    return attempt(log)
            except (Conflict, IntegrityError):
                continue
            except Refused as refused:
                raise ServiceError.of(refused) from None
        raise ServiceError("busy", "others were faster each time; try again")

    def keep(
        self,
        log: Chronicle[A],
        entries: Sequence[Entry],
        extra: Sequence[Change] = (),
        beside: Sequence[Batch] = (),
        listed: Sequence[Listed] = (),
    ) -> int:
        """Store the entries, in one transaction with other logs' (`beside`), then fold them: the last position."""
        store = self._keeper.store
        if not entries:
            return store.position()
        batches: list[Batch] = [(log.log_id, log.aggregate.version, entries), *beside]
        position = store.append(batches, extra, listed, entries[-1].read().at)
        log.follow(entries)
        self._keeper.moves.tell()
        return position

    def _newest(self, log_id: str, cached: _Cached[A]) -> Chronicle[A]:
        """The log, taken out of the cache until it is known to be whole."""
        log, cached.log = cached.log or self._begin(log_id), None
        entries = self._keeper.store.entries(log_id, after=log.aggregate.version)
        if not log.aggregate.version and (not entries or entries[0].read().type != self._first):
            with self._guard:
                self._logs.pop(log_id, None)
            raise ServiceError("not-found", "there is no such thing")
        log.follow(entries)
        with self._guard:
            while len(self._logs) > CACHED:
                self._logs.popitem(last=False)
        return log
