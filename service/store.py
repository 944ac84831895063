"""The event store: every game's log, and in the same file and transactions what may not be public."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from uuid import UUID

from eventsourcing.persistence import IntegrityError, StoredEvent

from domain.record import Entry
from service.errors import ServiceError
from service.mapping import game_of, to_entry, to_stored
from service.recorder import Change, Conflict, GameRecorder, NewerStore, executing
from service.vault import Vault

__all__ = ["Batch", "Change", "Conflict", "IntegrityError", "Reservation", "Store", "executing"]

Batch = tuple[str, int, Sequence[Entry]]
"""Entries to append: game id, the version that its log must have, the entries that follow it."""


@dataclass(frozen=True)
class Reservation:
    """A seed that waits for its game: the game's id to be, the seed, and for whom it was reserved."""

    id: str
    seed: bytes = field(repr=False)
    account: str


class Store:
    """The logs of all games. Thread-safe; several processes may use the same file.

    A game's id is a UUID as text, lower-case and with dashes; any other text is the id of no game. `secret` is the
    installation's: without it no seed can be read.
    """

    def __init__(self, path: Path, secret: bytes) -> None:
        self._recorder = GameRecorder(path)
        self._vault = Vault(secret)

    def create_schema(self) -> None:
        """Create what is missing of the tables; run once, by a command, not by every process."""
        self._recorder.create_table()

    def is_ready(self) -> bool:
        """Whether `create_schema` was run."""
        return bool(self.rows("SELECT 1 FROM sqlite_master WHERE name='installation'"))

    def append(self, batches: Sequence[Batch], extra: Sequence[Change] = ()) -> int:
        """Store all of it in one transaction, or nothing: the position of the last entry.

        Each of `extra` is called with the transaction's cursor after the entries are in.
        `Conflict` when a log has moved; `ServiceError` `read-only` when the store is newer than this program;
        `IntegrityError` when something of `extra` clashes.
        """
        stored = [event for batch in batches for event in self._stored(*batch)]
        try:
            positions = self._recorder.insert_events(stored, changes=extra)
        except NewerStore as error:
            raise ServiceError("read-only", str(error)) from None
        return positions[-1] if positions else self.position()

    def write(self, *changes: Change) -> None:
        """Make changes that belong to no log, in one transaction."""
        self.append((), changes)

    def rows(self, statement: str, *values: Any) -> list[Any]:
        """What a SELECT finds: rows whose columns are read by name or number."""
        return self._recorder.rows(statement, *values)

    def entries(self, game_id: str, after: int = 0) -> list[Entry]:
        """A game's log after this version; empty for an unknown game."""
        stream = _stream(game_id)
        if stream is None:
            return []
        return [to_entry(event) for event in self._recorder.select_events(stream, gt=after)]

    def notifications(self, after: int, limit: int) -> list[tuple[int, str, Entry]]:
        """All games' entries after a position, in the order stored: `(position, game id, entry)`."""
        found = self._recorder.select_notifications(after, limit, inclusive_of_start=False)
        return [(event.id, str(event.originator_id), to_entry(event)) for event in found]

    def position(self) -> int:
        """The position of the last entry stored; 0 in an empty store."""
        return self._recorder.max_notification_id() or 0

    def version(self, game_id: str) -> int:
        """The version of a game's log; 0 for an unknown game."""
        stream = _stream(game_id)
        if stream is None:
            return 0
        last = self._recorder.select_events(stream, desc=True, limit=1)
        return last[0].originator_version if last else 0

    def seed_kept(self, game_id: str, seed: bytes, account_id: str, at: int) -> Change:
        """The change that keeps a game's seed, encrypted, reserved for an account at a time in seconds UTC."""
        sealed = self._vault.seal(game_id, seed)
        return executing("INSERT INTO seeds VALUES (?, ?, ?, ?)", game_id, sealed, account_id, at)

    def reservation(self, game_id: str) -> Reservation | None:
        """What was reserved for this game; None if nothing was."""
        for row in self.rows("SELECT sealed, account FROM seeds WHERE game=?", game_id):
            return Reservation(game_id, self._vault.open(game_id, row["sealed"]), row["account"])
        return None

    def close(self) -> None:
        """Close the connections."""
        self._recorder.datastore.close()

    def _stored(self, game_id: str, version: int, entries: Sequence[Entry]) -> list[StoredEvent]:
        stream = UUID(game_id)
        if version == 0:
            game = str(entries[0].read().data["game"])
        else:
            first = self._recorder.select_events(stream, limit=1)
            if not first:
                raise Conflict(f"{game_id} has no log")
            game = game_of(first[0])
        return to_stored(stream, version, game, entries)


def _stream(game_id: str) -> UUID | None:
    try:
        stream = UUID(game_id)
    except ValueError:
        return None
    return stream if str(stream) == game_id else None
