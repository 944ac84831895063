"""What a projection is: tables of its own, and how one stored event changes them."""

from __future__ import annotations

import hashlib
from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping, Sequence
from typing import ClassVar

from sqlalchemy import Table, bindparam, delete, select, update

from projections.columns import integer, key, read_model, words
from projections.database import Database
from projections.log import Notification
from projections.statements import Cursor, creating, matching, put

projections = read_model("projections", key("name"), words("schema"), integer("position"), with_rowid=True)
"""Where each projection, and who acts on them, has got to in the log; and the digest of the schema that its tables were
made by."""

_OF_NAME = select(projections).where(matching(projections.c.name))

_STAND = put(projections)

_MOVE = update(projections).where(matching(projections.c.name)).values(position=bindparam("reached"))


def reached(db: Cursor, name: str) -> int:
    """The position in the log that is kept under this name; 0 before the first."""
    row = db.execute(_OF_NAME, name=name).fetchone()
    return int(row["position"]) if row is not None else 0


def stand_at(db: Cursor, name: str, position: int, schema: str = "") -> None:
    """Keep a position in the log, and the digest of the tables' schema, if it is one of tables, under this name."""
    db.execute(_STAND, name=name, schema=schema, position=position)


WITHOUT = " without "
"""Between the name of a projection and the id of a log from which it takes no more: its entry at the position that is
kept so cannot be decoded."""

_BROKEN = select(projections.c.name).where(projections.c.name.contains(WITHOUT))

_LEFT_OUT = select(projections).where(projections.c.name.startswith(bindparam("begins")))

_TAKE_ALL = delete(projections).where(projections.c.name.startswith(bindparam("begins")))


def broken_logs(db: Cursor) -> Mapping[str, Collection[str]]:
    """Projection -> the logs from which it takes no more."""
    found: dict[str, set[str]] = {}
    for row in db.execute(_BROKEN):
        name, log_id = row["name"].split(WITHOUT)
        found.setdefault(name, set()).add(log_id)
    return found


class Projection(ABC):
    """A read model. It keeps nothing but its tables, so that they can be made again from the log.

    `relations` are its tables; the names of all of them begin with `<name>_`.
    """

    name: ClassVar[str]
    relations: ClassVar[tuple[Table, ...]]

    @abstractmethod
    def apply(self, db: Cursor, notification: Notification) -> None:
        """Fold one stored event into the tables. Every event comes once, in the order stored."""

    def apply_all(self, db: Cursor, batch: Sequence[Notification]) -> None:
        """Fold a batch of stored events. Between them nobody sees the tables, so what one event writes and a later one
        writes over may be left out."""
        for notification in batch:
            self.apply(db, notification)

    def digest(self) -> str:
        """The digest of the schema, whichever database it lies in: other tables, another digest."""
        return hashlib.sha256("\n".join(creating(*self.relations)).encode()).hexdigest()

    def reset(self, database: Database, db: Cursor, position: int = 0) -> None:
        """Empty the tables, which stand at this position then; those of an earlier schema are replaced."""
        if self.is_current(db):
            for relation in self.relations:
                db.execute(delete(relation))
        else:
            for table in database.tables(db, self.name):
                db.execute(f"DROP TABLE {table}")
            database.create(db, *self.relations)
        self.take_all(db)
        self.stand_at(db, position)

    def leave_out(self, db: Cursor, log_id: str, position: int) -> None:
        """Remember to take no more from a log, whose entry at this position cannot be decoded, until the tables are
        made anew."""
        stand_at(db, f"{self.name}{WITHOUT}{log_id}", position)

    def take_all(self, db: Cursor) -> None:
        """Leave no log out any more: the tables are filled from the first event on."""
        db.execute(_TAKE_ALL, begins=f"{self.name}{WITHOUT}")

    def left_out(self, db: Cursor) -> dict[str, int]:
        """The logs from which no more is taken, with the positions of the entries that cannot be decoded."""
        found = db.execute(_LEFT_OUT, begins=f"{self.name}{WITHOUT}")
        return {row["name"].split(WITHOUT)[1]: row["position"] for row in found}

    def stand_at(self, db: Cursor, position: int) -> None:
        """Remember that the tables are of the present schema, and where they stand."""
        stand_at(db, self.name, position, self.digest())

    def is_current(self, db: Cursor) -> bool:
        """Whether the tables are there and of the present schema."""
        return self.schema_in_use(db) == self.digest()

    def schema_in_use(self, db: Cursor) -> str | None:
        """The digest of the schema by which the tables were made; None if there are none."""
        row = db.execute(_OF_NAME, name=self.name).fetchone()
        return None if row is None else str(row["schema"])

    def position(self, db: Cursor) -> int:
        """The position of the last event folded; 0 before the first."""
        return reached(db, self.name)

    def move(self, db: Cursor, position: int) -> None:
        """Remember that everything up to this position is folded."""
        db.execute(_MOVE, name=self.name, reached=position)
