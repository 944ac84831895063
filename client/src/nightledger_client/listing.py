"""Lists of games. Made by `nightledger client --write`."""

from __future__ import annotations

from typing import Any

import msgspec

from nightledger_client.connection import UNSET, Connection, Unset
from nightledger_client.shapes import Seat


class Waiting(msgspec.Struct, kw_only=True, frozen=True):
    """A decision that waits, and since when."""

    decision: str
    kind: str
    verbs: list[str]
    since: int


class ListedGame(msgspec.Struct, kw_only=True, frozen=True):
    """A game in a list."""

    id: str
    game: str
    options: dict[str, Any]
    status: str
    seats: dict[str, Seat]
    pending: dict[str, Waiting]
    takeback: list[str]
    version: int
    visibility: str
    rated: bool
    opened: int
    changed: int


class GamesPage(msgspec.Struct, kw_only=True, frozen=True):
    """A page of the list, the newest game first."""

    games: list[ListedGame]
    next: str | None


class ListingResource:
    """Lists of games."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def list_games(
        self,
        *,
        mine: bool | Unset = UNSET,
        my_turn: bool | Unset = UNSET,
        open: bool | Unset = UNSET,
        game: str | Unset = UNSET,
        status: str | Unset = UNSET,
        league: str | Unset = UNSET,
        cursor: str | Unset = UNSET,
        limit: int | Unset = UNSET,
        position: int | Unset = UNSET,
    ) -> GamesPage:
        """Games, the newest first. Private ones are listed for those who belong to them."""
        return self._connection.ask(
            GamesPage,
            "GET",
            "/api/v1/games",
            query={
                "mine": mine,
                "my_turn": my_turn,
                "open": open,
                "game": game,
                "status": status,
                "league": league,
                "cursor": cursor,
                "limit": limit,
                "position": position,
            },
        )
