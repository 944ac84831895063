"""Trying things out: previews, and branches of closed games. Made by `nightledger client --write`."""

from __future__ import annotations

from typing import Any

import msgspec

from nightledger_client.connection import UNSET, Connection, Unset
from nightledger_client.shapes import Opened


class Previewed(msgspec.Struct, kw_only=True, frozen=True):
    """An event as it would be read."""

    type: str
    data: dict[str, Any]


class Preview(msgspec.Struct, kw_only=True, frozen=True):
    """What the action would do."""

    events: list[Previewed]
    stopped: str | None
    table: dict[str, Any]


class PracticeResource:
    """Trying things out: previews, and branches of closed games."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def preview(self, game_id: str, *, action: dict[str, Any], seat: str | Unset = UNSET) -> Preview:
        """What an action would do, as far as you may know.

        Nothing is stored. It ends before the first draw, before something hidden would be shown, and where
        another seat must decide. What you do not know is made up, so it tells nothing but the rules.
        """
        return self._connection.ask(
            Preview,
            "POST",
            self._connection.path("/api/v1/games/{game_id}/preview", game_id),
            query={"seat": seat},
            body={"action": action},
        )

    def branch(
        self,
        game_id: str,
        *,
        at: int,
        idempotency_key: str | Unset = UNSET,
        seats: list[dict[str, Any]] | Unset = UNSET,
        visibility: str | Unset = UNSET,
    ) -> Opened:
        """Play a closed game on from one of its versions, in a practice game with a seed of its own that is never
        rated.
        """
        return self._connection.ask(
            Opened,
            "POST",
            self._connection.path("/api/v1/games/{game_id}/branches", game_id),
            headers={"Idempotency-Key": idempotency_key},
            body={"at": at, "seats": seats, "visibility": visibility},
        )
