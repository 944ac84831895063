"""The log: everything that happened, as far as you may know it. Made by `nightledger client --write`."""

from __future__ import annotations

from typing import Any

import msgspec

from nightledger_client.connection import UNSET, Connection, Unset
from nightledger_client.shapes import Events, Game, Record, Words


class Difference(msgspec.Struct, kw_only=True, frozen=True):
    """A place that differs; the side that has nothing there is left out."""

    path: str
    before: Any = None
    after: Any = None


class Diff(msgspec.Struct, kw_only=True, frozen=True):
    """What differs."""

    differences: list[Difference]


class Mark(msgspec.Struct, kw_only=True, frozen=True):
    """Something that begins or happens at a version."""

    version: int
    at: int
    mark: str
    type: str
    data: dict[str, Any]
    counts: bool


class Timeline(msgspec.Struct, kw_only=True, frozen=True):
    """A log at a glance."""

    marks: list[Mark]
    boundaries: list[int]
    texts: dict[str, Words]


class LogResource:
    """The log: everything that happened, as far as you may know it."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def events(
        self,
        game_id: str,
        *,
        seat: str | Unset = UNSET,
        after: int | Unset = UNSET,
        limit: int | Unset = UNSET,
        wait: int | Unset = UNSET,
    ) -> Events:
        """The log after a version; with `wait` the answer is held back until there is something new.

        A version that is not yet is waited for too; where a game is closed nothing is.
        """
        return self._connection.ask(
            Events,
            "GET",
            self._connection.path("/api/v1/games/{game_id}/events", game_id),
            query={"seat": seat, "after": after, "limit": limit, "wait": wait},
        )

    def table_at(self, game_id: str, *, at: int, seat: str | Unset = UNSET) -> Game:
        """The game as you saw it at a version."""
        return self._connection.ask(
            Game, "GET", self._connection.path("/api/v1/games/{game_id}/table", game_id), query={"seat": seat, "at": at}
        )

    def diff(self, game_id: str, *, from_: int, to: int, seat: str | Unset = UNSET) -> Diff:
        """What differs in the game, as you saw it, between two versions."""
        return self._connection.ask(
            Diff,
            "GET",
            self._connection.path("/api/v1/games/{game_id}/diff", game_id),
            query={"seat": seat, "from": from_, "to": to},
        )

    def show_timeline(self, game_id: str) -> Timeline:
        """Where turns and phases begin, and what happened to the game itself."""
        return self._connection.ask(Timeline, "GET", self._connection.path("/api/v1/games/{game_id}/timeline", game_id))

    def record(self, game_id: str, *, seat: str | Unset = UNSET) -> Record:
        """The whole record of a closed game; of a running one what you may read of it."""
        return self._connection.ask(
            Record, "GET", self._connection.path("/api/v1/games/{game_id}/record", game_id), query={"seat": seat}
        )
