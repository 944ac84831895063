"""The store in a SQLite file: the embedded default."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from uuid import UUID

from eventsourcing.persistence import StoredEvent
from eventsourcing.sqlite import (
    SQLiteApplicationRecorder,
    SQLiteConnection,
    SQLiteConnectionPool,
    SQLiteCursor,
    SQLiteDatastore,
)

from service.recorder import EVENT_CATALOGUE, LOCK_TIMEOUT, Change, Conflict, check_catalogue, firsts
from service.tables import TABLES


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
        connection = super()._create_connection()
        cursor = connection.cursor()
        cursor.execute("PRAGMA synchronous=FULL")
        cursor.execute("PRAGMA secure_delete=ON")
        return connection


class _Datastore(SQLiteDatastore):
    def __init__(self, path: Path) -> None:
        super().__init__(str(path))
        self.pool = _Pool(path)


class SqliteRecorder(SQLiteApplicationRecorder):
    """Stores events and changes in a file; positions are row ids, so no event may ever be deleted."""

    def __init__(self, path: Path) -> None:
        super().__init__(_Datastore(path))

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
        **kwargs: Any,
    ) -> Sequence[int] | None:
        cursor: Any = c
        try:
            positions = super()._insert_events(c, stored_events, **kwargs)
        except sqlite3.IntegrityError as error:
            raise Conflict(str(error)) from None
        check_catalogue(cursor)
        _check_gapless(cursor, stored_events)
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
        with self.datastore.transaction(commit=False) as cursor:
            cursor.execute(statement, values)
            found: list[Any] = cursor.fetchall()
        return found

    def close(self) -> None:
        """Close the connections."""
        self.datastore.close()


def _dialect(statement: str) -> str:
    return f"{statement} WITHOUT ROWID" if statement.startswith("CREATE TABLE") else statement


def _check_gapless(cursor: sqlite3.Cursor, stored_events: Sequence[StoredEvent]) -> None:
    for log, first in firsts(stored_events).items():
        if first == 1:
            continue
        key = log.hex if isinstance(log, UUID) else log
        cursor.execute("SELECT 1 FROM stored_events WHERE originator_id=? AND originator_version=?", (key, first - 1))
        if cursor.fetchone() is None:
            raise Conflict(f"{log} has no version {first - 1}")
