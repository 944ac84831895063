"""Connections to PostgreSQL, and which of its errors may pass."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from math import ceil
from select import POLLIN, poll
from typing import Any

import psycopg
from eventsourcing.persistence import InterfaceError, OperationalError, PersistenceError
from eventsourcing.postgres import ConnectionPool, PostgresDatastore
from psycopg.conninfo import conninfo_to_dict
from psycopg.rows import DictRow, dict_row
from sqlalchemy import make_url

from projections.statements import Compiler
from projections.unavailable import Locked, Patience, Unavailable

DRIVER = "postgresql+psycopg://"
"""What SQLAlchemy calls this kind of database and connection."""

DIALECT = make_url(DRIVER).get_dialect()()

COMPILER = Compiler(DIALECT)

MOST_CONNECTIONS = 10
"""How many connections a process opens at most; PostgreSQL itself allows 100 unless it is told otherwise."""

AT_ONCE = 0.05
"""Seconds to wait for a connection where none should be waited for: as long as it takes to try one."""


class Connections(PostgresDatastore):
    """Connections by a URL, with whatever parameters it has; a connection, and a lock, is waited for so many seconds.

    Whoever is connected to a server that is gone without a word is told so after twice that time.
    """

    def __init__(self, url: str, wait: float) -> None:
        self.patience = Patience(wait)
        self._lock_timeout = f"SET lock_timeout = '{ceil(1000 * wait)}ms'".encode()
        super().__init__(dbname="", host="", port="", user="", password="")
        self.pool = ConnectionPool(
            kwargs={
                "connect_timeout": max(2, ceil(wait)),
                "tcp_user_timeout": ceil(2000 * wait),
                "keepalives_idle": max(1, ceil(wait)),
                "keepalives_interval": 1,
                "keepalives_count": max(1, ceil(wait)),
                **conninfo_to_dict(url),
                "row_factory": dict_row,
            },
            connection_class=psycopg.Connection[DictRow],
            min_size=1,
            max_size=MOST_CONNECTIONS,
            open=False,
            configure=self.after_connect_func(),
            check=_check,
            # Given up soon: the pool would wait longer and longer between two tries, and keep all others from trying.
            reconnect_timeout=wait,
        )

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


@contextmanager
def undone(connection: psycopg.Connection[Any]) -> Iterator[None]:
    """What is done in this block is undone if it ends in an error."""
    try:
        yield
    except BaseException:
        if not connection.closed:
            connection.rollback()
        raise


def _check(connection: psycopg.Connection[Any]) -> None:
    """`psycopg.OperationalError` if the server has ended the connection.

    A server that has said nothing since the last answer is not asked: that would be one message more for each
    transaction.
    """
    said = poll()
    said.register(connection.fileno(), POLLIN)
    if said.poll(0):
        ConnectionPool.check_connection(connection)


def _passes(error: PersistenceError) -> bool:
    only_reads = isinstance(error.__cause__, psycopg.errors.ReadOnlySqlTransaction)
    return only_reads or isinstance(error, (OperationalError, InterfaceError))
