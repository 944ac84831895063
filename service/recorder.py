"""The event file: the `eventsourcing` library's SQLite recorder, with the tables that share its transactions."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence
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

EVENT_CATALOGUE = 1
"""Raised whenever events are stored that an older program could not read; it then stops writing."""

LOCK_TIMEOUT = 30

Change = Callable[[sqlite3.Cursor], None]
"""Something to write in the transaction that stores the events."""

TABLES = (
    "CREATE TABLE IF NOT EXISTS installation (key TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID",
    "CREATE TABLE IF NOT EXISTS accounts (id TEXT PRIMARY KEY, name TEXT NOT NULL, name_key TEXT NOT NULL UNIQUE,"
    " password TEXT, created INTEGER NOT NULL) WITHOUT ROWID",
    "CREATE TABLE IF NOT EXISTS tokens (id TEXT PRIMARY KEY, hash BLOB NOT NULL UNIQUE, account TEXT NOT NULL,"
    " created INTEGER NOT NULL) WITHOUT ROWID",
    "CREATE INDEX IF NOT EXISTS tokens_account ON tokens (account)",
    "CREATE TABLE IF NOT EXISTS seeds (game TEXT PRIMARY KEY, sealed BLOB NOT NULL, account TEXT NOT NULL,"
    " reserved INTEGER NOT NULL) WITHOUT ROWID",
    "CREATE TABLE IF NOT EXISTS texts (id TEXT PRIMARY KEY, game TEXT NOT NULL, account TEXT, text TEXT NOT NULL,"
    " nonce BLOB NOT NULL) WITHOUT ROWID",
    "CREATE INDEX IF NOT EXISTS texts_game ON texts (game)",
    "CREATE TABLE IF NOT EXISTS operators (account TEXT PRIMARY KEY) WITHOUT ROWID",
    "CREATE TABLE IF NOT EXISTS signing_keys (key TEXT PRIMARY KEY, sealed BLOB NOT NULL, created INTEGER NOT NULL)"
    " WITHOUT ROWID",
    "CREATE TABLE IF NOT EXISTS records (id TEXT PRIMARY KEY, head TEXT NOT NULL UNIQUE, account TEXT NOT NULL,"
    " taken_in INTEGER NOT NULL, header BLOB NOT NULL) WITHOUT ROWID",
    "CREATE INDEX IF NOT EXISTS records_taken_in ON records (taken_in, id)",
    "CREATE TABLE IF NOT EXISTS record_entries (record TEXT NOT NULL, version INTEGER NOT NULL, state BLOB NOT NULL,"
    " PRIMARY KEY (record, version)) WITHOUT ROWID",
)


def executing(statement: str, *values: Any) -> Change:
    """The change that this statement makes."""

    def make(cursor: sqlite3.Cursor) -> None:
        cursor.execute(statement, values)

    return make


class Conflict(Exception):
    """A log is not at the version that was expected: somebody else was faster."""


class NewerStore(Exception):
    """The store holds events that this program does not know; it may read but not write."""


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


class GameRecorder(SQLiteApplicationRecorder):
    """Stores events of several logs and other changes in one transaction."""

    def __init__(self, path: Path) -> None:
        super().__init__(_Datastore(path))

    def construct_create_table_statements(self) -> list[str]:
        catalogue = f"INSERT OR IGNORE INTO installation VALUES ('event catalogue', {EVENT_CATALOGUE})"
        return [*super().construct_create_table_statements(), *TABLES, catalogue]

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
        _check_catalogue(cursor)
        _check_gapless(cursor, stored_events)
        for make in changes:
            make(cursor)
        return positions

    def rows(self, statement: str, *values: Any) -> list[Any]:
        """What a SELECT finds."""
        with self.datastore.transaction(commit=False) as cursor:
            cursor.execute(statement, values)
            found: list[Any] = cursor.fetchall()
        return found


def _check_catalogue(cursor: sqlite3.Cursor) -> None:
    cursor.execute("SELECT value FROM installation WHERE key='event catalogue'")
    found = cursor.fetchone()[0]
    if found > EVENT_CATALOGUE:
        raise NewerStore(f"the store has event catalogue {found}, this program knows {EVENT_CATALOGUE}")


def _check_gapless(cursor: sqlite3.Cursor, stored_events: Sequence[StoredEvent]) -> None:
    firsts: dict[Any, int] = {}
    for event in stored_events:
        firsts.setdefault(event.originator_id, event.originator_version)
    for game_id, first in firsts.items():
        if first == 1:
            continue
        key = game_id.hex if isinstance(game_id, UUID) else game_id
        cursor.execute("SELECT 1 FROM stored_events WHERE originator_id=? AND originator_version=?", (key, first - 1))
        if cursor.fetchone() is None:
            raise Conflict(f"{game_id} has no version {first - 1}")
