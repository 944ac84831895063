"""A time that never goes back."""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock


class SteadyTime:
    """A time in whole seconds UTC that never goes back: while the system clock is set back it goes on with `elapsed()`,
    seconds that nobody can set, and when that is right again it has missed nothing. Thread-safe.

    Instants that everybody sees, in logs and deadlines, go by the system clock: all processes have that in common.
    """

    def __init__(self, clock: Callable[[], int], elapsed: Callable[[], float]) -> None:
        self._clock = clock
        self._elapsed = elapsed
        self._reached = 0.0
        self._at = elapsed()
        self._guard = Lock()

    def now(self, at_least: int = 0) -> int:
        """The time; `at_least` is an instant that is known to have passed."""
        with self._guard:
            elapsed = self._elapsed()
            self._reached = max(self._clock(), at_least, self._reached + elapsed - self._at)
            self._at = elapsed
            return int(self._reached)
