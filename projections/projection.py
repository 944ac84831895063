"""What a projection is: tables of its own, and how one stored event changes them."""

from __future__ import annotations

import hashlib
import sqlite3
from abc import ABC, abstractmethod
from typing import ClassVar

from projections.columns import integer, key, read_model, words
from projections.log import Notification
from projections.statements import creating, put, sql

projections = read_model("projections", key("name"), words("schema"), integer("position"), with_rowid=True)
"""Where each projection, and who acts on them, has got to in the log; and the digest of the schema that its tables were
made by."""

[POSITIONS] = creating(projections)

_STAND = sql(put(projections))


def position_of(db: sqlite3.Connection, name: str) -> int:
    """The position in the log that is kept under this name; 0 before the first."""
    row = db.execute("SELECT position FROM projections WHERE name = ?", (name,)).fetchone()
    return int(row["position"]) if row is not None else 0


def stand_at(db: sqlite3.Connection, name: str, position: int, schema: str = "") -> None:
    """Keep a position in the log, and the digest of the tables' schema, if it is one of tables, under this name."""
    db.execute(_STAND, {"name": name, "schema": schema, "position": position})


class Projection(ABC):
    """A read model. It keeps nothing but its tables, so that they can be made again from the log.

    `statements` creates the tables and indexes; the names of all tables begin with `<name>_`.
    """

    name: ClassVar[str]
    statements: ClassVar[tuple[str, ...]]

    @abstractmethod
    def apply(self, db: sqlite3.Connection, notification: Notification) -> None:
        """Fold one stored event into the tables. Every event comes once, in the order stored."""

    def digest(self) -> str:
        """The digest of the schema: other tables, another digest."""
        return hashlib.sha256("\n".join(self.statements).encode()).hexdigest()

    def tables(self, db: sqlite3.Connection) -> list[str]:
        """The names of this projection's tables that the database has."""
        found = db.execute(
            "SELECT name FROM sqlite_master WHERE type = 'table' AND name GLOB ? ORDER BY name",
            (f"{self.name}_*",),
        )
        return [row["name"] for row in found]

    def reset(self, db: sqlite3.Connection, position: int = 0) -> None:
        """Replace the tables by empty ones that stand at this position."""
        for table in self.tables(db):
            db.execute(f"DROP TABLE {table}")
        for statement in self.statements:
            db.execute(statement)
        self.stand_at(db, position)

    def stand_at(self, db: sqlite3.Connection, position: int) -> None:
        """Remember that the tables are of the present schema, and where they stand."""
        stand_at(db, self.name, position, self.digest())

    def is_current(self, db: sqlite3.Connection) -> bool:
        """Whether the tables are there and of the present schema."""
        return self.schema_in_use(db) == self.digest()

    def schema_in_use(self, db: sqlite3.Connection) -> str | None:
        """The digest of the schema by which the tables were made; None if there are none."""
        row = db.execute("SELECT schema FROM projections WHERE name = ?", (self.name,)).fetchone()
        return None if row is None else str(row["schema"])

    def position(self, db: sqlite3.Connection) -> int:
        """The position of the last event folded; 0 before the first."""
        return position_of(db, self.name)

    def move(self, db: sqlite3.Connection, position: int) -> None:
        """Remember that everything up to this position is folded."""
        db.execute("UPDATE projections SET position = ? WHERE name = ?", (position, self.name))
