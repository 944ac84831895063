"""Seats before the start. Made by `nightledger client --write`."""

from __future__ import annotations

from nightledger_client.connection import UNSET, Connection, Unset
from nightledger_client.shapes import Answer


class SeatsResource:
    """Seats before the start."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def sit(
        self,
        game_id: str,
        *,
        seat: str | Unset = UNSET,
        entropy: str | Unset = UNSET,
        entropy_hash: str | Unset = UNSET,
        invitation: str | Unset = UNSET,
        ai: str | Unset = UNSET,
        character: str | Unset = UNSET,
    ) -> Answer:
        """Sit down, or give a free seat of your game to an AI.

        The game starts when the last seat is taken and all sealed entropy is open.
        """
        return self._connection.ask(
            Answer,
            "POST",
            self._connection.path("/api/v1/games/{game_id}/seats", game_id),
            body={
                "seat": seat,
                "entropy": entropy,
                "entropy_hash": entropy_hash,
                "invitation": invitation,
                "ai": ai,
                "character": character,
            },
        )

    def leave(self, game_id: str, seat: str) -> Answer:
        """Leave your seat before the start, or free one of the game that you opened."""
        return self._connection.ask(
            Answer, "DELETE", self._connection.path("/api/v1/games/{game_id}/seats/{seat}", game_id, seat)
        )

    def bring_character(self, game_id: str, seat: str, *, character: str | None) -> Answer:
        """Bring a character to your seat, or another one in its place, before the start."""
        return self._connection.ask(
            Answer,
            "PUT",
            self._connection.path("/api/v1/games/{game_id}/seats/{seat}/character", game_id, seat),
            body={"character": character},
        )

    def open_entropy(self, game_id: str, seat: str, *, entropy: str) -> Answer:
        """Open your sealed entropy, when all have sat. The game starts when it was the last that was owed."""
        return self._connection.ask(
            Answer,
            "PUT",
            self._connection.path("/api/v1/games/{game_id}/seats/{seat}/entropy", game_id, seat),
            body={"entropy": entropy},
        )
