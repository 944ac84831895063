"""The time that commands on games are stored with, by whichever process."""

from __future__ import annotations

from collections.abc import Callable

from service.people.ttl_cache import TtlCache
from service.store.heartbeat import Heartbeat


class ServiceTime:
    """The time in whole seconds UTC by the system clock, but never before an action could be stored last, by whichever
    clock: so a process whose clock is behind lets nobody's time begin before the decision is open. Thread-safe."""

    def __init__(self, heartbeat: Heartbeat, clock: Callable[[], int], elapsed: Callable[[], float]) -> None:
        self._clock = clock
        self._beaten: TtlCache[None, int] = TtlCache(lambda _: heartbeat.last_seen(), elapsed)

    def __call__(self) -> int:
        """The time now."""
        return max(self._clock(), self._beaten.get(None) or 0)
