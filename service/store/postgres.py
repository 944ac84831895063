"""The store in PostgreSQL: for several machines, or for many games at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from math import ceil
from typing import Any
from uuid import UUID

import psycopg
from eventsourcing.persistence import InterfaceError, OperationalError, PersistenceError, StoredEvent
from eventsourcing.postgres import PostgresApplicationRecorder, PostgresDatastore
from psycopg.conninfo import conninfo_to_dict
from psycopg.rows import DictRow
from sqlalchemy import create_engine, func, make_url, select, update
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import NullPool

from projections.statements import Compiler, Statement
from projections.unavailable import WAIT, Patience, Unavailable
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

MOST_CONNECTIONS = 10
"""How many connections a process opens at most; PostgreSQL itself allows 100 unless it is told otherwise."""

DRIVER = "postgresql+psycopg://"
"""What SQLAlchemy calls this kind of database and connection."""

_COMPILER = Compiler(make_url(DRIVER).get_dialect()())

SCHEMA_LOCK = 0x6E6967687465
"""The advisory lock under which tables are created, so that two commands do not trip over each other."""

AT_ONCE = 0.05
"""Seconds to wait for a connection where none should be waited for: as long as it takes to try one."""

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


class Locked(Unavailable):
    """Somebody else has kept a lock for longer than it is waited for."""


class _Datastore(PostgresDatastore):
    """Connections by a URL, with whatever parameters it has; a connection, and a lock, is waited for so many seconds.

    Whoever is connected to a server that is gone without a word is told so after twice that time.
    """

    def __init__(self, url: str, wait: float) -> None:
        self.patience = Patience(wait)
        self._lock_timeout = f"SET lock_timeout = '{ceil(1000 * wait)}ms'".encode()
        super().__init__(
            dbname="", host="", port="", user="", password="",
            pool_size=1, max_overflow=MOST_CONNECTIONS - 1, connect_timeout=wait, pre_ping=True,
        )  # fmt: skip
        library = self.pool.kwargs
        assert isinstance(library, dict)
        self.pool.kwargs = {
            "connect_timeout": max(2, ceil(wait)),
            "tcp_user_timeout": ceil(2000 * wait),
            "keepalives_idle": max(1, ceil(wait)),
            "keepalives_interval": 1,
            "keepalives_count": max(1, ceil(wait)),
            **conninfo_to_dict(url),
            "row_factory": library["row_factory"],
        }
        # Given up soon, as the pool would wait longer and longer between two tries, and keep all others from trying.
        self.pool.reconnect_timeout = wait

    @contextmanager
    def get_connection(self) -> Iterator[psycopg.Connection[DictRow]]:
        """A connection; `Unavailable` for errors that may pass: a lost connection, no connection or no lock in time, a
        full disk, a server that starts, ends, or is a copy that only reads."""
        self.pool.timeout = max(AT_ONCE, self.patience.left())
        try:
            with super().get_connection() as connection:
                yield connection
            self.patience.was_rewarded()
        except PersistenceError as error:
            if not _passes(error):
                raise
            reason = str(error).partition("\n")[0]
            if isinstance(error.__cause__, psycopg.errors.LockNotAvailable):
                raise Locked(reason) from error
            self.patience.was_in_vain()
            raise Unavailable(reason) from error

    def after_connect_func(self) -> Callable[[psycopg.Connection[Any]], None]:
        prepare, lock_timeout = super().after_connect_func(), self._lock_timeout

        def after_connect(connection: psycopg.Connection[Any]) -> None:
            prepare(connection)
            connection.execute(lock_timeout)

        return after_connect


def _passes(error: PersistenceError) -> bool:
    only_reads = isinstance(error.__cause__, psycopg.errors.ReadOnlySqlTransaction)
    return only_reads or isinstance(error, (OperationalError, InterfaceError))


class PostgresRecorder(PostgresApplicationRecorder):
    """Stores events and changes under a lock on the events, which are so seen in the order of their positions.

    A connection, and a lock, is waited for `wait` seconds, each with a patience of its own: who keeps a lock keeps
    nobody from being connected. `NoDatabase` if there is none under the URL.
    """

    datastore: _Datastore

    def __init__(self, url: str, wait: float = WAIT) -> None:
        self._url = url
        self._compiled = _COMPILER
        self._for_locks = Patience(wait)
        try:
            psycopg.connect(url, connect_timeout=5).close()
            super().__init__(_Datastore(url, wait))
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
