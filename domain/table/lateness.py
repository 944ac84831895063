"""Who lost a game to the clock: what a league counts of it."""

from __future__ import annotations

from collections.abc import Iterable

from domain.log.record import Entry
from domain.table.table import Table


def lost_to_the_clock(table: Table, entries: Iterable[Entry]) -> list[str]:
    """The seats whose people were away at the end: they forfeited as their time was up, or an AI keeps the seat.

    Who takes a seat over that was forfeited, or is given it by an operator, has not forfeited it. `entries` are the
    table's log.
    """
    passed: set[tuple[int, str]] = set()
    given: set[int] = set()
    forfeited: set[str] = set()
    for entry in entries:
        command = entry.label.command
        match entry.label.type:
            case "OperatorActed":
                given.add(command)
            case "DeadlinePassed":
                passed.add((command, entry.read().data["seat"]))
            case "SeatResigned" if (command, seat := entry.read().data["seat"]) in passed:
                forfeited.add(seat)
            case "SeatReplaced" if (data := entry.read().data).get("account") is not None or command in given:
                forfeited.discard(data["seat"])
    return [seat for seat in table.seats if seat in forfeited or seat in table.kept_for]


def may_be_late(table: Table) -> bool:
    """Whether a seat was lost, which the clock alone may have taken."""
    if table.clocks.terms is None:
        return False
    losses = (loss for lost in table.members.lost.values() for loss in lost)
    return bool(table.gave_up or table.kept_for) or any(loss.by == "clock" for loss in losses)
