"""The store in a SQLite file: the embedded default."""

from __future__ import annotations

import sqlite3
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from uuid import UUID

from eventsourcing.persistence import DatabaseError, OperationalError, StoredEvent
from eventsourcing.sqlite import (
    SQLiteApplicationRecorder,
    SQLiteConnection,
    SQLiteConnectionPool,
    SQLiteCursor,
    SQLiteDatastore,
    SQLiteTransaction,
)

from service.recorder import EVENT_CATALOGUE, LOCK_TIMEOUT, NO_LOGS, Change, Conflict, check_catalogue, firsts
from service.tables import TABLES


class _Transaction(SQLiteTransaction):
    """A transaction that has the writers' lock from its beginning.

    Taken on after a first look, the lock would be refused at once when somebody else has written since.
    """

    def __enter__(self) -> SQLiteCursor:
        cursor = self.connection.cursor()
        cursor.execute("BEGIN IMMEDIATE" if self.commit else "BEGIN")
        return cursor


class _Connection(SQLiteConnection):
    @contextmanager
    def transaction(self, *, commit: bool) -> Iterator[SQLiteCursor]:
        with _Transaction(self, commit=commit) as cursor, cursor:
            yield cursor


class _Pool(SQLiteConnectionPool):
    """Connections that write durably and leave nothing of what they delete.

    There is always one more connection: the library's pool would lose its writer lock if it ever ran out.
    """

    def __init__(self, path: Path) -> None:
        super().__init__(
            db_name=str(path),
            lock_timeout=LOCK_TIMEOUT,
            pool_size=16,
            max_overflow=100_000,
            pool_timeout=LOCK_TIMEOUT,
        )

    def _create_connection(self) -> SQLiteConnection:
        connection = _Connection(super()._create_connection()._sqlite_conn, self.max_age)
        cursor = connection.cursor()
        cursor.execute("PRAGMA synchronous=FULL")
        cursor.execute("PRAGMA secure_delete=ON")
        return connection


class _Readers:
    """Connections that only read, each statement for itself.

    A SELECT costs a fifth of what it costs through the library's pool, and a command needs seven of them.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._idle: deque[sqlite3.Connection] = deque()

    def rows(self, statement: str, *values: Any) -> list[Any]:
        """What a SELECT finds; errors as the library gives them."""
        try:
            connection = self._take()
            try:
                return connection.execute(statement, values).fetchall()
            finally:
                self._idle.append(connection)
        except sqlite3.OperationalError as error:
            raise OperationalError(error) from error
        except sqlite3.Error as error:
            raise DatabaseError(error) from error

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
        connection = sqlite3.connect(
            self._path, timeout=LOCK_TIMEOUT, isolation_level=None, check_same_thread=False, cached_statements=256
        )
        connection.row_factory = sqlite3.Row
        connection.execute("PRAGMA query_only=ON")
        return connection


class _Datastore(SQLiteDatastore):
    def __init__(self, path: Path) -> None:
        super().__init__(str(path))
        self.pool = _Pool(path)


class SqliteRecorder(SQLiteApplicationRecorder):
    """Stores events and changes in a file; positions are row ids, so no event may ever be deleted."""

    def __init__(self, path: Path) -> None:
        super().__init__(_Datastore(path))
        self._readers = _Readers(path)

    def has_tables(self) -> bool:
        """Whether `create_table` was run."""
        return bool(self.rows("SELECT 1 FROM sqlite_master WHERE name='installation'"))

    def construct_create_table_statements(self) -> list[str]:
        catalogue = f"INSERT OR IGNORE INTO installation VALUES ('event catalogue', {EVENT_CATALOGUE})"
        return [*super().construct_create_table_statements(), *map(_dialect, TABLES), catalogue]

    def _insert_events(
        self,
        c: SQLiteCursor,
        stored_events: Sequence[StoredEvent],
        *,
        changes: Sequence[Change] = (),
        still: Mapping[UUID, int] = NO_LOGS,
        **kwargs: Any,
    ) -> Sequence[int] | None:
        cursor: Any = c
        try:
            positions = super()._insert_events(c, stored_events, **kwargs)
        except sqlite3.IntegrityError as error:
            raise Conflict(str(error)) from None
        check_catalogue(cursor)
        _check_gapless(cursor, stored_events)
        _check_unmoved(cursor, still)
        for make in changes:
            make(cursor)
        return positions

    def states(self, log: UUID, after: int) -> list[bytes]:
        """What was stored of a log after this version."""
        found = self.rows(
            "SELECT state FROM stored_events WHERE originator_id=? AND originator_version>?"
            " ORDER BY originator_version",
            log.hex,
            after,
        )
        return [row[0] for row in found]

    def version(self, log: UUID) -> int:
        """The version of a log; 0 if there is none."""
        [row] = self.rows("SELECT max(originator_version) FROM stored_events WHERE originator_id=?", log.hex)
        return int(row[0] or 0)

    def rows(self, statement: str, *values: Any) -> list[Any]:
        """What a SELECT finds."""
        return self._readers.rows(statement, *values)

    def close(self) -> None:
        """Close the connections."""
        self._readers.close()
        self.datastore.close()


def _dialect(statement: str) -> str:
    return f"{statement} WITHOUT ROWID" if statement.startswith("CREATE TABLE") else statement


def _check_unmoved(cursor: sqlite3.Cursor, still: Mapping[UUID, int]) -> None:
    for log, version in still.items():
        cursor.execute("SELECT 1 FROM stored_events WHERE originator_id=? AND originator_version>?", (log.hex, version))
        if cursor.fetchone() is not None:
            raise Conflict(f"{log} has moved on from version {version}")


def _check_gapless(cursor: sqlite3.Cursor, stored_events: Sequence[StoredEvent]) -> None:
    for log, first in firsts(stored_events).items():
        if first == 1:
            continue
        key = log.hex if isinstance(log, UUID) else log
        cursor.execute("SELECT 1 FROM stored_events WHERE originator_id=? AND originator_version=?", (key, first - 1))
        if cursor.fetchone() is None:
            raise Conflict(f"{log} has no version {first - 1}")
