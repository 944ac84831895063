"""Games. Made by `nightledger client --write`."""

from __future__ import annotations

from typing import Any

import msgspec

from nightledger_client.connection import UNSET, Connection, Unset
from nightledger_client.shapes import Answer, Game, Opened


class Reservation(msgspec.Struct, kw_only=True, frozen=True):
    """The id of a game to be and the commitment to its seed."""

    id: str
    commitment: str


class GamesResource:
    """Games."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def reserve(self) -> Reservation:
        """Fix the seed of a game to be opened, so that your own entropy counts too."""
        return self._connection.ask(Reservation, "POST", "/api/v1/reservations")

    def open_game(
        self,
        *,
        game: str,
        seats: list[dict[str, Any]],
        idempotency_key: str | Unset = UNSET,
        options: dict[str, Any] | Unset = UNSET,
        clock: dict[str, Any] | Unset | None = UNSET,
        visibility: str | Unset = UNSET,
        rated: bool | Unset = UNSET,
        release: int | Unset | None = UNSET,
        reservation: str | Unset | None = UNSET,
        entropy: str | Unset | None = UNSET,
        entropy_hash: str | Unset | None = UNSET,
        open_talk: bool | Unset = UNSET,
    ) -> Opened:
        """Open a game. It starts at once when no seat is left open."""
        return self._connection.ask(
            Opened,
            "POST",
            "/api/v1/games",
            headers={"Idempotency-Key": idempotency_key},
            body={
                "game": game,
                "options": options,
                "seats": seats,
                "clock": clock,
                "visibility": visibility,
                "rated": rated,
                "release": release,
                "reservation": reservation,
                "entropy": entropy,
                "entropy_hash": entropy_hash,
                "open_talk": open_talk,
            },
        )

    def rematch(self, game_id: str, *, idempotency_key: str | Unset = UNSET, seats: str | Unset = UNSET) -> Opened:
        """Open a game like this one, which is closed and which you played in. The others are invited to it.

        If one of them has done so already and their game waits for you, you sit down there.
        """
        return self._connection.ask(
            Opened,
            "POST",
            self._connection.path("/api/v1/games/{game_id}/rematch", game_id),
            headers={"Idempotency-Key": idempotency_key},
            body={"seats": seats},
        )

    def look(self, game_id: str, *, if_none_match: str | Unset = UNSET, seat: str | Unset = UNSET) -> Game | None:
        """The game as you may see it."""
        return self._connection.look(
            Game,
            "GET",
            self._connection.path("/api/v1/games/{game_id}", game_id),
            query={"seat": seat},
            headers={"If-None-Match": if_none_match},
        )

    def cancel(self, game_id: str) -> Answer:
        """Cancel your game before the start; when sealed entropy is not opened, it is void."""
        return self._connection.ask(Answer, "DELETE", self._connection.path("/api/v1/games/{game_id}", game_id))
