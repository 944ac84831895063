"""Counts in the store: what all processes and machines share where there is no Redis."""

from __future__ import annotations

from collections.abc import Callable
from time import time

from limits.storage import Storage
from sqlalchemy import bindparam, case, delete, select
from sqlalchemy.dialects.postgresql import insert

from projections.statements import Cursor, matching
from projections.unavailable import Unavailable
from service.errors import ServiceError
from service.store.event_store import Store, executing
from service.store.relations import counts_of_limits as counts

FORGET_SECONDS = 3600
"""Between two times that a process has windows forgotten that are over, and how long they must be over by then."""

_OVER = counts.c.until <= bindparam("now")

_ROW = insert(counts)

_COUNT = _ROW.on_conflict_do_update(
    index_elements=[counts.c.limited],
    set_={
        "counted": case((_OVER, _ROW.excluded.counted), else_=counts.c.counted + _ROW.excluded.counted),
        "until": case((_OVER, _ROW.excluded.until), else_=counts.c.until),
    },
)

_LOOK = select(counts.c.counted, counts.c.until).where(matching(counts.c.limited), counts.c.until > bindparam("now"))

_CLEAR = delete(counts).where(matching(counts.c.limited))

_CLEAR_ALL = delete(counts)

_FORGET = delete(counts).where(counts.c.until < bindparam("before"))


class StoredCounts(Storage):
    """The windows of limits as rows of the store, as `limits` keeps them elsewhere. `clock()` is in seconds UTC."""

    STORAGE_SCHEME = None

    def __init__(self, store: Store, clock: Callable[[], float] = time) -> None:
        super().__init__()
        self._store = store
        self._clock = clock
        self._forget_at = clock() + FORGET_SECONDS

    @property
    def base_exceptions(self) -> tuple[type[Exception], ...]:
        """What it raises while it cannot count."""
        return Unavailable, ServiceError

    def incr(self, key: str, expiry: int, amount: int = 1) -> int:
        """Count so many more: how many that are in the window."""
        self._forget()
        now = int(self._clock())
        counted: list[int] = []

        def count(cursor: Cursor) -> None:
            cursor.execute(_COUNT, limited=key, counted=amount, until=now + expiry, now=now)
            counted.append(cursor.execute(_LOOK, limited=key, now=now).fetchone()["counted"])

        self._store.write_aside(count)
        return counted[-1]

    def get(self, key: str) -> int:
        """How many there are in the window."""
        return next((int(row["counted"]) for row in self._rows(key)), 0)

    def get_expiry(self, key: str) -> float:
        """When the window ends; now, if there is none."""
        return next((float(row["until"]) for row in self._rows(key)), self._clock())

    def check(self) -> bool:
        """Whether it can be read now."""
        try:
            self.get("")
        except self.base_exceptions:
            return False
        return True

    def reset(self) -> None:
        """Forget all windows."""
        self._store.write_aside(executing(_CLEAR_ALL))

    def clear(self, key: str) -> None:
        """Forget a window."""
        self._store.write_aside(executing(_CLEAR, limited=key))

    def _rows(self, key: str) -> list[dict[str, int]]:
        return self._store.rows(_LOOK, limited=key, now=int(self._clock()))

    def _forget(self) -> None:
        if (now := self._clock()) >= self._forget_at:
            self._forget_at = now + FORGET_SECONDS
            self._store.write_aside(executing(_FORGET, before=int(now) - FORGET_SECONDS))
