"""Databases in which projections lie: a SQLite file of their own, or one that they share with the log."""

from __future__ import annotations

import sqlite3
import threading
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

from sqlalchemy import Table

from projections.statements import SQLITE, Compiler, Cursor, creating
from projections.unavailable import WAIT, Locked, Unavailable, is_lock, passes

PROBE = "PRAGMA user_version = 0"
"""A statement that writes to a SQLite file and changes nothing: the first page, which says what it said before."""

DURABLE, SOON_DURABLE = "FULL", "NORMAL"
"""Whether a transaction of a SQLite file waits for the disk: SQLite's words."""

_COMPILER = Compiler(SQLITE)

_TABLES = "SELECT name FROM sqlite_master WHERE type = 'table' AND name GLOB :names ORDER BY name"


class Database(ABC):
    """A database of projections. Thread-safe; several processes may use it at once.

    Its methods raise `Unavailable` while it cannot be used.
    """

    room: Path | None
    """The folder of files that are needed for a while; None for that of the system."""

    @abstractmethod
    def writing(self) -> AbstractContextManager[Cursor]:
        """A transaction that sees no other writer until it ends; undone by an exception."""

    @abstractmethod
    def reading(self) -> AbstractContextManager[Cursor]:
        """A transaction that sees the tables as they are at its first look, whatever others write."""

    @abstractmethod
    def probe(self) -> None:
        """`Unavailable` if nothing can be written now; `Locked` of that if somebody else is writing."""

    @abstractmethod
    def create(self, db: Cursor, *tables: Table) -> None:
        """Create what is missing of these tables and their indexes, in this transaction."""

    @abstractmethod
    def tables(self, db: Cursor, name: str) -> Sequence[str]:
        """The names of the tables there are that begin with `<name>_`."""

    @abstractmethod
    def close(self) -> None:
        """Close what this thread has opened."""


class SqliteFile(Database):
    """A SQLite file. Each thread has its own connection, opened when it first asks.

    A power failure may undo the last transactions, never half of one: the log follows on from where they ended. It
    undoes none of a `durable` file, which holds what no log brings about.
    Another writer is waited for `wait` seconds.
    """

    def __init__(self, path: Path, wait: float = WAIT, *, durable: bool = False) -> None:
        self.path = path
        self._synchronous = DURABLE if durable else SOON_DURABLE
        self.room = path.parent
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
    def writing(self) -> Iterator[Cursor]:
        with self._transaction("BEGIN IMMEDIATE") as cursor:
            yield cursor

    @contextmanager
    def reading(self) -> Iterator[Cursor]:
        with self._transaction("BEGIN") as cursor:
            yield cursor

    def probe(self) -> None:
        with self.writing() as db:
            db.execute(PROBE)

    def create(self, db: Cursor, *tables: Table) -> None:
        for statement in creating(*tables):
            db.execute(statement)

    def tables(self, db: Cursor, name: str) -> Sequence[str]:
        return [row["name"] for row in db.execute(_TABLES, names=f"{name}_*")]

    def close(self) -> None:
        connection: sqlite3.Connection | None = self._local.__dict__.pop("connection", None)
        if connection is not None:
            connection.close()

    @contextmanager
    def _transaction(self, begin: str) -> Iterator[Cursor]:
        try:
            connection = self.connection
            cursor = connection.execute(begin)
            try:
                yield Cursor(cursor, _COMPILER)
                connection.execute("COMMIT")
            except BaseException:
                if connection.in_transaction:  # SQLite has ended it itself when the disk was full.
                    connection.execute("ROLLBACK")
                raise
        except sqlite3.Error as error:
            if passes(error):
                kind = Locked if is_lock(error) else Unavailable
                raise kind(f"{self.path.name}: {error}") from error
            raise

    def _open(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self.path, timeout=self._wait, isolation_level=None)
        connection.row_factory = sqlite3.Row
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute(f"PRAGMA synchronous = {self._synchronous}")
        return connection
