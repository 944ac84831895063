"""Takebacks, and the verbs of operators. Made by `nightledger client --write`."""

from __future__ import annotations

from typing import Any

from nightledger_client.connection import UNSET, Connection, Unset
from nightledger_client.shapes import Answer


class CorrectionsResource:
    """Takebacks, and the verbs of operators."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def take_back(
        self,
        game_id: str,
        *,
        idempotency_key: str | Unset = UNSET,
        if_match: str | Unset = UNSET,
        seat: str | Unset = UNSET,
        to: int | Any | Unset = UNSET,
        agreed: bool | Unset = UNSET,
    ) -> Answer:
        """Take back, or answer who asks for it.

        At once to each version of `may_take_back`; past the action of another seat all people at the table must
        agree, and until they have, `takeback` shows what is asked and for whom it waits. Never past a draw,
        past something that was shown, or past the end. The log keeps everything.
        """
        return self._connection.ask(
            Answer,
            "POST",
            self._connection.path("/api/v1/games/{game_id}/takebacks", game_id),
            query={"seat": seat},
            headers={"Idempotency-Key": idempotency_key, "If-Match": if_match},
            body={"to": to, "agreed": agreed},
        )

    def operate(
        self,
        game_id: str,
        *,
        verb: str,
        reason: str,
        to: int | Unset = UNSET,
        seat: str | Unset = UNSET,
        account: str | Unset = UNSET,
        level: str | Unset = UNSET,
        places: dict[str, int] | Unset = UNSET,
    ) -> Answer:
        """Act as an operator: take back (past a draw only where the game is not rated), replace a seat, move the
        rules' number, adjudicate, void; pause and resume clocks, give decisions more time. The log says so,
        with the reason, to all who may see the game.
        """
        return self._connection.ask(
            Answer,
            "POST",
            self._connection.path("/api/v1/games/{game_id}/operator", game_id),
            body={
                "verb": verb,
                "reason": reason,
                "to": to,
                "seat": seat,
                "account": account,
                "level": level,
                "places": places,
            },
        )
