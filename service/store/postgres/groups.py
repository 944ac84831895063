"""Groups of appends: what several threads want to store at the same moment is stored in one transaction.

A statement, and a commit, costs PostgreSQL and this process the same for one command as for ten.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from threading import Condition, Event
from typing import Self

from eventsourcing.persistence import StoredEvent

from projections.unavailable import Locked, Unavailable
from service.store.recorder import Change, Expected

MOST_AT_ONCE = 32
"""How many appends a group has at most."""

GATHERING = 0.002
"""Seconds for which a group waits to become as large as the one before it."""


class Append:
    """Events to store, with what is expected and changed, of one thread; and what came of it."""

    def __init__(
        self, events: Sequence[StoredEvent], changes: Sequence[Change] = (), expected: Sequence[Expected] = ()
    ) -> None:
        self.events = events
        self.changes = changes
        self.expected = expected
        self.logs = {str(event.originator_id) for event in events}
        self.leads = False
        self.called = Event()
        self.positions: Sequence[int] = ()
        self.error: Exception | None = Unavailable("whoever was to store this with others was stopped")

    @classmethod
    def of(cls, group: Sequence[Append]) -> Self:
        """All that a group has to store, as one."""
        return cls(
            [event for one in group for event in one.events],
            [change for one in group for change in one.changes],
            [expected for one in group for expected in one.expected],
        )

    def told(self) -> Sequence[int]:
        """The positions of its events; raises what was wrong."""
        if self.error is not None:
            raise self.error
        return self.positions


class Groups:
    """Stores appends, one group after the other. Thread-safe.

    Whoever comes first leads: it stores what has come by then, and calls the first of those who have come meanwhile to
    lead next. `store(group)` does it in one transaction: the positions of each one's events.
    """

    def __init__(self, store: Callable[[Sequence[Append]], Sequence[Sequence[int]]]) -> None:
        self._store = store
        self._changed = Condition()
        self._waiting: list[Append] = []
        self._is_led = False
        self._size = 1

    def carry_out(self, append: Append) -> Sequence[int]:
        """Store it, with others or alone: the positions of its events. What is wrong with others does it no harm."""
        with self._changed:
            append.leads, self._is_led = not self._is_led, True
            if not append.leads:
                self._waiting.append(append)
                if self._are_enough():
                    self._changed.notify()
        if not append.leads:
            append.called.wait()
        if append.leads:
            self._lead(append)
        return append.told()

    def _lead(self, leader: Append) -> None:
        group = self._gathered(leader)
        try:
            self._carry_out(group)
        finally:
            self._call_next()
            for one in group:
                one.called.set()

    def _gathered(self, leader: Append) -> Sequence[Append]:
        """The group of those who wait for longest, of each log one: who comes second was decided without the first."""
        group, logs = [leader], set(leader.logs)
        with self._changed:
            self._changed.wait_for(self._are_enough, GATHERING)
            for one in self._waiting:
                if len(group) < MOST_AT_ONCE and logs.isdisjoint(one.logs):
                    group.append(one)
                logs |= one.logs
            self._waiting = [one for one in self._waiting if one not in group]
            self._size = len(group)
        return group

    def _are_enough(self) -> bool:
        """Whether as many have come, with the leader, as the last time."""
        return len(self._waiting) + 1 >= self._size

    def _call_next(self) -> None:
        with self._changed:
            self._is_led = bool(self._waiting)
            if self._waiting:
                following = self._waiting.pop(0)
                following.leads = True
                following.called.set()

    def _carry_out(self, group: Sequence[Append]) -> None:
        """Store a group; where something is wrong with one of it, each alone."""
        try:
            for one, positions in zip(group, self._store(group), strict=True):
                one.positions, one.error = positions, None
        except Exception as error:
            if len(group) == 1 or _concerns_all(error):
                for one in group:
                    one.error = error
            else:
                for one in group:
                    self._carry_out([one])


def _concerns_all(error: Exception) -> bool:
    """Whether the database is away, and not only a lock that somebody keeps."""
    return isinstance(error, Unavailable) and not isinstance(error, Locked)
