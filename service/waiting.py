"""Waiting for a game to move: woken at once by this process's own writes, soon after those of others."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

LOOK_AGAIN = 0.25
"""Seconds until the store is asked whether another process has written."""


class Moves:
    """Lets threads wait for a game's version, which `version(game_id)` tells."""

    def __init__(self, version: Callable[[str], int]) -> None:
        self._version = version
        self._written = threading.Condition()

    def tell(self) -> None:
        """Something was written."""
        with self._written:
            self._written.notify_all()

    def wait(self, game_id: str, after: int, seconds: float) -> bool:
        """Wait until the game's version is above `after`: whether it is, at the latest after `seconds`."""
        until = time.monotonic() + seconds
        with self._written:
            while self._version(game_id) <= after:
                left = until - time.monotonic()
                if left <= 0:
                    return False
                self._written.wait(min(left, LOOK_AGAIN))
        return True
