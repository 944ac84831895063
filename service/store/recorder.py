"""What the store asks of a database: events of several logs and other changes, in one transaction.

`service.store.sqlite` and `service.store.postgres` answer it, each with the recorder that the `eventsourcing` library
has for it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple, Protocol
from uuid import UUID

from eventsourcing.persistence import StoredEvent

EVENT_CATALOGUE = 3
"""Raised whenever events are stored that an older program could not read; it then stops writing."""

SCHEMA_WAIT = 30
"""Seconds that the command which creates tables waits for whoever writes."""


class Cursor(Protocol):
    """A transaction as a change sees it: SQL with `?` for each value, rows whose columns are read by name."""

    def execute(self, statement: str, values: Sequence[Any] = ..., /) -> Any:
        """Carry out a statement."""

    def fetchone(self) -> Any:
        """The next row that a SELECT has found; None after the last."""

    def fetchall(self) -> list[Any]:
        """All rows that a SELECT has found."""


Change = Callable[[Cursor], None]
"""Something to write in the transaction that stores the events."""


def executing(statement: str, *values: Any) -> Change:
    """The change that this statement makes."""

    def make(cursor: Cursor) -> None:
        cursor.execute(statement, values)

    return make


class Expected(NamedTuple):
    """What must be so when events are stored: whether there is a row of `source`, SQL with `?` for each value."""

    source: str
    values: Sequence[Any]
    is_there: bool
    otherwise: str
    """What is wrong if it is not so, in words."""

    @property
    def question(self) -> str:
        """The SQL expression that asks."""
        return f"EXISTS(SELECT 1 FROM {self.source})"

    def check(self, answer: object) -> None:
        """`Conflict` if the answer is not what is expected."""
        if bool(answer) != self.is_there:
            raise Conflict(self.otherwise)


NO_LOGS: Mapping[UUID, int] = MappingProxyType({})
"""No log of which it is asked whether it has moved."""


class Conflict(Exception):
    """A log is not at the version that was expected: somebody else was faster."""


class NewerStore(Exception):
    """The store holds events that this program does not know; it may read but not write."""


class NoDatabase(Exception):
    """There is no database where it should be; the message says why."""


class Recorder(Protocol):
    """A database that holds the store. Thread-safe; several processes may use it at once.

    Its methods raise `Unavailable` while it cannot be used.
    """

    position_column: str
    """The column of `stored_events` with an event's position in the log of all games."""

    def has_tables(self) -> bool:
        """Whether `create_table` was run."""

    def create_table(self) -> None:
        """Create what is missing of the tables."""

    def insert_events(
        self,
        stored_events: Sequence[StoredEvent],
        *,
        changes: Sequence[Change] = (),
        still: Mapping[UUID, int] = NO_LOGS,
        expected: Sequence[Expected] = (),
    ) -> Sequence[int] | None:
        """Store events, then make the changes: the events' positions, which have no gaps and rise as they commit.

        `Conflict` when a log has moved, or one of those that are to be `still` at these versions, or when something is
        not as `expected`; `NewerStore`; `eventsourcing.persistence.IntegrityError` when a change clashes. Then nothing
        is stored.
        """

    def probe(self, cursor: Cursor) -> None:
        """The change that changes nothing, but can be made only when an event could be stored."""

    def key(self, log: UUID) -> Any:
        """The log's `originator_id` in `stored_events`."""

    def rows(self, statement: str, *values: Any) -> list[Any]:
        """What a SELECT finds."""

    def close(self) -> None:
        """Close the connections."""


def check_known(found: int) -> None:
    """`NewerStore` if a store with this number of the event catalogue holds events that this program does not know."""
    if found > EVENT_CATALOGUE:
        raise NewerStore(f"the store has event catalogue {found}, this program knows {EVENT_CATALOGUE}")


def catalogue(cursor: Cursor) -> int:
    """The number of the store's event catalogue."""
    cursor.execute("SELECT value FROM installation WHERE key='event catalogue'")
    return int(cursor.fetchone()["value"])


def firsts(stored_events: Sequence[StoredEvent]) -> dict[UUID | str, int]:
    """The first version that is to be stored of each log."""
    found: dict[UUID | str, int] = {}
    for event in stored_events:
        found.setdefault(event.originator_id, event.originator_version)
    return found
