"""Tables kept at some versions, so that a long game is loaded and looked back at without folding all of its log.

They are made when they are first missed, not while a game is played, and never needed. One counts only for the very
program that made it: for the same content of the game's package and of what all games share. Any other, and any that
cannot be read, is passed over.
"""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Iterator, Sequence
from functools import lru_cache
from importlib import import_module
from importlib.resources import files
from importlib.resources.abc import Traversable
from inspect import getsource
from itertools import chain

from sqlalchemy import bindparam, select

from domain.games.catalog import Catalog
from domain.log.record import Entry
from domain.table.snapshot import restore, snapshot
from domain.table.table import Table
from projections.statements import matching, put
from projections.unavailable import Unavailable
from service.errors import ServiceError
from service.store.event_store import Change, Store, executing
from service.store.relations import snapshots

SHARED = ("domain.contract", "domain.games.catalog", "domain.log", "domain.table")
"""The packages and modules that every game's table is made by."""

SOURCES = (".py", ".toml")

KEEP = put(snapshots)

NEWEST = (
    select(snapshots.c.version, snapshots.c.content)
    .where(matching(snapshots.c.game, snapshots.c.program), snapshots.c.version <= bindparam("version"))
    .order_by(snapshots.c.version.desc())
    .limit(1)
)

log = logging.getLogger(__name__)


class Snapshots:
    """Keeps the tables that it folds on the way to another, every so many events at the end of a command, and finds
    them again. Thread-safe.

    `every` 0 turns them off: nothing is kept, and nothing that was kept is used.
    """

    def __init__(self, store: Store, catalog: Catalog, every: int) -> None:
        self._store = store
        self._catalog = catalog
        self._every = every
        self._program = lru_cache(self._program_of)

    def table_at(self, entries: Sequence[Entry], version: int) -> Table:
        """The table at a version of a log, which reaches that far; snapshots that are missing on the way are kept."""
        table = self._nearest(entries, version)
        kept, changes = table.version, list[Change]()
        for number, entry in enumerate(entries[table.version : version], table.version + 1):
            table.fold(entry)
            if 0 < self._every <= number - kept and _begins_command(entries[number : number + 1]):
                changes += self._kept(table)
                kept = number
        self._write(changes)
        return table

    def _nearest(self, entries: Sequence[Entry], version: int) -> Table:
        if not 0 < self._every <= version:
            return Table(self._catalog)
        header = entries[0].read().data
        program = self._program(header["game"])
        while found := self._store.rows(NEWEST, game=header["id"], version=version, program=program):
            [row] = found
            try:
                table = restore(row["content"], self._catalog, entries)
            except Exception:
                # Whatever is wrong with it, the log is there.
                log.exception("the snapshot of %s at version %s cannot be read", header["id"], row["version"])
                break
            if table.version == row["version"] and table.head.hex() == entries[table.version - 1].hash:
                return table
            # It is of what the log has lost since.
            version = row["version"] - 1
        return Table(self._catalog)

    def _kept(self, table: Table) -> Iterator[Change]:
        game_id = table.header.id
        try:
            content = snapshot(table)
        except Exception:
            log.exception("no snapshot can be made of %s", game_id)
            return
        program = self._program(table.header.game)
        yield executing(KEEP, game=game_id, version=table.version, program=program, content=content)

    def _write(self, changes: Sequence[Change]) -> None:
        try:
            if changes:
                self._store.write_aside(*changes)
        except (ServiceError, Unavailable) as error:
            log.debug("no snapshots are stored: %s", error)
        except Exception:
            log.exception("snapshots cannot be stored")

    def _program_of(self, game: str) -> str:
        """The SHA-256 of all that a table of this game is made by."""
        digest = hashlib.sha256()
        module = type(self._catalog[game]).__module__
        for name, text in chain.from_iterable(map(sources, (*SHARED, module.rpartition(".")[0] or module))):
            digest.update(b"%b %d\n%b" % (name.encode(), len(text), text))
        return digest.hexdigest()


def sources(name: str) -> Iterator[tuple[str, bytes]]:
    """Path and content of each file of a package and of the packages in it, or of a module that is none."""
    module = import_module(name)
    if hasattr(module, "__path__"):
        yield from _within(files(name), name.replace(".", "/"))
    else:
        yield f"{name.replace('.', '/')}.py", getsource(module).encode()


def _begins_command(following: Sequence[Entry]) -> bool:
    return not following or following[0].label.by is not None


def _within(folder: Traversable, path: str) -> Iterator[tuple[str, bytes]]:
    for part in sorted(folder.iterdir(), key=lambda part: part.name):
        if part.is_dir():
            yield from _within(part, f"{path}/{part.name}")
        elif part.name.endswith(SOURCES):
            yield f"{path}/{part.name}", part.read_bytes()
