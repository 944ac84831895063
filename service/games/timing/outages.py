"""The outages that a game has still to count: what its clocks are reckoned with until its log cites them."""

from __future__ import annotations

from collections.abc import Sequence

from domain.table.parts import Outage
from domain.table.rules.outages import reckoned, uncounted
from domain.table.table import Table
from service.store.event_store import Store
from service.store.heartbeat import Outages


class TableOutages:
    """Finds the outages that concern a table. Thread-safe."""

    def __init__(self, store: Store) -> None:
        self._outages = Outages(store)

    def of(self, table: Table, last: int) -> Sequence[Outage]:
        """The outages that the table has not counted, of those up to the `last` one that there is; nothing is read
        where there are none."""
        counted = 0 if table.clocks.outage is None else table.clocks.outage.id
        opened = [clock.opened for clock in table.clocks.seats.values() if clock.runs]
        if last <= counted or table.status != "running" or not opened:
            return ()
        return uncounted(table.clocks, self._outages.after(counted, min(opened)))

    def reckon(self, table: Table, last: int) -> Table:
        """The table with the clocks that it will have: to be looked at."""
        return reckoned(table, self.of(table, last))
