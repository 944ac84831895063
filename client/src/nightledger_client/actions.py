"""Acting. Made by `nightledger client --write`."""

from __future__ import annotations

from typing import Any

from nightledger_client.connection import UNSET, Connection, Unset
from nightledger_client.shapes import Answer


class ActionsResource:
    """Acting."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def act(
        self,
        game_id: str,
        *,
        idempotency_key: str | Unset = UNSET,
        if_match: str | Unset = UNSET,
        seat: str | Unset = UNSET,
        action: dict[str, Any] | Unset = UNSET,
        actions: list[dict[str, Any]] | Unset = UNSET,
        decision: str | Unset = UNSET,
    ) -> Answer:
        """Post one action, or a list that is applied all or none.

        A list ends with the first action that would draw, disclose something or open another seat's decision;
        one that goes on after it is refused as a whole. With an `Idempotency-Key` the same request may be sent
        again: it is answered with what was stored at first.
        """
        return self._connection.ask(
            Answer,
            "POST",
            self._connection.path("/api/v1/games/{game_id}/actions", game_id),
            query={"seat": seat},
            headers={"Idempotency-Key": idempotency_key, "If-Match": if_match},
            body={"action": action, "actions": actions, "decision": decision},
        )
