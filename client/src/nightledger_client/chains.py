"""Chains of games, each of which goes on from the one before it. Made by `nightledger client --write`."""

from __future__ import annotations

from typing import Any

import msgspec

from nightledger_client.connection import Connection
from nightledger_client.shapes import Opened


class ChainedGame(msgspec.Struct, kw_only=True, frozen=True):
    """A game of a chain."""

    id: str
    number: int
    status: str
    won: bool | None
    head: str


class Chain(msgspec.Struct, kw_only=True, frozen=True):
    """A game's place in its chain, and the games up to it."""

    games: list[ChainedGame]
    next: str | None
    may_go_on: bool


class ChainRecord(msgspec.Struct, kw_only=True, frozen=True):
    """The records of the games of a chain, as one document."""

    format: str
    games: list[dict[str, Any]]


class ChainsResource:
    """Chains of games, each of which goes on from the one before it."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def go_on(self, game_id: str) -> Opened:
        """Open the game that goes on from a finished one, with its seats and terms; once only.

        What it takes over is in its options. Who held a seat is invited. When it is open already it is what is
        answered; after one that was not won a further one can be opened.
        """
        return self._connection.ask(Opened, "POST", self._connection.path("/api/v1/games/{game_id}/next", game_id))

    def look_at_chain(self, game_id: str) -> Chain:
        """The games of a chain up to this one, and whether it goes on."""
        return self._connection.ask(Chain, "GET", self._connection.path("/api/v1/games/{game_id}/chain", game_id))

    def chain_record(self, game_id: str) -> ChainRecord:
        """The chain up to this game as one record, which `nightledger audit` examines."""
        return self._connection.ask(
            ChainRecord, "GET", self._connection.path("/api/v1/games/{game_id}/chain/record", game_id)
        )
