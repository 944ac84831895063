"""Resignations and claims. Made by `nightledger client --write`."""

from __future__ import annotations

from nightledger_client.connection import UNSET, Connection, Unset
from nightledger_client.shapes import Answer


class AbsenceResource:
    """Resignations and claims."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def resign(self, game_id: str, *, seat: str | Unset = UNSET) -> Answer:
        """Give your seat up.

        Of two ranked seats the other wins. Of more, yours gives default answers from now on and is placed below
        all that stayed. Where seats play together, yours is free for somebody else; the game is abandoned when
        you are the last.
        """
        return self._connection.ask(
            Answer, "POST", self._connection.path("/api/v1/games/{game_id}/resignations", game_id), query={"seat": seat}
        )

    def claim(self, game_id: str, *, claim: str, absent: str | Unset = UNSET, level: str | Unset = UNSET) -> Answer:
        """Claim the end or an AI in the place of a seat whose deadline has passed.

        Where no deadline runs, the end can be claimed when nobody has acted for 60 days.
        """
        return self._connection.ask(
            Answer,
            "POST",
            self._connection.path("/api/v1/games/{game_id}/claims", game_id),
            body={"claim": claim, "absent": absent, "level": level},
        )
