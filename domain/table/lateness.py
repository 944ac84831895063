"""Who lost a game to the clock: what a league counts of it."""

from __future__ import annotations

from collections.abc import Iterable

from domain.log.record import Entry
from domain.table.table import Table


def lost_to_the_clock(table: Table, entries: Iterable[Entry]) -> list[str]:
    """The seats whose people were away at the end: they forfeited as their time was up, or an AI keeps the seat.

    `entries` are the table's log.
    """
    passed: set[tuple[int, str]] = set()
    forfeited: set[str] = set()
    for entry in entries:
        if entry.label.type == "DeadlinePassed":
            passed.add((entry.label.command, entry.read().data["seat"]))
        elif entry.label.type == "SeatResigned" and (entry.label.command, seat := entry.read().data["seat"]) in passed:
            forfeited.add(seat)
    return [seat for seat in table.seats if seat in forfeited or seat in table.kept_for]
