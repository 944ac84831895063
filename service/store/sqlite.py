"""The store in a SQLite file: the embedded default."""

from __future__ import annotations

import sqlite3
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import chain
from pathlib import Path
from threading import Lock
from time import monotonic
from typing import Any
from uuid import UUID

from eventsourcing.persistence import DatabaseError, IntegrityError, OperationalError, StoredEvent
from eventsourcing.sqlite import SQLiteApplicationRecorder, SQLiteDatastore

from projections.database import PROBE
from projections.unavailable import WAIT, Patience, Unavailable, passes
from service.store.recorder import (
    EVENT_CATALOGUE,
    NO_LOGS,
    SCHEMA_WAIT,
    Change,
    Conflict,
    Cursor,
    Expected,
    check_known,
    firsts,
)
from service.store.relations import TABLES

LAST_AND_CATALOGUE = "SELECT last_insert_rowid(), (SELECT value FROM installation WHERE key='event catalogue')"

OF_LOG = "stored_events WHERE originator_id=? AND originator_version"


A_MOMENT = 0.05
"""Seconds by which a wait may be longer or shorter than it should: to say anew how long it is costs time each time."""


class _Writer:
    """The one connection of this process that writes: durably, and leaving nothing of what it deletes.

    A transaction costs a third less than through the library's pool.
    """

    def __init__(self, path: Path, wait: float) -> None:
        self._path = path
        self._patience = Patience(wait)
        self._turn = Lock()
        self._set = wait
        self._connection: sqlite3.Connection | None = None

    @contextmanager
    def transaction(self) -> Iterator[sqlite3.Cursor]:
        """A transaction, one thread's after the other's; undone if it ends in an error. Errors as `_of_the_library`."""
        left = self._take_turn()
        try:
            connection = self._patient(left)
            try:
                # The writers' lock from the beginning: taken on after a first look, it would be refused at once when
                # somebody else has written since.
                cursor = connection.execute("BEGIN IMMEDIATE")
                yield cursor
                cursor.execute("COMMIT")
            except BaseException:
                connection.rollback()
                raise
            self._patience.was_rewarded()
        except sqlite3.Error as error:
            if left and passes(error):
                self._patience.was_in_vain()
            raise _of_the_library(error) from error
        finally:
            self._turn.release()

    def _take_turn(self) -> float:
        """Keep the other threads from writing until the turn is released: how many seconds are left to wait for other
        programs."""
        left, asked = self._patience.left(), monotonic()
        if not self._turn.acquire(timeout=self._patience.seconds):
            raise Unavailable(f"{self._path.name}: no turn to write within {self._patience.seconds:g} seconds")
        return max(0.0, min(left, self._patience.left()) - (monotonic() - asked))

    def _patient(self, seconds: float) -> sqlite3.Connection:
        """The connection, which waits for other programs so long."""
        if self._connection is None:
            self._connection, self._set = self._connect(), self._patience.seconds
        if abs(self._set - seconds) > A_MOMENT:
            self._connection.execute(f"PRAGMA busy_timeout={int(1000 * seconds)}")
            self._set = seconds
        return self._connection

    def close(self) -> None:
        """Close the connection."""
        with self._turn:
            if self._connection is not None:
                self._connection.close()
                self._connection = None

    def _connect(self) -> sqlite3.Connection:
        connection = _connected(self._path, self._patience.seconds)
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=FULL")
        connection.execute("PRAGMA secure_delete=ON")
        return connection


class _Readers:
    """Connections that only read, each statement for itself.

    A SELECT costs a fifth of what it costs through the library's pool, and a command needs several of them.
    """

    def __init__(self, path: Path, wait: float) -> None:
        self._path = path
        self._wait = wait
        self._idle: deque[sqlite3.Connection] = deque()

    def rows(self, statement: str, *values: Any) -> list[Any]:
        """What a SELECT finds; errors as `_of_the_library`."""
        try:
            connection = self._take()
            try:
                return connection.execute(statement, values).fetchall()
            finally:
                self._idle.append(connection)
        except sqlite3.Error as error:
            raise _of_the_library(error) from error

    def close(self) -> None:
        """Close the connections."""
        while self._idle:
            self._idle.pop().close()

    def _take(self) -> sqlite3.Connection:
        try:
            return self._idle.pop()
        except IndexError:
            return self._connect()

    def _connect(self) -> sqlite3.Connection:
        connection = _connected(self._path, self._wait)
        connection.execute("PRAGMA query_only=ON")
        return connection


