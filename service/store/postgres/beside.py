"""Projections in the PostgreSQL that holds the log: all machines read and follow the same ones."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from threading import Lock

from sqlalchemy import Table

from projections.database import Database
from projections.statements import Cursor, creating
from projections.unavailable import Locked
from service.store.postgres.connections import COMPILER, DIALECT, Connections, undone
from service.store.postgres.positions import beginning

READ = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"

_TABLES = """
    SELECT tablename AS name FROM pg_tables
    WHERE schemaname = current_schema() AND starts_with(tablename, :beginning) ORDER BY tablename
"""


class BesideTheLog(Database):
    """Projections of one `name`, on the connections of the store. Who writes locks that name, for all machines.

    Of a process one thread at a time waits for it: whoever folds needs a second connection to read the log, and those
    who wait must not have taken the last one.
    """

    room = None

    def __init__(self, connections: Connections, name: str, wait: float) -> None:
        self._connections = connections
        self._begin = beginning([name])
        self._name = name
        self._wait = wait
        self._turn = Lock()

    @contextmanager
    def writing(self) -> Iterator[Cursor]:
        if not self._turn.acquire(timeout=self._wait):
            raise Locked(f"{self._name}: no turn to write within {self._wait:g} seconds")
        try:
            with self._transaction(self._begin) as cursor:
                yield cursor
        finally:
            self._turn.release()

    @contextmanager
    def reading(self) -> Iterator[Cursor]:
        with self._transaction(READ) as cursor:
            yield cursor

    def probe(self) -> None:
        with self.writing():
            pass  # The store tries out itself whether its database takes what is written.

    def create(self, db: Cursor, *tables: Table) -> None:
        for statement in creating(*tables, dialect=DIALECT):
            db.execute(statement)

    def tables(self, db: Cursor, name: str) -> Sequence[str]:
        return [row["name"] for row in db.execute(_TABLES, beginning=f"{name}_")]

    def close(self) -> None:
        """Close nothing: the connections are the store's."""

    @contextmanager
    def _transaction(self, begin: str) -> Iterator[Cursor]:
        with (
            self._connections.get_connection() as connection,
            undone(connection),
            connection.cursor() as cursor,
        ):
            cursor.execute(begin.encode(), prepare=False)
            yield Cursor(cursor, COMPILER)
            cursor.execute("COMMIT")
