"""What the store asks of a database: events of several logs and other changes, in one transaction.

`service.store.sqlite` and `service.store.postgres` answer it, each with the recorder that the `eventsourcing` library
has for it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol
from uuid import UUID

from eventsourcing.persistence import StoredEvent
from sqlalchemy import select

from projections.database import Database
from projections.statements import Cursor, Statement
from service.store.relations import installation

EVENT_CATALOGUE = 6
"""Raised whenever events are stored that an older program could not read, or stored in a way that it must not go on
beside; it then stops writing."""

SCHEMA_WAIT = 30
"""Seconds that the command which creates tables waits for whoever writes."""

EVENT_CATALOGUE_KEY = "event catalogue"
"""Under which the installation keeps the number of its event catalogue."""


Change = Callable[[Cursor], object]
"""Something to write in the transaction that stores the events."""


def executing(statement: Statement, /, **values: Any) -> Change:
    """The change that this statement makes."""

    def make(cursor: Cursor) -> None:
        cursor.execute(statement, **values)

    return make


class Expected(NamedTuple):
    """What must be so when events are stored: the answer to a question, as `any_row` asks it.

    Names are locked for it until the transaction ends; the id of a log is such a name, which whoever appends to the log
    keeps. What it `keeps` nobody else may keep or share; what it `shares` others may share, and nobody may keep.
    """

    question: Statement
    values: Mapping[str, Any]
    answer: bool
    otherwise: str
    """What is wrong if it is not so, in words."""
    keeps: tuple[str, ...] = ()
    shares: tuple[str, ...] = ()

    def check(self, cursor: Cursor) -> None:
        """Ask, and `Conflict` if the answer is not what is expected."""
        self.compare(cursor.execute(self.question, **self.values).fetchone())

    def compare(self, row: Any) -> None:
        """`Conflict` if the answer in this row is not what is expected."""
        if bool(row["found"]) != self.answer:
            raise Conflict(self.otherwise)


CATALOGUE = select(installation.c.value).where(installation.c.key == EVENT_CATALOGUE_KEY)


class Conflict(Exception):
    """A log is not at the version that was expected, or something else is not as expected: somebody else was faster."""


class NewerStore(Exception):
    """The store holds events that this program does not know; it may read but not write."""


class NoDatabase(Exception):
    """There is no database where it should be; the message says why."""


class Recorder(Protocol):
    """A database that holds the store. Thread-safe; several processes may use it at once.

    Its methods raise `Unavailable` while it cannot be used.
    """

    def has(self, relation: str) -> bool:
        """Whether there is a relation of this name."""

    def migrate(self) -> None:
        """Bring the schema to this program's, in one transaction; nothing happens where it is so already."""

    def insert_events(
        self,
        stored_events: Sequence[StoredEvent],
        *,
        changes: Sequence[Change] = (),
        expected: Sequence[Expected] = (),
    ) -> Sequence[int] | None:
        """Store events, then make the changes: the events' positions, which rise with each that follows another.

        `Conflict` when a log has moved, or something is not as `expected`; `NewerStore`;
        `eventsourcing.persistence.IntegrityError` when a change clashes. Then nothing is stored. The changes may be
        made more than once until they are stored.
        """

    def horizon(self) -> int:
        """The position up to which a reader finds all events: none will be stored there that is not there yet."""

    def probe(self, cursor: Cursor) -> None:
        """The change that changes nothing, but can be made only when an event could be stored."""

    def key(self, log: UUID) -> Any:
        """The log's `originator_id` in `stored_events`."""

    def beside(self, name: str) -> Database | None:
        """This database, for projections that one writer at a time changes under this name; None where they lie in
        files of their own."""

    def rows(self, statement: Statement, /, **values: Any) -> list[Any]:
        """What a SELECT finds."""

    def close(self) -> None:
        """Close the connections."""


def check_known(found: int) -> None:
    """`NewerStore` if a store with this number of the event catalogue holds events that this program does not know."""
    if found > EVENT_CATALOGUE:
        raise NewerStore(f"the store has event catalogue {found}, this program knows {EVENT_CATALOGUE}")


def catalogue(cursor: Cursor) -> int:
    """The number of the store's event catalogue."""
    return int(cursor.execute(CATALOGUE).fetchone()["value"])


def firsts(stored_events: Sequence[StoredEvent]) -> dict[UUID | str, int]:
    """The first version that is to be stored of each log."""
    found: dict[UUID | str, int] = {}
    for event in stored_events:
        found.setdefault(event.originator_id, event.originator_version)
    return found