def _connected(path: Path, wait: float) -> sqlite3.Connection:
    connection = sqlite3.connect(
        path, timeout=wait, isolation_level=None, check_same_thread=False, cached_statements=256
    )
    connection.row_factory = sqlite3.Row
    return connection


def _of_the_library(error: sqlite3.Error) -> Exception:
    """What is raised for an error of SQLite: `Unavailable` for one that may pass, else the library's of its kind."""
    if passes(error):
        return Unavailable(str(error))
    if isinstance(error, sqlite3.IntegrityError):
        return IntegrityError(error)
    return OperationalError(error) if isinstance(error, sqlite3.OperationalError) else DatabaseError(error)


class SqliteRecorder(SQLiteApplicationRecorder):
    """Stores events and changes in a file; positions are row ids, so no event may ever be deleted.

    Another writer, of whichever process, is waited for `wait` seconds in all.
    """

    position_column = "rowid"

    def __init__(self, path: Path, wait: float = WAIT) -> None:
        super().__init__(SQLiteDatastore(str(path), lock_timeout=SCHEMA_WAIT))
        self._readers = _Readers(path, wait)
        self._writer = _Writer(path, wait)

    def has_tables(self) -> bool:
        """Whether `create_table` was run."""
        return bool(self.rows("SELECT 1 FROM sqlite_master WHERE name='installation'"))

    def create_table(self) -> None:
        """Create what is missing of the tables."""
        try:
            super().create_table()
        except (sqlite3.Error, OperationalError) as error:
            if passes(error) or passes(error.__cause__):
                raise Unavailable(str(error)) from error
            raise

    def construct_create_table_statements(self) -> list[str]:
        catalogue = f"INSERT OR IGNORE INTO installation VALUES ('event catalogue', {EVENT_CATALOGUE})"
        return [*super().construct_create_table_statements(), *map(_dialect, TABLES), catalogue]

    def insert_events(
        self,
        stored_events: Sequence[StoredEvent],
        *,
        changes: Sequence[Change] = (),
        still: Mapping[UUID, int] = NO_LOGS,
        expected: Sequence[Expected] = (),
        **kwargs: Any,
    ) -> Sequence[int]:
        all_expected = [*_before(stored_events), *_unmoved(still), *expected]
        with self._writer.transaction() as cursor:
            positions = self._stored(cursor, stored_events, all_expected)
            for make in changes:
                make(cursor)
            return positions

    def _stored(
        self, cursor: sqlite3.Cursor, stored_events: Sequence[StoredEvent], expected: Sequence[Expected]
    ) -> Sequence[int]:
        """Insert events, and ask whether a program like this may write, and what is expected: their positions."""
        rows = [(_key(one.originator_id), one.originator_version, one.topic, one.state) for one in stored_events]
        try:
            cursor.executemany(self.insert_events_statement, rows)
        except sqlite3.IntegrityError as error:
            raise Conflict(str(error)) from None
        question = ", ".join([LAST_AND_CATALOGUE, *(one.question for one in expected)])
        values = tuple(chain.from_iterable(one.values for one in expected))
        last, found, *answers = cursor.execute(question, values).fetchone()
        check_known(found)
        for one, answer in zip(expected, answers, strict=True):
            one.check(answer)
        return range(last - len(rows) + 1, last + 1)

    def probe(self, cursor: Cursor) -> None:
        """Write; the one lock that a file has is held already."""
        cursor.execute(PROBE)

    def key(self, log: UUID) -> str:
        """The log's `originator_id` in `stored_events`."""
        return log.hex

    def rows(self, statement: str, *values: Any) -> list[Any]:
        """What a SELECT finds."""
        return self._readers.rows(statement, *values)

    def close(self) -> None:
        """Close the connections."""
        self._writer.close()
        self._readers.close()
        self.datastore.close()


def _dialect(statement: str) -> str:
    return f"{statement} WITHOUT ROWID" if statement.startswith("CREATE TABLE") else statement


def _before(stored_events: Sequence[StoredEvent]) -> Iterator[Expected]:
    """Each log must have what its first new event follows."""
    for log, first in firsts(stored_events).items():
        if first > 1:
            yield Expected(f"{OF_LOG}=?", (_key(log), first - 1), True, f"{log} has no version {first - 1}")


def _unmoved(still: Mapping[UUID, int]) -> Iterator[Expected]:
    for log, version in still.items():
        yield Expected(f"{OF_LOG}>?", (log.hex, version), False, f"{log} has moved on from version {version}")


def _key(log: UUID | str) -> str:
    return log.hex if isinstance(log, UUID) else log
