"""Games under way in memory: a bounded cache that is brought up to the store before every use."""

from __future__ import annotations

import logging
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from eventsourcing.persistence import PersistenceError

from domain.games.catalog import Catalog
from domain.table.gamelog import GameLog
from domain.table.outline import outline
from domain.table.table import Table
from projections.unavailable import Unavailable
from service.errors import ServiceError
from service.store.event_store import Newest, Store
from service.store.snapshots import Snapshots

logger = logging.getLogger(__name__)

CACHED_GAMES = 64
"""How many games are kept; a long one takes some megabytes."""


T = TypeVar("T")


class _Cached:
    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.log: GameLog | None = None
        self.newest: Newest | None = None


class Repository:
    """Gives each game's log at the newest version, to one thread at a time.

    A log that fails while it is folded is thrown out of the cache, so that a truncated game is never shown. It is
    told as `unreadable`: what is wrong with one game must end no process that looks after all of them.
    """

    def __init__(
        self,
        store: Store,
        catalog: Catalog,
        entropy: Callable[[int], bytes],
        snapshots: Snapshots,
        size: int = CACHED_GAMES,
    ) -> None:
        self._store = store
        self._snapshots = snapshots
        self._catalog = catalog
        self._entropy = entropy
        self._size = size
        self._games: OrderedDict[str, _Cached] = OrderedDict()
        self._guard = threading.Lock()
        self._unreadable: set[str] = set()

    @contextmanager
    def latest(self, game_id: str, *, trusting: bool = False) -> Iterator[GameLog]:
        """The game's log, for this thread alone until the block ends; `not-found` if there is no such game, or
        `unreadable`.

        Only what the store has accepted may be folded into it. `trusting`: it may be as it was here last, which the
        store finds out when something is appended.
        """
        with self._guard:
            cached = self._games.setdefault(game_id, _Cached())
            self._games.move_to_end(game_id)
        with cached.lock:
            log = self._taken(cached) if trusting else None
            log = log or self._newest(game_id, cached)
            version = log.table.version
            try:
                yield log
            except BaseException:
                cached.log = log if log.table.version == version else None
                raise
            cached.log = log

    def outline(self, game_id: str) -> GameLog:
        """The log of a game that cannot be read, with its table in outline; `unreadable` if not even that can be made.

        `not-found` if there is no such game.
        """
        reserved, entries = self._store.reservation(game_id), self._store.entries(game_id)
        if reserved is None or not entries:
            raise self._unknown(game_id)
        log = GameLog(self._catalog, game_id, reserved.seed, self._entropy)
        with self._reading(game_id):
            log.resume(outline(entries, self._catalog), entries)
        return log

    def at_end(self, game_id: str, look: Callable[[Table], T]) -> T:
        """What `look` says of the game's table, for whoever waits for its end.

        It is the outline's if the log cannot be read: that says whether the game has ended without a result.
        `unreadable` if it has one.
        """
        try:
            with self.latest(game_id) as log:
                return look(log.table)
        except ServiceError as error:
            if error.code != "unreadable" or (table := self.outline(game_id).table).status == "over":
                raise
            return look(table)

    def seen(self, game_id: str) -> Newest:
        """How far the game's log went, and what lay beside it, when it was last brought up to the store."""
        with self._guard:
            cached = self._games.get(game_id)
        return self._store.newest(game_id) if cached is None or cached.newest is None else cached.newest

    def see_again(self, game_id: str) -> None:
        """See again what lies beside the game's log."""
        with self._guard:
            cached = self._games.get(game_id)
        if cached is not None:
            cached.newest = self._store.newest(game_id)

    def has_moved(self, game_id: str) -> bool:
        """Whether the store has something else of the game than was here last."""
        with self._guard:
            cached = self._games.get(game_id)
        if cached is None:
            return True
        with cached.lock:
            found, known, log = self._store.newest(game_id), cached.newest, cached.log
            return log is None or known is None or found != known._replace(version=log.table.version)

    @staticmethod
    def _taken(cached: _Cached) -> GameLog | None:
        """The log, taken out of the cache until it is known to be whole."""
        log, cached.log = cached.log, None
        return log

    def _newest(self, game_id: str, cached: _Cached) -> GameLog:
        """The log as the store has it."""
        log = self._taken(cached)
        newest = cached.newest = self._store.newest(game_id)
        with self._reading(game_id):
            if log is None:
                log = self._load(game_id)
            elif newest.version > log.table.version:
                log.follow(self._store.entries(game_id, after=log.table.version))
        if not log.table.version:
            raise self._unknown(game_id)
        with self._guard:
            while len(self._games) > self._size:
                self._games.popitem(last=False)
        return log

    def _load(self, game_id: str) -> GameLog:
        """The log as it is stored."""
        reserved = self._store.reservation(game_id)
        if reserved is None:
            raise self._unknown(game_id)
        log = GameLog(self._catalog, game_id, reserved.seed, self._entropy)
        entries = self._store.entries(game_id)
        log.resume(self._snapshots.table_at(entries, len(entries)), entries)
        return log

    @contextmanager
    def _reading(self, game_id: str) -> Iterator[None]:
        try:
            yield
        except (ServiceError, PersistenceError, Unavailable):
            raise
        except Exception as error:
            if game_id not in self._unreadable:
                logger.exception("game %s cannot be read", game_id)
                self._unreadable.add(game_id)
            raise ServiceError("unreadable", "the log of this game cannot be read; nothing of it is lost") from error

    def _unknown(self, game_id: str) -> ServiceError:
        with self._guard:
            self._games.pop(game_id, None)
        return ServiceError("not-found", "there is no such game")
