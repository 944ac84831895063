"""The store in PostgreSQL: for several machines, or for many games at a time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from itertools import islice
from typing import Any
from uuid import UUID

import psycopg
from eventsourcing.persistence import PersistenceError, StoredEvent
from eventsourcing.postgres import PostgresApplicationRecorder
from psycopg.rows import DictRow
from sqlalchemy import create_engine, func, select, update
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import NullPool

from projections.database import Database
from projections.statements import Cursor, Statement
from projections.unavailable import WAIT, Locked, Patience, Unavailable
from service.store.postgres.beside import BesideTheLog
from service.store.postgres.connections import COMPILER, DRIVER, Connections, undone
from service.store.postgres.groups import Append, Groups
from service.store.postgres.positions import HORIZON
from service.store.postgres.storing import MISSING, insert, needed
from service.store.recorder import (
    EVENT_CATALOGUE_KEY,
    SCHEMA_WAIT,
    Change,
    Conflict,
    Expected,
    NoDatabase,
    catalogue,
    check_known,
)
from service.store.relations import installation

SCHEMA_LOCK = 0x6E6967687465
"""The advisory lock under which tables are created, so that two commands do not trip over each other."""

LOCK = "LOCK TABLE stored_events IN ROW EXCLUSIVE MODE"
"""The lock on the table that storing an event takes, which keeps nobody else from it."""

NO_PATIENCE = "SET LOCAL lock_timeout = '1ms'"
"""For a transaction that waits for no lock; there is no shorter time, and none at all would mean for ever."""

BEGIN = "BEGIN"

COMMIT = "COMMIT"

PROBE = update(installation).values(value=installation.c.value).where(installation.c.key == EVENT_CATALOGUE_KEY)

ROOM = ("SET LOCAL work_mem = '64kB'", "SELECT count(*) FROM generate_series(1, 5000)")
"""Statements that write 70 kB to a file that is gone at once: more than a move stores. A table may have room for a row
where others cannot grow, so that a row that fits says nothing of a disk that is full."""

HAS_RELATION = "SELECT to_regclass(:name) AS name"


class PostgresRecorder(PostgresApplicationRecorder):
    """Stores events and changes, those of several threads in one transaction where they come at once.

    A connection, and a lock, is waited for `wait` seconds, each with a patience of its own: who keeps a lock keeps
    nobody from being connected. `NoDatabase` if there is none under the URL.
    """

    datastore: Connections

    def __init__(self, url: str, wait: float = WAIT) -> None:
        self._url = url
        self._compiled = COMPILER
        self._for_locks = Patience(wait)
        self._groups = Groups(self._store)
        try:
            psycopg.connect(url, connect_timeout=5).close()
            super().__init__(Connections(url, wait))
        except (psycopg.Error, PersistenceError, Unavailable) as error:
            raise NoDatabase(" ".join(str(error).split())) from None

    def has(self, relation: str) -> bool:
        """Whether there is a relation of this name."""
        [found] = self.rows(HAS_RELATION, name=relation)
        return found["name"] is not None

    def migrate(self) -> None:
        """Bring the schema to this program's, in one transaction; nothing happens where it is so already."""
        from service.store.schema import migrate

        engine = create_engine(DRIVER, creator=partial(psycopg.connect, self._url), poolclass=NullPool)
        try:
            with engine.begin() as connection:
                connection.exec_driver_sql(f"SET LOCAL lock_timeout = '{SCHEMA_WAIT}s'")
                connection.execute(select(func.pg_advisory_xact_lock(SCHEMA_LOCK)))
                migrate(connection)
        except DBAPIError as error:
            if isinstance(error.orig, (psycopg.OperationalError, psycopg.InterfaceError)):
                raise Unavailable(str(error.orig).partition("\n")[0]) from error
            raise

    def insert_events(
        self,
        stored_events: Sequence[StoredEvent],
        *,
        changes: Sequence[Change] = (),
        expected: Sequence[Expected] = (),
        **kwargs: Any,
    ) -> Sequence[int] | None:
        """Store events, then make the changes, in one transaction: the events' positions."""
        append = Append(stored_events, changes, expected)
        return self._groups.carry_out(append) if stored_events else self._store([append])[0]

    def _store(self, group: Sequence[Append]) -> Sequence[Sequence[int]]:
        """Carry all of it out in one transaction: the positions of each one's events."""
        whole = Append.of(group)
        with self._patiently() as (cursor, settings):
            begin = [BEGIN, *settings] if whole.changes or settings else []
            stored = insert(cursor, whole, begin)
            if not stored:
                self._check(cursor, whole)
            for make in whole.changes:
                make(Cursor(cursor, self._compiled))
            if begin:
                cursor.execute(COMMIT)
        positions = (row["notification_id"] for row in stored)
        return [list(islice(positions, len(append.events))) for append in group]

    def _check(self, cursor: psycopg.Cursor[DictRow], append: Append) -> None:
        """`NewerStore`, or `Conflict`, if something is not as it should be, or events were not stored."""
        transaction = Cursor(cursor, self._compiled)
        check_known(catalogue(transaction))
        for one in append.expected:
            one.check(transaction)
        if append.events:
            for row in cursor.execute(MISSING, needed(append.events)).fetchall():
                raise Conflict(f"{row['log']} has no version {row['version']}")
            raise Conflict("something was not as expected a moment ago")

    def horizon(self) -> int:
        """The position up to which a reader finds all events: none will be stored there that is not there yet."""
        [row] = self.rows(HORIZON)
        return int(row["horizon"])

    def probe(self, cursor: Cursor) -> None:
        """Take a lock that storing an event needs, see that there is room on the disk, and write."""
        cursor.execute(LOCK)
        for statement in ROOM:
            cursor.execute(statement)
        cursor.execute(PROBE)

    @contextmanager
    def _patiently(self) -> Iterator[tuple[psycopg.Cursor[DictRow], Sequence[str]]]:
        """A cursor for one transaction, and the settings that it needs to wait for locks as long as there is patience:
        none, or to wait for none."""
        left = self._for_locks.left()
        try:
            with self.datastore.get_connection() as connection, undone(connection), connection.cursor() as cursor:
                yield cursor, [] if left else [NO_PATIENCE]
            self._for_locks.was_rewarded()
        except Locked:
            if left:
                self._for_locks.was_in_vain()
            raise

    def beside(self, name: str) -> Database:
        """This database, for projections that one writer at a time changes under this name."""
        return BesideTheLog(self.datastore, name, self._for_locks.seconds)

    def key(self, log: UUID) -> UUID:
        """The log's `originator_id` in `stored_events`."""
        return log

    def rows(self, statement: Statement, /, **values: Any) -> list[Any]:
        """What a SELECT finds."""
        with self.datastore.cursor() as cursor:
            return Cursor(cursor, self._compiled).execute(statement, **values).fetchall()

    def close(self) -> None:
        """Close the connections."""
        self.datastore.close()
