"""The log as the projections read it: the store's notifications, and whole games."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple, Protocol

from domain.games.catalog import Catalog
from domain.log.record import Entry
from domain.table.table import Table

Notification = tuple[int, str, Entry]
"""A stored event: its position in the log of all games (from 1, rising), the game's id, the entry."""

Found = tuple[int, str, Entry | None]
"""What is stored at a position; None for an entry that cannot be decoded any more."""


class Log(Protocol):
    """What projections need of the event store."""

    def position(self) -> int:
        """The position of the last stored event, 0 if there is none."""

    def last_position(self) -> int:
        """The position of the last stored event, though some before it may be missing still; 0 if there is none."""

    def notifications(self, after: int, limit: int) -> Sequence[Found]:
        """The first `limit` events stored after this position, in the order stored."""

    def entries(self, game_id: str, after: int = 0) -> Sequence[Entry]:
        """A game's events after this version."""


class ClosedGame(NamedTuple):
    """A closed game: its table at the end of its log, and the log."""

    table: Table
    entries: Sequence[Entry]


class ClosedGames:
    """Reads closed games from the log and folds them.

    The last one is kept in mind: every read model that wants a game wants it when it is closed. None may change it.
    """

    def __init__(self, log: Log, catalog: Catalog) -> None:
        self._log = log
        self._catalog = catalog
        self._last = lru_cache(1)(self._fold)

    def find(self, game_id: str) -> ClosedGame:
        """A game after whose last event nothing comes any more."""
        return self._last(game_id)

    def _fold(self, game_id: str) -> ClosedGame:
        table, entries = Table(self._catalog), self._log.entries(game_id)
        for entry in entries:
            table.fold(entry)
        return ClosedGame(table, entries)
