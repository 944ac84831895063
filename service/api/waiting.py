"""Requests that wait for news hold a thread each, so only so many of them may wait at a time."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import BoundedSemaphore

LONGEST = 25
"""Seconds that a long poll may wait at most."""


class WaitingRoom:
    """Lets in so many waiting requests at a time, by default as many as a quarter of the server's threads."""

    def __init__(self, threads: int, places: int | None = None) -> None:
        self.places = places or max(1, threads // 4)
        self._free = BoundedSemaphore(self.places)

    @contextmanager
    def place(self) -> Iterator[bool]:
        """Whether there is a place to wait in; who gets none is answered at once."""
        entered = self.enter()
        try:
            yield entered
        finally:
            if entered:
                self.leave()

    def enter(self) -> bool:
        """Take a place, if there is one; whoever does must `leave`."""
        return self._free.acquire(blocking=False)

    def leave(self) -> None:
        """Free a place."""
        self._free.release()
