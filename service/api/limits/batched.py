"""How often a caller asks, counted in the process and told to the shared count in batches.

To ask the shared count costs as much as a small answer. So it is told of a hundredth of the limit at a time; a caller
who is over the limit is then asked about at every request until the window ends. What is left to a caller is known as
of the last time, less what this process has counted since.
"""

from __future__ import annotations

from math import ceil
from threading import Lock
from time import time

BATCHES = 100
"""In how many parts a limit is told to the shared count."""

MOST_CALLERS = 10_000
"""Of how many callers the process remembers what it has not told yet."""

WINDOW = 60
"""Seconds."""


class BatchedLimit:
    """Batches of the requests of each caller, for a limit of so many in a window. Safe for many threads."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._batch = max(1, limit // BATCHES)
        self._untold: dict[str, int] = {}
        self._over: dict[str, float] = {}
        self._left: dict[str, tuple[int, float]] = {}
        self._lock = Lock()

    def may_wait(self, caller: str) -> bool:
        """Whether a request need not be told to the shared count yet: then it is counted here."""
        with self._lock:
            untold = self._untold.get(caller, 0) + 1
            if untold >= self._batch or self._over.get(caller, 0) > time():
                return False
            if len(self._untold) > MOST_CALLERS:
                self._untold.clear()
            self._untold[caller] = untold
            return True

    def tell(self, caller: str) -> int:
        """The requests of this caller that the shared count is told of now, with the one at hand."""
        with self._lock:
            return self._untold.pop(caller, 0) + 1

    def left(self, caller: str) -> tuple[int, int]:
        """How many requests are left to this caller, as far as it is known here, and the seconds until it has all."""
        now = time()
        remaining, until = self._left.get(caller, (self._limit, now + WINDOW))
        if until <= now:
            remaining, until = self._limit, now + WINDOW
        return max(0, remaining - self._untold.get(caller, 0)), min(WINDOW, ceil(until - now))

    def learn(self, caller: str, remaining: int, until: float) -> None:
        """The shared count says how many requests are left to this caller until an instant (seconds UTC)."""
        with self._lock:
            if len(self._left) > MOST_CALLERS:
                self._left.clear()
            self._left[caller] = (remaining, until)

    def exceeded(self, caller: str, until: float) -> None:
        """The caller is over the limit until an instant (seconds UTC)."""
        with self._lock:
            if len(self._over) > MOST_CALLERS:
                self._over.clear()
            self._over[caller] = until
