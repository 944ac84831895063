"""The store in PostgreSQL: for several machines, or for many games at a time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any
from uuid import UUID

import psycopg
from eventsourcing.persistence import PersistenceError, StoredEvent
from eventsourcing.postgres import PostgresApplicationRecorder
from psycopg.rows import DictRow
from sqlalchemy import create_engine, func, make_url, select, update
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import NullPool

from projections.statements import Compiler, Statement
from projections.unavailable import WAIT, Patience, Unavailable
from service.store.postgres.connections import Connections, Locked
from service.store.recorder import (
    EVENT_CATALOGUE_KEY,
    SCHEMA_WAIT,
    Change,
    Conflict,
    Cursor,
    Expected,
    NoDatabase,
    catalogue,
    check_known,
    firsts,
)
from service.store.relations import installation

DRIVER = "postgresql+psycopg://"
"""What SQLAlchemy calls this kind of database and connection."""

_COMPILER = Compiler(make_url(DRIVER).get_dialect()())

SCHEMA_LOCK = 0x6E6967687465
"""The advisory lock under which tables are created, so that two commands do not trip over each other."""

LOCK = "LOCK TABLE stored_events IN EXCLUSIVE MODE"
"""The events' lock, under which they are stored."""

NO_PATIENCE = b"SET LOCAL lock_timeout = '1ms'"
"""For a transaction that waits for no lock; there is no shorter time, and none at all would mean for ever."""

PROBE = update(installation).values(value=installation.c.value).where(installation.c.key == EVENT_CATALOGUE_KEY)

INSERT = """
    INSERT INTO stored_events (originator_id, originator_version, topic, state, notification_id)
    SELECT id, version, topic, state, place + (SELECT coalesce(max(notification_id), 0) FROM stored_events)
    FROM unnest(%(logs)s::uuid[], %(versions)s::bigint[], %(topics)s::text[], %(states)s::bytea[])
        WITH ORDINALITY AS new (id, version, topic, state, place)
    RETURNING notification_id
"""

MISSING = """
    SELECT log, version FROM unnest(%(logs)s::uuid[], %(versions)s::bigint[]) AS needed (log, version)
    WHERE NOT EXISTS (SELECT FROM stored_events WHERE originator_id = log AND originator_version = version)
"""

HAS_RELATION = "SELECT to_regclass(:name) AS name"


class PostgresRecorder(PostgresApplicationRecorder):
    """Stores events and changes under a lock on the events, which are so seen in the order of their positions.

    A connection, and a lock, is waited for `wait` seconds, each with a patience of its own: who keeps a lock keeps
    nobody from being connected. `NoDatabase` if there is none under the URL.
    """

    datastore: Connections

    def __init__(self, url: str, wait: float = WAIT) -> None:
        self._url = url
        self._compiled = _COMPILER
        self._for_locks = Patience(wait)
        try:
            psycopg.connect(url, connect_timeout=5).close()
            super().__init__(Connections(url, wait))
        except (psycopg.Error, PersistenceError, Unavailable) as error:
            raise NoDatabase(" ".join(str(error).split())) from None

    def has(self, relation: str) -> bool:
        """Whether there is a relation of this name."""
        [found] = self.rows(HAS_RELATION, name=f"public.{relation}")
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
        with self._writing() as cursor:
            if stored_events or expected:
                cursor.execute(LOCK)
            positions = _insert(cursor, stored_events) if stored_events else []
            transaction = Cursor(cursor, self._compiled)
            check_known(catalogue(transaction))
            for one in expected:
                one.check(transaction)
            for make in changes:
                make(transaction)
        return positions

    def probe(self, cursor: Cursor) -> None:
        """Take the lock that storing an event needs, and write."""
        cursor.execute(LOCK)
        cursor.execute(PROBE)

    @contextmanager
    def _writing(self) -> Iterator[psycopg.Cursor[DictRow]]:
        """A transaction that waits for locks as long as there is patience."""
        left = self._for_locks.left()
        try:
            with self.datastore.transaction(commit=True) as cursor:
                if not left:
                    cursor.execute(NO_PATIENCE)
                yield cursor
            self._for_locks.was_rewarded()
        except Locked:
            if left:
                self._for_locks.was_in_vain()
            raise

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


def _insert(cursor: psycopg.Cursor[DictRow], stored_events: Sequence[StoredEvent]) -> list[int]:
    needed = [(log, first - 1) for log, first in firsts(stored_events).items() if first > 1]
    if needed:
        logs, versions = zip(*needed)
        cursor.execute(MISSING, {"logs": list(logs), "versions": list(versions)})
        for row in cursor.fetchall():
            raise Conflict(f"{row['log']} has no version {row['version']}")
    new = {
        "logs": [event.originator_id for event in stored_events],
        "versions": [event.originator_version for event in stored_events],
        "topics": [event.topic for event in stored_events],
        "states": [event.state for event in stored_events],
    }
    try:
        cursor.execute(INSERT, new)
    except psycopg.errors.UniqueViolation as error:
        raise Conflict(str(error)) from None
    return [row["notification_id"] for row in cursor.fetchall()]
