"""A database that cannot be used now, by no fault of the program: it is waited for, and then everything goes on."""

from __future__ import annotations

import sqlite3

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


def passes(error: BaseException | None) -> bool:
    """Whether this is an error of SQLite for a reason that may pass by itself."""
    return isinstance(error, sqlite3.Error) and getattr(error, "sqlite_errorcode", 0) & _PRIMARY in _PASSING
