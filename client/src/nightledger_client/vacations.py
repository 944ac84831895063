"""Vacations. Made by `nightledger client --write`."""

from __future__ import annotations

import msgspec

from nightledger_client.connection import Connection


class ShownVacation(msgspec.Struct, kw_only=True, frozen=True):
    """Your vacation, and what is left of this year's allowance."""

    began: int | None
    ends: int | None
    left: int


class VacationsResource:
    """Vacations."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def own_vacation(self) -> ShownVacation:
        """Your vacation."""
        return self._connection.ask(ShownVacation, "GET", "/api/v1/accounts/me/vacation")

    def take_vacation(self, *, until: int) -> ShownVacation:
        """Go on vacation now, or change its end. In each game your clocks stand still as long as its terms allow."""
        return self._connection.ask(ShownVacation, "PUT", "/api/v1/accounts/me/vacation", body={"until": until})

    def end_vacation(self) -> None:
        """Come back: your clocks run again."""
        self._connection.do("DELETE", "/api/v1/accounts/me/vacation")
