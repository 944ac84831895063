"""The projections' database: one SQLite file, one connection a thread."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from projections.unavailable import WAIT, Unavailable, passes

PROBE = "PRAGMA user_version = 0"
"""A statement that writes to a SQLite file and changes nothing: the first page, which says what it said before."""


class Database:
    """A SQLite file. Each thread has its own connection, opened when it first asks.

    A power failure may undo the last transactions, never half of one: the log follows on from where they ended.
    Another writer is waited for `wait` seconds. Raises `Unavailable` while the file cannot be used.
    """

    def __init__(self, path: Path, wait: float = WAIT) -> None:
        self.path = path
        self._wait = wait
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

    def probe(self) -> None:
        """`Unavailable` if nothing can be written now."""
        with self.writing() as db:
            db.execute(PROBE)

    def close(self) -> None:
        """Close this thread's connection."""
        connection: sqlite3.Connection | None = self._local.__dict__.pop("connection", None)
        if connection is not None:
            connection.close()

    @contextmanager
    def _transaction(self, begin: str) -> Iterator[sqlite3.Connection]:
        try:
            connection = self.connection
            connection.execute(begin)
            try:
                yield connection
                connection.execute("COMMIT")
            except BaseException:
                if connection.in_transaction:  # SQLite has ended it itself when the disk was full.
                    connection.execute("ROLLBACK")
                raise
        except sqlite3.Error as error:
            if passes(error):
                raise Unavailable(f"{self.path.name}: {error}") from error
            raise

    def _open(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self.path, timeout=self._wait, isolation_level=None)
        connection.row_factory = sqlite3.Row
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = NORMAL")
        return connection
