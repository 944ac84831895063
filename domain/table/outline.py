"""A table in outline: what the events that all games share tell of it.

It is all that is left of a game whose own events this program cannot read: who sits and with which character, whether
it runs, where its log stands. That is enough to close it.
"""

from __future__ import annotations

from collections.abc import Sequence

from domain.games.catalog import Catalog
from domain.log.record import Entry
from domain.table.table import Table

TOLD = (
    "GameOpened",
    "SeatTaken",
    "SeatLeft",
    "KeepsakeTaken",
    "GameStarted",
    "SeatReplaced",
    "SeatResigned",
    "RulesMoved",
    "OperatorActed",
    "GameClosed",
)
"""The events that are folded. None of them needs the game's state."""


def outline(entries: Sequence[Entry], catalog: Catalog) -> Table:
    """The table at the end of a log, without the game's state.

    Of all other events only the public part counts, and in it only where the log stands. KeyError for a game that is
    not in the catalogue.
    """
    table = Table(catalog)
    for entry in entries:
        label = entry.label
        if label.type in TOLD:
            table.fold(entry)
        table.version, table.command, table.at = label.version, label.command, label.at
        table.head = bytes.fromhex(entry.hash)
    return table
