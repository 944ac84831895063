"""Games of this terminal on disk: a file a game, a line for what it was begun with and one for each command.

A command is a line, written whole before it is shown; what a kill has left of a line is dropped.
"""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import IO

import msgspec

from domain.log.record import Entry
from domain.records.export import BadRecord
from service.errors import ServiceError
from service.home import make_in_home

FORMAT = "nightledger/terminal/1"

SUFFIX, UNFINISHED = ".game", ".begun"
"""How the file of a game is called, and one that is being made."""

SHORT = 8
"""So much of an id is enough to name a game, where no other begins so."""


class Begun(msgspec.Struct, frozen=True):
    """What a game was begun with: its id and seed (hex), which game it is, and seat -> the level of its AI."""

    id: str
    seed: str
    game: str
    bots: dict[str, str]
    format: str = FORMAT


class Save:
    """The file of one game, which one terminal at a time has open. `entries` are those that it held at first."""

    def __init__(self, file: IO[bytes], begun: Begun, entries: Sequence[Entry] = ()) -> None:
        self._file = file
        self.begun = begun
        self.entries = entries

    def append(self, entries: Sequence[Entry]) -> None:
        """Keep the entries of a command, or of all that began the game, on the disk when this returns."""
        self._write(b"[%b]" % b",".join(entry.encode() for entry in entries))

    def close(self) -> None:
        """Leave the file to another terminal."""
        self._file.close()

    def _write(self, line: bytes) -> None:
        self._file.write(line + b"\n")
        self._file.flush()
        os.fsync(self._file.fileno())

    @classmethod
    def new(cls, folder: Path, begun: Begun, entries: Sequence[Entry]) -> Save:
        """The file of a game that these entries begin. It is there as a whole, or not at all."""
        make_in_home(folder)
        path = folder / f"{begun.id}{SUFFIX}"
        unfinished = path.with_suffix(UNFINISHED)
        made = cls(_opened(unfinished, os.O_CREAT | os.O_EXCL), begun, entries)
        made._write(msgspec.json.encode(begun))
        made.append(entries)
        unfinished.rename(path)
        return made

    @classmethod
    def open(cls, path: Path) -> Save:
        """The file of a game that was left; `ServiceError` while another terminal has it, `BadRecord` if damaged."""
        file = _opened(path)
        try:
            first, *commands = _lines(file)
            begun = _begun(first)
            entries = [entry for line in commands for entry in _entries(line)]
            entries[0]
        except (ValueError, IndexError, msgspec.MsgspecError) as error:
            file.close()
            raise BadRecord(f"{path}: it is no game of a terminal: {error}") from None
        return cls(file, begun, entries)


def left(folder: Path) -> list[Path]:
    """The files of all games, the one that was played last at first."""
    return sorted(folder.glob(f"*{SUFFIX}"), key=lambda path: -path.stat().st_mtime_ns)


def told(path: Path) -> str:
    """What a game that was left is, in words, and why it cannot be taken up now; of its file the beginning alone is
    read."""
    try:
        with path.open("rb") as file:
            begun, whole = _begun(file.readline()), file.readline().endswith(b"\n")
            taken = _is_taken(file)
    except OSError as error:
        return f"cannot be read: {error.strerror}"
    except (ValueError, msgspec.MsgspecError):
        return "damaged"
    if not whole:
        return f"{begun.game}, damaged"
    return f"{begun.game}, in another terminal" if taken else begun.game


def named(folder: Path, name: str) -> Path | None:
    """The file of the game whose id is or begins with `name`; None where it is none, or more than one."""
    found = [path for path in left(folder) if path.name.startswith(name)] if len(name) >= SHORT else []
    return found[0] if len(found) == 1 else None


def _opened(path: Path, more: int = 0) -> IO[bytes]:
    """The file, to be read and written by its owner and by nobody else meanwhile."""
    file = os.fdopen(os.open(path, os.O_RDWR | more, 0o600), "r+b")
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        file.close()
        raise ServiceError("illegal", "this game is being played in another terminal") from None
    return file


def _is_taken(file: IO[bytes]) -> bool:
    """Whether another has the file to write. It is shared for a moment, so that others may ask at the same time."""
    try:
        fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    return False


def _begun(line: bytes) -> Begun:
    return msgspec.json.decode(line, type=Begun)


def _lines(file: IO[bytes]) -> Iterator[bytes]:
    """The whole lines of a file, which is cut behind them."""
    end = 0
    for line in file:
        if line.endswith(b"\n"):
            end += len(line)
            yield line
    file.truncate(end)
    file.seek(end)


def _entries(line: bytes) -> list[Entry]:
    return [Entry.decode(bytes(raw)) for raw in msgspec.json.decode(line, type=list[msgspec.Raw])]
