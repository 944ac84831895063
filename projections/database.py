"""The projections' database: one SQLite file, one connection a thread."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

BUSY_SECONDS = 30
"""How long a writer waits for another one."""


class Database:
    """A SQLite file. Each thread has its own connection, opened when it first asks.

    A power failure may undo the last transactions, never half of one: the log follows on from where they ended.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._local = threading.local()

    @property
    def connection(self) -> sqlite3.Connection:
        """This thread's connection."""
        connection: sqlite3.Connection | None = getattr(self._local, "connection", None)
        if connection is None:
            connection = self._local.connection = self._open()
        return connection

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """A transaction that sees no other writer until it ends; undone by an exception."""
        with self._transaction("BEGIN IMMEDIATE") as connection:
            yield connection

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """A transaction that sees the tables as they are at its first look, whatever others write."""
        with self._transaction("BEGIN") as connection:
            yield connection

    def close(self) -> None:
        """Close this thread's connection."""
        connection: sqlite3.Connection | None = self._local.__dict__.pop("connection", None)
        if connection is not None:
            connection.close()

    @contextmanager
    def _transaction(self, begin: str) -> Iterator[sqlite3.Connection]:
        connection = self.connection
        connection.execute(begin)
        try:
            yield connection
        except BaseException:
            connection.execute("ROLLBACK")
            raise
        connection.execute("COMMIT")

    def _open(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self.path, timeout=BUSY_SECONDS, isolation_level=None)
        connection.row_factory = sqlite3.Row
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = NORMAL")
        return connection
