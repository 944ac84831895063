"""A database that cannot be used now, by no fault of the program: it is waited for, and then everything goes on."""

from __future__ import annotations

import sqlite3
from time import monotonic

WAIT = 2.0
"""Seconds that whoever asks a database waits for a connection, or for another writer, if no setting says otherwise."""

_PASSING = frozenset(
    (
        sqlite3.SQLITE_BUSY,
        sqlite3.SQLITE_LOCKED,
        sqlite3.SQLITE_NOMEM,
        sqlite3.SQLITE_READONLY,
        sqlite3.SQLITE_IOERR,
        sqlite3.SQLITE_FULL,
        sqlite3.SQLITE_CANTOPEN,
        sqlite3.SQLITE_PROTOCOL,
    )
)
"""What SQLite answers for reasons that lie around the file, and not in it or in what it was told."""

_PRIMARY = 0xFF
"""The bits of SQLite's result codes that do not tell how it came to that."""


class Unavailable(Exception):
    """A database cannot be read or written now: it is full, locked, write-protected, or not to be reached.

    Nothing has changed; only where the connection broke in the middle of a commit, it may have been carried out.
    """


class Locked(Unavailable):
    """Somebody else has kept a lock for longer than it is waited for."""


def passes(error: BaseException | None) -> bool:
    """Whether this is an error of SQLite for a reason that may pass by itself."""
    return isinstance(error, sqlite3.Error) and getattr(error, "sqlite_errorcode", 0) & _PRIMARY in _PASSING


def is_lock(error: sqlite3.Error) -> bool:
    """Whether SQLite waited in vain for somebody else who writes."""
    return getattr(error, "sqlite_errorcode", 0) & _PRIMARY == sqlite3.SQLITE_BUSY


class Patience:
    """How long a database is waited for: so many `seconds`, and not at all for as long after somebody has waited in
    vain. So those who queue behind one another, at one table say, do not wait one after the other."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._until = 0.0

    def left(self) -> float:
        """The seconds to wait now."""
        return 0.0 if monotonic() < self._until else self.seconds

    def was_in_vain(self) -> None:
        """Somebody has waited, and the database was not to be had."""
        self._until = monotonic() + self.seconds

    def was_rewarded(self) -> None:
        """The database was to be had."""
        self._until = 0.0
