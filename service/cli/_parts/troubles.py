"""What ends a command, as one line and an exit status: those of `sysexits.h`, where there is one that fits.

| status | |
| --- | --- |
| 1 | it was refused, with the reason |
| 2 | a setting, or the command line, makes no sense |
| 65 | a file or the database is damaged, or not what it should be |
| 66 | there is no such file |
| 70 | the program itself is at fault |
| 74 | a disk is full, or cannot be written or read |
| 75 | a database is away or locked: the command may be tried again |
| 77 | a file or folder may not be used |
| 130 | Ctrl-C |
"""

from __future__ import annotations

import errno
import os
import sqlite3
from collections.abc import Iterator

from domain.contract.game import Refused
from domain.records.export import BadRecord
from projections.unavailable import Unavailable
from service.errors import ServiceError
from service.operation.trouble import AWAY_STATUS
from service.settings import TRACEBACK, DatabaseAway, SettingsError

REFUSED, SETTINGS, DAMAGED, NO_FILE, FAULT, DISK, NOT_ALLOWED = 1, 2, 65, 66, 70, 74, 77

Trouble = tuple[str, int]

_PRIMARY = 0xFF
_DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
_AWAY = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_PROTOCOL)
_NO_FILES = (errno.ENOENT, errno.ENOTDIR)
_NO_ACCESS = (errno.EACCES, errno.EPERM, errno.EROFS)


def trouble_of(error: BaseException) -> Trouble:
    """The line that tells of an error, and the exit status that goes with it."""
    for cause in _causes(error):
        found = _known(cause)
        if found is not None:
            return found
    return f"this is a fault of the program: {_on_a_line(error)} ({TRACEBACK}=1 shows where)", FAULT


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    """An error, and what it came of; what a library has wrapped is in its `orig`."""
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        yield error
        error = getattr(error, "orig", None) or error.__cause__ or error.__context__


def _known(error: BaseException) -> Trouble | None:
    match error:
        case DatabaseAway():
            return str(error), AWAY_STATUS
        case SettingsError():
            return str(error), SETTINGS
        case Unavailable():
            return _of_store(error)
        case sqlite3.Error():
            return _of_sqlite(error)
        case ServiceError() | Refused():
            return error.reason, REFUSED
        case BadRecord() | UnicodeDecodeError():
            return _on_a_line(error), DAMAGED
        case OSError():
            return _of_file(error)
    return None


def _of_store(away: Unavailable) -> Trouble:
    """A store that is away, and why, where SQLite has said it."""
    for cause in _causes(away.__cause__ or away.__context__):
        if isinstance(cause, sqlite3.Error) and (found := _of_sqlite(cause)) is not None:
            return found
    return f"the store cannot be used now: {_on_a_line(away)}", AWAY_STATUS


def _of_sqlite(error: sqlite3.Error) -> Trouble | None:
    code = getattr(error, "sqlite_errorcode", 0) & _PRIMARY
    if code in _DAMAGED:
        return f"the database is damaged: {error}; a backup has it whole (docs/operating.md)", DAMAGED
    if code in _AWAY:
        return f"the store cannot be used now: {error}", AWAY_STATUS
    if code in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM):
        return f"the database may not be used: {error}", NOT_ALLOWED
    if code in (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR):
        return f"the store cannot be used now: {error}", DISK
    return None


def _of_file(error: OSError) -> Trouble:
    place = f"{error.filename}: " if error.filename is not None else ""
    said = f"{place}{os.strerror(error.errno) if error.errno else _on_a_line(error)}"
    if error.errno in _NO_FILES:
        return said, NO_FILE
    return said, NOT_ALLOWED if error.errno in _NO_ACCESS else DISK


def _on_a_line(error: BaseException) -> str:
    """An error in a line: what it says, after its kind where that alone says something."""
    said = " ".join(str(error).split())
    return f"{type(error).__name__}: {said}" if said else type(error).__name__
