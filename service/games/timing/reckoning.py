"""The time that games go by, by whichever process; and the outages that a game's clocks are reckoned with until its log
cites them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from domain.table.parts import Outage
from domain.table.rules.outages import reckoned, uncounted
from domain.table.table import Table
from service.people.ttl_cache import TtlCache
from service.store.event_store import Store
from service.store.heartbeat import Heartbeat, Outages


class ServiceTime:
    """The time in whole seconds UTC by the system clock, but never before an action could be stored last, by whichever
    clock: so a process whose clock is behind lets nobody's time begin before the decision is open. Thread-safe."""

    def __init__(self, heartbeat: Heartbeat, clock: Callable[[], int], elapsed: Callable[[], float]) -> None:
        self._clock = clock
        self._beaten: TtlCache[None, int] = TtlCache(lambda _: heartbeat.last_seen(), elapsed)

    def __call__(self) -> int:
        """The time now."""
        return max(self._clock(), self._beaten.get(None) or 0)


class TableOutages:
    """Finds the outages that concern a table. Thread-safe."""

    def __init__(self, store: Store) -> None:
        self._outages = Outages(store)

    def of(self, table: Table, last: int) -> Sequence[Outage]:
        """The outages that the table has not counted, of those up to the `last` one that there is; nothing is read
        where there are none."""
        counted = 0 if table.clocks.outage is None else table.clocks.outage.id
        if last <= counted or table.status != "running":
            return ()
        opened = [clock.opened for clock in table.clocks.seats.values() if clock.runs]
        return uncounted(table.clocks, self._outages.after(counted, min(opened))) if opened else ()

    def reckon(self, table: Table, last: int) -> Table:
        """The table with the clocks that it will have: to be looked at."""
        return reckoned(table, self.of(table, last))
