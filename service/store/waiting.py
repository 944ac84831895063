"""Waiting for something to be written: woken at once by this process's own writes, soon after those of others."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from threading import Condition, Event, Thread

from eventsourcing.persistence import PersistenceError

from projections.unavailable import Unavailable

LOOK_AGAIN = 0.25
"""Seconds until the store is asked whether another process has written."""

Wake = Callable[[], object]
"""What is called, by another thread, when it is time to look."""

ANY = None
"""In place of a log's id: all of them."""


class Wait:
    """Waiting, for so many seconds at most, until something of a log, or of any, `holds`.

    A thread may `block`. Who has no thread to spare has itself woken and asks again whether it has `come`.
    """

    def __init__(self, moves: Moves, log_id: str | None, holds: Callable[[], bool], seconds: float) -> None:
        self.seconds = seconds
        self.came = False
        self._moves = moves
        self._log_id = log_id
        self._holds = holds

    def look(self) -> bool:
        """Ask the store whether it has come by now; `came` remembers that."""
        self.came = self._holds()
        return self.came

    @contextmanager
    def waking(self, wake: Wake) -> Iterator[None]:
        """Within this block `wake` is called whenever it is time to look."""
        with self._moves.waking(self._log_id, wake):
            yield

    def block(self) -> bool:
        """Wait here: whether it has come."""
        until, woken = time.monotonic() + self.seconds, Event()
        with self.waking(woken.set):
            while not self.look() and woken.wait(max(0.0, until - time.monotonic())):
                woken.clear()
        return self.came


class Moves:
    """Lets any number wait for logs to grow. One thread looks for all of them, and wakes those whose log it was.

    `position()` tells the log's last position, `version(log_id)` that of one log, `since(position)` what was written
    after a position: positions with the ids of logs, in order.
    """

    def __init__(
        self,
        position: Callable[[], int],
        version: Callable[[str], int],
        since: Callable[[int], Sequence[tuple[int, str]]],
    ) -> None:
        self._position = position
        self._version = version
        self._since = since
        self._changed = Condition()
        self._waiting: dict[str | None, list[Wake]] = {}
        self._told = False
        self._looks = False
        self._seen: int | None = None

    def tell(self) -> None:
        """Something was written."""
        if self._waiting:
            with self._changed:
                self._told = True
                self._changed.notify()

    def of_log(self, log_id: str, after: int, seconds: float) -> Wait:
        """Waiting until the version of a log is above `after`."""
        return Wait(self, log_id, lambda: self._version(log_id) > after, seconds)

    def any(self, after: int, seconds: float) -> Wait:
        """Waiting until the log's position is above `after`."""
        return Wait(self, ANY, lambda: self._position() > after, seconds)

    def pause(self, seconds: float) -> Wait:
        """Waiting for so many seconds, whatever is written."""
        return Wait(self, "", lambda: False, seconds)

    @contextmanager
    def waking(self, log_id: str | None, wake: Wake) -> Iterator[None]:
        """Within this block `wake` is called whenever something was written to the log, or to any for `ANY`."""
        with self._changed:
            self._waiting.setdefault(log_id, []).append(wake)
            if not self._looks:
                self._seen, self._looks = None, True
                Thread(target=self._look_on, name="moves", daemon=True).start()
        try:
            yield
        finally:
            with self._changed:
                self._waiting[log_id].remove(wake)
                if not self._waiting[log_id]:
                    del self._waiting[log_id]

    def _look_on(self) -> None:
        """Look again and again, at once when something was written here, until nobody waits any more."""
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._told, LOOK_AGAIN)
                self._told = False
                if not self._waiting:
                    self._looks = False
                    return
            self._wake(self._moved())

    def _moved(self) -> set[str | None]:
        """Whom to wake: those of the logs that have grown since the last look, and whoever waits for any.

        All at the first look, as some may have looked before it; and when the store cannot be asked: they are told.
        """
        try:
            if self._seen is not None:
                found = self._since(self._seen)
                self._seen = found[-1][0] if found else self._seen
                return {ANY, *(log_id for _, log_id in found)} if found else set()
            self._seen = self._position()
        except (Unavailable, PersistenceError):
            pass
        with self._changed:
            return set(self._waiting)

    def _wake(self, moved: set[str | None]) -> None:
        with self._changed:
            woken = [wake for log_id in moved for wake in self._waiting.get(log_id, ())]
        for wake in woken:
            wake()
