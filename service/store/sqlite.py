"""The store in a SQLite file: the embedded default."""

from __future__ import annotations

import sqlite3
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from threading import Lock
from time import monotonic
from typing import Any
from uuid import UUID

from eventsourcing.persistence import DatabaseError, IntegrityError, OperationalError, StoredEvent
from eventsourcing.sqlite import SQLiteApplicationRecorder, SQLiteDatastore
from sqlalchemy import create_engine, func, insert
from sqlalchemy.event import listen
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import NullPool

from projections.database import PROBE
from projections.statements import SQLITE, Compiler, Cursor, Statement, any_row
from projections.unavailable import WAIT, Patience, Unavailable, passes
from service.store.recorder import CATALOGUE, SCHEMA_WAIT, Change, Conflict, Expected, check_known, firsts
from service.store.relations import stored_events as events

_COMPILER = Compiler(SQLITE)

INSERT = insert(events)

NOW = CATALOGUE.add_columns(func.last_insert_rowid().label("last"))
"""The number of the store's event catalogue, and the position of what was stored last."""

HAS_VERSION = any_row(events.c.originator_id, events.c.originator_version)

LAST_POSITION = 2**63 - 1
"""The greatest row id that a file can give."""

HAS_RELATION = "SELECT 1 FROM sqlite_master WHERE name=:name"

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
            self._connection = _durable(self._path, self._patience.seconds)
            self._set = self._patience.seconds
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


class _Readers:
    """Connections that only read, each statement for itself.

    A SELECT costs a fifth of what it costs through the library's pool, and a command needs several of them.
    """

    def __init__(self, path: Path, wait: float) -> None:
        self._path = path
        self._wait = wait
        self._idle: deque[sqlite3.Connection] = deque()

    def rows(self, statement: str, values: Mapping[str, Any]) -> list[Any]:
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


def _durable(path: Path, wait: float) -> sqlite3.Connection:
    """A connection that writes durably, and leaves nothing of what it deletes."""
    connection = _connected(path, wait)
    _write_ahead(connection, wait)
    connection.execute("PRAGMA synchronous=FULL")
    connection.execute("PRAGMA secure_delete=ON")
    return connection


def _write_ahead(connection: sqlite3.Connection, wait: float) -> None:
    """Have the file written ahead, whoever else is about to say so of a new one.

    SQLite refuses the change at once while another makes it, whatever the timeout; for a transaction it waits.
    """
    until = monotonic() + wait
    while True:
        try:
            connection.execute("PRAGMA journal_mode=WAL")
            return
        except sqlite3.OperationalError as error:
            if not passes(error) or monotonic() > until:
                raise
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("ROLLBACK")


def _of_the_library(error: BaseException | None) -> Exception:
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

    def __init__(self, path: Path, wait: float = WAIT) -> None:
        super().__init__(SQLiteDatastore(str(path), lock_timeout=SCHEMA_WAIT))
        self._path = path
        self._compiled = _COMPILER
        self._readers = _Readers(path, wait)
        self._writer = _Writer(path, wait)

    def has(self, relation: str) -> bool:
        """Whether there is a relation of this name."""
        return bool(self.rows(HAS_RELATION, name=relation))

    def migrate(self) -> None:
        """Bring the schema to this program's, in one transaction; nothing happens where it is so already."""
        from service.store.schema import migrate

        engine = create_engine("sqlite://", creator=partial(_durable, self._path, SCHEMA_WAIT), poolclass=NullPool)
        # As its own transactions begin: taken on after a first look, the lock would be refused at once.
        listen(engine, "begin", lambda connection: connection.exec_driver_sql("BEGIN IMMEDIATE"))
        try:
            with engine.begin() as connection:
                migrate(connection)
        except DBAPIError as error:
            raise _of_the_library(error.orig) from error

    def insert_events(
        self,
        stored_events: Sequence[StoredEvent],
        *,
        changes: Sequence[Change] = (),
        expected: Sequence[Expected] = (),
        **kwargs: Any,
    ) -> Sequence[int]:
        with self._writer.transaction() as connected:
            cursor = Cursor(connected, self._compiled)
            self._insert(connected, stored_events)
            now = cursor.execute(NOW).fetchone()
            check_known(int(now["value"]))
            _check_followed(cursor, stored_events)
            for one in expected:
                one.check(cursor)
            for make in changes:
                make(cursor)
            return range(now["last"] - len(stored_events) + 1, now["last"] + 1)

    def _insert(self, connected: sqlite3.Cursor, stored_events: Sequence[StoredEvent]) -> None:
        statement, _ = self._compiled(INSERT, {})
        rows = [
            {
                "originator_id": _key(event.originator_id),
                "originator_version": event.originator_version,
                "topic": event.topic,
                "state": event.state,
            }
            for event in stored_events
        ]
        try:
            connected.executemany(statement, rows)
        except sqlite3.IntegrityError as error:
            raise Conflict(str(error)) from None

    def horizon(self) -> int:
        """All positions: one transaction is carried out after the other."""
        return LAST_POSITION

    def probe(self, cursor: Cursor) -> None:
        """Write; the one lock that a file has is held already."""
        cursor.execute(PROBE)

    def key(self, log: UUID) -> str:
        """The log's `originator_id` in `stored_events`."""
        return log.hex

    def beside(self, name: str) -> None:
        """None: projections lie in files of their own."""

    def rows(self, statement: Statement, /, **values: Any) -> list[Any]:
        """What a SELECT finds."""
        return self._readers.rows(*self._compiled(statement, values))

    def close(self) -> None:
        """Close the connections."""
        self._writer.close()
        self._readers.close()
        self.datastore.close()


def _check_followed(cursor: Cursor, stored_events: Sequence[StoredEvent]) -> None:
    """`Conflict` if a log has not what its first new event follows."""
    for log, first in firsts(stored_events).items():
        follows = {"originator_id": _key(log), "originator_version": first - 1}
        if first > 1 and not cursor.execute(HAS_VERSION, **follows).fetchone()["found"]:
            raise Conflict(f"{log} has no version {first - 1}")


def _key(log: UUID | str) -> str:
    return log.hex if isinstance(log, UUID) else log
