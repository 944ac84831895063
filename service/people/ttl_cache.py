"""What the store told a moment ago, so that a caller who asks many times a second is not looked up each time."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, TypeVar

SECONDS = 1
"""How long something is remembered: what another process has changed since counts after so long at the latest."""

MOST = 10_000
"""How many answers are remembered."""

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class TtlCache(Generic[K, V]):
    """What `find` says of a key, remembered for a second; that it says nothing (None) is not. Thread-safe.

    `clock()` is the time in seconds; when it runs backwards, everything is looked up again.
    """

    def __init__(self, find: Callable[[K], V | None], clock: Callable[[], float]) -> None:
        self._find = find
        self._clock = clock
        self._known: dict[K, tuple[V, float]] = {}
        self._forgotten = 0
        self._guard = Lock()

    def get(self, key: K) -> V | None:
        """What `find` says of the key, or said a moment ago."""
        known = self._known.get(key)
        if known is not None and 0 <= self._clock() - known[1] < SECONDS:
            return known[0]
        asked = self._forgotten
        found = self._find(key)
        if found is not None:
            self._keep(key, found, asked)
        return found

    def forget(self) -> None:
        """Something has changed: look everything up again."""
        with self._guard:
            self._forgotten += 1
            self._known.clear()

    def _keep(self, key: K, found: V, asked: int) -> None:
        with self._guard:
            if asked != self._forgotten:
                return  # It may have been looked up before the change.
            if len(self._known) >= MOST:
                self._known.clear()
            self._known[key] = (found, self._clock())
