"""The logs of games: each with its seed and with snapshots of its table; of one that cannot be read, its outline."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import TypeVar

from sqlalchemy import delete, select

from domain.games.catalog import Catalog
from domain.log.entries import Entries
from domain.log.whole import end_of_command
from domain.table.gamelog import GameLog
from domain.table.outline import outline
from domain.table.table import Table
from projections.statements import matching, once
from projections.unavailable import Unavailable
from service.errors import ServiceError
from service.games.timing.reckoning import TableOutages
from service.store.event_store import Change, Store, executing
from service.store.log_repository import LogRepository
from service.store.relations import installation
from service.store.snapshots import Snapshots

T = TypeVar("T")

logger = logging.getLogger(__name__)

UNREADABLE = "cannot be read "
"""What the keys begin with under which it is remembered that a game cannot be read."""

REMEMBER = once(installation)

REMEMBERED = select(installation.c.key).where(installation.c.key.startswith(UNREADABLE)).order_by(installation.c.key)

FORGET = delete(installation).where(matching(installation.c.key))


def forgetting_unreadable(game_id: str) -> Change:
    """The change that forgets that a game could not be read: it can be, or was given up."""
    return executing(FORGET, key=f"{UNREADABLE}{game_id}")


class GameLogs(LogRepository[GameLog]):
    """The logs of games. Thread-safe."""

    def __init__(self, store: Store, catalog: Catalog, entropy: Callable[[int], bytes], snapshots: Snapshots) -> None:
        super().__init__(store, "game", "GameOpened", self._begun, self._resume)
        self._catalog = catalog
        self._entropy = entropy
        self._snapshots = snapshots
        self._outages = TableOutages(store)

    def outline(self, game_id: str) -> GameLog:
        """The log of a game that cannot be read, with its table in outline; `unreadable` if not even that can be made.

        `not-found` if there is no such game.
        """
        log, entries = self._begun(game_id), self._store.entries(game_id)
        if log is None or not entries:
            raise self.not_found()
        with self.reading(game_id):
            log.resume(outline(entries, self._catalog), entries)
        return log

    def met_unreadable(self, game_id: str) -> None:
        """Remember it for operators, whichever process they ask; where the store takes no writes now, the log alone
        says it."""
        try:
            self._store.write_aside(executing(REMEMBER, key=f"{UNREADABLE}{game_id}", value=0))
        except (ServiceError, Unavailable) as error:
            logger.warning("that game %s cannot be read is not remembered: %s", game_id, error)

    def unreadable(self) -> list[str]:
        """The games that some process has met and could not read, of which nobody has seen since that they can be."""
        return [row["key"].removeprefix(UNREADABLE) for row in self._store.rows(REMEMBERED)]

    def at_end(self, game_id: str, look: Callable[[Table], T]) -> T:
        """What `look` says of the game's table, for whoever waits for its end.

        It is the outline's if the log cannot be read: that says whether the game has ended without a result.
        `unreadable` if it has one.
        """
        try:
            with self.latest(game_id) as log:
                return look(log.table)
        except ServiceError as error:
            if error.code != "unreadable" or (table := self.outline(game_id).table).status == "over":
                raise
            return look(table)

    def table(self, game_id: str) -> Table:
        """The game's table now, with the outages that its log does not cite yet: the caller's own copy."""
        with self.latest(game_id) as log:
            return self.reckoned(log.table.clone())

    def reckoned(self, table: Table) -> Table:
        """A table as its last entry left it with the clocks that it has by now: to be looked at."""
        return self._outages.reckon(table, self.seen(table.header.id).outage)

    def table_at(self, log: GameLog, version: int) -> Table:
        """The game's table at a version; `not-found` if it has none such."""
        check_version(log, version)
        return self._snapshots.table_at(log.entries, version)

    def _begun(self, game_id: str) -> GameLog | None:
        """An empty log with the seed that was reserved for the game."""
        reserved = self._store.reservation(game_id)
        return None if reserved is None else GameLog(self._catalog, game_id, reserved.seed, self._entropy)

    def _resume(self, log: GameLog, entries: Entries) -> None:
        log.resume(self._snapshots.table_at(entries, len(entries)), entries)


def check_version(log: GameLog, version: int) -> None:
    """`not-found` for a version that the game does not have."""
    if not 1 <= version <= log.version:
        raise ServiceError("not-found", "the game has no version {version}", version=version)


def check_between_commands(log: GameLog, version: int) -> None:
    """`not-found` for a version that the game does not have, `illegal` for one in the middle of a command."""
    check_version(log, version)
    end = end_of_command(log.entries, version)
    if end != version:
        raise ServiceError(
            "illegal", "version {at} is in the middle of a command, which ends at {end}", at=version, end=end
        )
