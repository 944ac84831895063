"""The log as the projections read it: the store's notifications, and whole games."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from domain.games.catalog import Catalog
from domain.log.record import Entry
from domain.table.table import Table

Notification = tuple[int, str, Entry]
"""A stored event: its position in the log of all games (from 1, rising), the game's id, the entry."""


class Log(Protocol):
    """What projections need of the event store."""

    def position(self) -> int:
        """The position of the last stored event, 0 if there is none."""
        ...

    def notifications(self, after: int, limit: int) -> Sequence[Notification]:
        """The first `limit` events stored after this position, in the order stored."""
        ...

    def entries(self, game_id: str, after: int = 0) -> Sequence[Entry]:
        """A game's events after this version."""
        ...


class Tables:
    """Reads games from the log and folds them."""

    def __init__(self, log: Log, catalog: Catalog) -> None:
        self._log = log
        self._catalog = catalog

    def table(self, game_id: str) -> Table:
        """The game's table at the end of its log."""
        table = Table(self._catalog)
        for entry in self._log.entries(game_id):
            table.fold(entry)
        return table
