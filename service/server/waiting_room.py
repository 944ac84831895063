"""Requests that wait for news: only so many of them may wait at a time, and not all of one caller."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

LONGEST = 25
"""Seconds that a long poll may wait at most."""


class WaitingRoom:
    """Lets in so many waiting requests at a time, by default as many as a quarter of the server's threads.

    Half of the places are for whoever comes. The others are for callers who have less than an eighth of them all, or
    less than two.
    """

    def __init__(self, threads: int, places: int | None = None) -> None:
        self.places = places or max(1, threads // 4)
        self.own_places = max(2, self.places // 8)
        self._waiting: Counter[str] = Counter()
        self._lock = Lock()

    @contextmanager
    def place(self, caller: str) -> Iterator[bool]:
        """Whether there is a place to wait in for the caller; who gets none is answered at once."""
        entered = self.enter(caller)
        try:
            yield entered
        finally:
            if entered:
                self.leave(caller)

    def enter(self, caller: str) -> bool:
        """Take a place for the caller, if there is one; whoever does must `leave`."""
        with self._lock:
            taken, own = self._waiting.total(), self._waiting[caller]
            if taken >= self.places or (taken >= self.places // 2 and own >= self.own_places):
                return False
            self._waiting[caller] += 1
            return True

    def leave(self, caller: str) -> None:
        """Free a place of the caller's."""
        with self._lock:
            self._waiting[caller] -= 1
            if self._waiting[caller] <= 0:
                del self._waiting[caller]
