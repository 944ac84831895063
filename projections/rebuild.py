"""Projections made anew: to be swapped in for the live tables, or to be compared with them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from time import sleep

import msgspec
from sqlalchemy import Column, MetaData, Table, insert, select

from projections.database import Database, SqliteFile
from projections.follow import A_MOMENT, fold_batch
from projections.log import Log
from projections.projection import Projection, projections
from projections.statements import Cursor

Progress = Callable[[int], None]
"""Told the position of the log that a rebuild has reached."""

SHOWN = 20
"""How many differing rows of a table are told."""

ROWS = 500
"""How many rows are copied at once."""

_LIVE = "live_"
"""What the names of the live tables begin with where they lie beside the rebuilt ones."""


class Difference(msgspec.Struct, frozen=True):
    """A row that one side has and the other lacks; `side` is `live` or `rebuilt`."""

    table: str
    side: str
    row: dict[str, object]


class Rebuilder:
    """Makes projections from event one in a SQLite file of their own. Everybody may go on meanwhile."""

    def __init__(self, database: Database, log: Log, rebuilt: Sequence[Projection]) -> None:
        self._database = database
        self._log = log
        self._projections = {projection.name: projection for projection in rebuilt}

    @property
    def names(self) -> list[str]:
        """The projections there are."""
        return list(self._projections)

    def rebuild(self, name: str, progress: Progress) -> int:
        """Replace the projection's tables by fresh ones, in one transaction: the position they have reached."""
        projection = self._projections[name]
        # The write lock on the live tables comes first: nobody may move them on while the fresh ones get the last
        # events, or readers would be thrown back behind what they have seen.
        with self._fresh(projection, progress) as fresh, self._database.writing() as live:
            _fill(fresh, projection, self._log, self._log.position(), progress)
            with fresh.reading() as rebuilt:
                reached = projection.position(rebuilt)
                projection.reset(self._database, live, reached)
                for log_id, position in projection.left_out(rebuilt).items():
                    projection.leave_out(live, log_id, position)
                for relation in projection.relations:
                    copy_rows(rebuilt, live, relation)
        return reached

    def verify(self, name: str, progress: Progress) -> list[Difference]:
        """How the live tables differ from those that the log makes, up to the position of the live ones.

        At most `SHOWN` rows a table and side. Tables of an earlier schema, and of a log that went further, differ as a
        whole.
        """
        projection = self._projections[name]
        with self._database.reading() as db:
            if not projection.is_current(db):
                return [Difference("projections", "live", {"schema": projection.schema_in_use(db)})]
            if (position := projection.position(db)) > self._log.last_position():
                return [Difference("projections", "live", {"position": position})]
        with self._fresh(projection, progress) as fresh:
            with self._database.reading() as live, fresh.writing() as beside:
                position = projection.position(live)
                for relation in projection.relations:
                    there = _beside(relation)
                    fresh.create(beside, there)
                    copy_rows(live, beside, relation, there)
            _fill(fresh, projection, self._log, position, progress)
            with fresh.reading() as both:
                return [found for relation in projection.relations for found in _differences(both, relation)]

    @contextmanager
    def _fresh(self, projection: Projection, progress: Progress) -> Iterator[Database]:
        """A database of its own, filled up to where the live tables are now."""
        with TemporaryDirectory(prefix="rebuild-", dir=self._database.room) as folder:
            fresh = SqliteFile(Path(folder) / "fresh.sqlite")
            with fresh.writing() as db:
                fresh.create(db, projections)
                projection.reset(fresh, db)
            with self._database.reading() as db:
                reached = min(projection.position(db), self._log.last_position())
            _fill(fresh, projection, self._log, reached, progress)
            yield fresh
            fresh.close()


def _fill(fresh: Database, projection: Projection, log: Log, end: int, progress: Progress) -> None:
    with fresh.reading() as db:
        reached = projection.position(db)
    while reached < end:
        with fresh.writing() as db:
            folded = fold_batch(db, [projection], log, end)
            reached = projection.position(db)
        if not folded:
            sleep(A_MOMENT)
        progress(reached)


def _beside(relation: Table) -> Table:
    """The relation under which the live rows of one lie beside the rebuilt ones, without its indexes."""
    columns = [Column(column.name, column.type) for column in relation.c]
    return Table(f"{_LIVE}{relation.name}", MetaData(), *columns, sqlite_strict=True)


def copy_rows(source: Cursor, target: Cursor, relation: Table, there: Table | None = None) -> None:
    """Copy all rows of a relation into that of another database, or into one `there` that has the same columns."""
    adding = insert(relation if there is None else there)
    names, found = list(relation.c.keys()), iter(source.execute(select(relation)))
    while rows := list(islice(found, ROWS)):
        target.executemany(adding, [{name: row[name] for name in names} for row in rows])


def _differences(db: Cursor, relation: Table) -> Iterator[Difference]:
    names = {"live": f"{_LIVE}{relation.name}", "rebuilt": relation.name}
    for side, other in (("live", "rebuilt"), ("rebuilt", "live")):
        only = f"SELECT * FROM {names[side]} EXCEPT SELECT * FROM {names[other]} LIMIT :shown"
        for row in db.execute(only, shown=SHOWN):
            yield Difference(relation.name, side, {column.name: row[column.name] for column in relation.c})
