"""Long polls: a request that waits for news holds a thread, so only a quarter of them may wait at a time."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import BoundedSemaphore

LONGEST = 25
"""Seconds that a request may wait at most."""


class WaitingRoom:
    """Lets in as many waiting requests as a quarter of the server's threads, at least one."""

    def __init__(self, threads: int) -> None:
        self.places = max(1, threads // 4)
        self._free = BoundedSemaphore(self.places)

    @contextmanager
    def place(self) -> Iterator[bool]:
        """Whether there is a place to wait in; who gets none is answered at once."""
        entered = self._free.acquire(blocking=False)
        try:
            yield entered
        finally:
            if entered:
                self._free.release()
