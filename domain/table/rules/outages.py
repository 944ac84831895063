"""Outages: times in which nobody could act. Running deadlines move by them, and each counts once in a game.

An outage is a fact of the whole installation. A game's log gets one event that cites it, with the next command or
before a deadline is enforced; until then whoever looks at the clocks reckons with it, and sees the same.
"""

from __future__ import annotations

from collections.abc import Sequence

from domain.contract.game import Refused
from domain.contract.quantities import MINUTE
from domain.log.record import Command, Happened
from domain.table import actions as a
from domain.table import events as e
from domain.table.parts import Outage
from domain.table.rules.clock import Clocks, SeatClock
from domain.table.rules.deadlines import OUTAGE_BONUS, check_service
from domain.table.table import Table

LONG = 5 * MINUTE
"""Outages of more seconds are long: people may have stood before a closed door, and gone."""

SHORT_REST = 5 * MINUTE
"""For so many seconds after a short outage no deadline is enforced."""


def uncounted(clocks: Clocks, outages: Sequence[Outage]) -> tuple[Outage, ...]:
    """Those of the outages, in order, that are still to be counted: since them, or in them, a deadline runs."""
    if not outages:
        return ()
    opened = [clock.opened for clock in clocks.seats.values() if clock.runs]
    if not opened:
        return ()
    last = 0 if clocks.outage is None else clocks.outage.id
    begin = max(min(opened), clocks.moved_at)
    return tuple(outage for outage in outages if outage.id > last and outage.until > begin)


def counted(table: Table, outages: Sequence[Outage]) -> e.OutagesCounted:
    """The event that counts these outages, which are not counted yet."""
    deadlines = {seat: _moved(clock, outages) for seat, clock in table.clocks.seats.items() if clock.runs}
    return e.OutagesCounted(tuple(outages), deadlines, _last_call(table.clocks.last_call, outages))


def count_outages(table: Table, command: Command, action: a.CountOutages, seed: bytes) -> list[Happened]:
    """Running deadlines move by outages. No decision is opened or closed by that, so nothing is asked anew."""
    check_service(table, command)
    if any(outage.until <= outage.since for outage in action.outages):
        raise Refused("malformed", "an outage ends after it has begun")
    if not action.outages or uncounted(table.clocks, action.outages) != action.outages:
        raise Refused("illegal", "these outages are counted, or no deadline runs that they could move")
    return [Happened(counted(table, action.outages))]


def reckoned(table: Table, outages: Sequence[Outage]) -> Table:
    """The table with the clocks that it has once these outages are counted: to be looked at, and sharing all else."""
    if not outages:
        return table
    event = counted(table, outages)
    clocks = table.clocks.clone()
    clocks.outages_counted(event.outages[-1], event.deadlines, event.last_call, max(table.at, outages[-1].until))
    return table.with_clocks(clocks)


def _moved(clock: SeatClock, outages: Sequence[Outage]) -> int:
    """Until when a seat has time: by how long each outage was, and an hour more after a long one.

    What began after an outage has lost nothing by it. A deadline that had passed before an outage, and is not enforced
    yet, waits for its end as well.
    """
    deadline = clock.deadline
    assert deadline is not None
    for outage in outages:
        if outage.until <= clock.opened:
            continue
        deadline += outage.seconds
        if outage.seconds > LONG:
            deadline = max(deadline, outage.until) + OUTAGE_BONUS
        else:
            deadline = max(deadline, outage.until + SHORT_REST)
    return deadline


def _last_call(last_call: int | None, outages: Sequence[Outage]) -> int | None:
    """When the game ends if nobody acts: later by short outages, and none is called after a long one."""
    if last_call is None or any(outage.seconds > LONG for outage in outages):
        return None
    return last_call + sum(outage.seconds for outage in outages)
