"""What has been told, and what was not to be told any more, is kept for a while for its owner to read; then it goes."""

from __future__ import annotations

from collections.abc import Callable

from projections.notices.deliveries import OutboxStore

KEPT_SECONDS = 90 * 24 * 3600
"""How long the outbox keeps a row that has ended."""

PAUSE_SECONDS = 3600
"""Between two looks for rows that are to go."""

BATCH = 200
"""Rows that go at a look: whoever writes meanwhile waits for a few hundredths of a second."""


class Pruning:
    """Removes old rows of the outbox. Several do no harm. `clock()` is the time in seconds UTC."""

    def __init__(self, outbox: OutboxStore, clock: Callable[[], int]) -> None:
        self._outbox = outbox
        self._clock = clock
        self._next = 0

    def step(self) -> int:
        """Remove a batch, if it is time to look: how many rows went. After a full one it is time at once."""
        now = self._clock()
        if now < self._next:
            return 0
        went = self._outbox.prune(now - KEPT_SECONDS, BATCH)
        if went < BATCH:
            self._next = now + PAUSE_SECONDS
        return went
