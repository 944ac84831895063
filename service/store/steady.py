"""A time that does not go back with a system clock that is set back, unless that proves to be right."""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock

BELIEVED = 3600
"""Seconds that a system clock which was set back has to run on by itself until it is taken for the right one."""

SLACK = 2
"""Seconds that a system clock may gain or lose between two looks, and was not set: it has whole seconds, and is kept
right in small steps."""


class SteadyTime:
    """A time in whole seconds UTC that does not go back with the system clock: while that is set back it goes on with
    `elapsed()`, seconds that nobody can set, and when that is right again it has missed nothing. Thread-safe.

    A system clock that has then run on for an hour by itself was ahead before, and not behind since: from then on the
    time is its again, or it would be ahead for ever.

    Instants that everybody sees, in logs and deadlines, go by the system clock: all processes have that in common.
    """

    def __init__(self, clock: Callable[[], int], elapsed: Callable[[], float]) -> None:
        self._clock = clock
        self._elapsed = elapsed
        self._reached = 0.0
        self._seen = clock()
        self._at = self._below_since = elapsed()
        self._guard = Lock()

    def now(self) -> int:
        """The time."""
        with self._guard:
            seen, at = self._clock(), self._elapsed()
            passed = at - self._at
            going_on = self._reached + passed
            if seen > going_on - SLACK or abs(seen - self._seen - passed) > SLACK:
                self._below_since = at
            is_believed = at - self._below_since >= BELIEVED
            self._reached = seen if is_believed else max(seen, going_on)
            self._seen, self._at = seen, at
            return int(self._reached)
