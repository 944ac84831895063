"""Waiting for something to be written: woken at once by this process's own writes, soon after those of others."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

LOOK_AGAIN = 0.25
"""Seconds until the store is asked whether another process has written."""


class Moves:
    """Lets any number of threads wait for the log to grow; one of them at a time looks for all.

    `position()` tells the log's last position, `version(game_id)` that of a game.
    """

    def __init__(self, position: Callable[[], int], version: Callable[[str], int]) -> None:
        self._position = position
        self._version = version
        self._written = threading.Condition()
        self._writes = 0
        self._seen = -1
        self._looked = 0.0

    def tell(self) -> None:
        """Something was written."""
        with self._written:
            self._writes += 1
            self._written.notify_all()

    def wait(self, game_id: str, after: int, seconds: float) -> bool:
        """Wait until the game's version is above `after`: whether it is, at the latest after `seconds`."""
        return self._wait(lambda: self._version(game_id) > after, seconds)

    def wait_for_any(self, after: int, seconds: float) -> bool:
        """Wait until the log's position is above `after`: whether it is, at the latest after `seconds`."""
        return self._wait(lambda: self._position() > after, seconds)

    def _wait(self, holds: Callable[[], bool], seconds: float) -> bool:
        until = time.monotonic() + seconds
        known = self._writes
        while not holds():
            with self._written:
                while self._writes == known:
                    left = until - time.monotonic()
                    if left <= 0:
                        return False
                    self._written.wait(min(left, LOOK_AGAIN))
                    self._look()
                known = self._writes
        return True

    def _look(self) -> None:
        """Tell of what another process has written, unless somebody has looked just now."""
        now = time.monotonic()
        if now - self._looked < LOOK_AGAIN:
            return
        self._looked = now
        position = self._position()
        if position != self._seen:
            self._seen = position
            self._writes += 1
            self._written.notify_all()
