"""Projections made anew: to be swapped in for the live tables, or to be compared with them."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec

from projections.database import Database
from projections.follow import fold_batch
from projections.log import Log
from projections.projection import POSITIONS, Projection

Progress = Callable[[int], None]
"""Told the position of the log that a rebuild has reached."""

SHOWN = 20
"""How many differing rows of a table are told."""


class Difference(msgspec.Struct, frozen=True):
    """A row that one side has and the other lacks; `side` is `live` or `rebuilt`."""

    table: str
    side: str
    row: dict[str, object]


class Rebuilder:
    """Makes projections from event one in a file beside the live one. Everybody may go on meanwhile."""

    def __init__(self, database: Database, log: Log, projections: Sequence[Projection]) -> None:
        self._database = database
        self._log = log
        self._projections = {projection.name: projection for projection in projections}

    @property
    def names(self) -> list[str]:
        """The projections there are."""
        return list(self._projections)

    def rebuild(self, name: str, progress: Progress) -> int:
        """Replace the projection's tables by fresh ones, in one transaction: the position they have reached."""
        projection = self._projections[name]
        with self._fresh(projection, progress) as fresh, self._attached(fresh) as live:
            # The write lock on the live tables comes first: nobody may move them on while the fresh ones get
            # the last events, or readers would be thrown back behind what they have seen.
            live.execute("BEGIN")
            try:
                projection.reset(live)
                _fill(fresh, projection, self._log, self._log.position(), progress)
                position = _copy(live, projection)
            except BaseException:
                live.execute("ROLLBACK")
                raise
            live.execute("COMMIT")
        return position

    def verify(self, name: str, progress: Progress) -> list[Difference]:
        """How the live tables differ from those that the log makes, up to the position of the live ones.

        At most `SHOWN` rows a table and side. Tables of an earlier schema differ as a whole.
        """
        projection = self._projections[name]
        with self._database.reading() as db:
            if not projection.is_current(db):
                return [Difference("projections", "live", {"schema": projection.schema_in_use(db)})]
        with self._fresh(projection, progress) as fresh, self._attached(fresh) as live:
            live.execute("BEGIN")
            try:
                _fill(fresh, projection, self._log, projection.position(live), progress)
                return list(_differences(live, projection))
            finally:
                live.execute("ROLLBACK")

    @contextmanager
    def _fresh(self, projection: Projection, progress: Progress) -> Iterator[Database]:
        """A database of its own, filled up to where the live tables are now."""
        with TemporaryDirectory(prefix="rebuild-", dir=self._database.path.parent) as folder:
            fresh = Database(Path(folder) / "fresh.sqlite")
            with fresh.writing() as db:
                db.execute(POSITIONS)
                projection.reset(db)
            with self._database.reading() as db:
                reached = projection.position(db)
            _fill(fresh, projection, self._log, reached, progress)
            yield fresh
            fresh.close()

    @contextmanager
    def _attached(self, fresh: Database) -> Iterator[sqlite3.Connection]:
        live = self._database.connection
        live.execute("ATTACH ? AS fresh", (str(fresh.path),))
        try:
            yield live
        finally:
            live.execute("DETACH fresh")


def _fill(fresh: Database, projection: Projection, log: Log, end: int, progress: Progress) -> None:
    with fresh.reading() as db:
        reached = projection.position(db)
    while reached < end:
        with fresh.writing() as db:
            fold_batch(db, [projection], log, end)
            reached = projection.position(db)
        progress(reached)


def _copy(live: sqlite3.Connection, projection: Projection) -> int:
    """Fill the empty live tables from the fresh ones: the position that these have reached."""
    for table in projection.tables(live):
        live.execute(f"INSERT INTO main.{table} SELECT * FROM fresh.{table}")
    row = live.execute("SELECT position FROM fresh.projections WHERE name = ?", (projection.name,)).fetchone()
    projection.move(live, row["position"])
    return int(row["position"])


def _differences(live: sqlite3.Connection, projection: Projection) -> Iterator[Difference]:
    for table in projection.tables(live):
        for side, here, there in (("live", "main", "fresh"), ("rebuilt", "fresh", "main")):
            rows = live.execute(f"SELECT * FROM {here}.{table} EXCEPT SELECT * FROM {there}.{table} LIMIT ?", (SHOWN,))
            for row in rows:
                yield Difference(table, side, dict(row))
