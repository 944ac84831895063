"""Accounts. Made by `nightledger client --write`."""

from __future__ import annotations

import msgspec

from nightledger_client.connection import UNSET, Connection, Unset


class Created(msgspec.Struct, kw_only=True, frozen=True):
    """A new account and its first token, which is shown this once."""

    id: str
    name: str
    created: int
    time_zone: str
    language: str
    token: str
    token_id: str


class Account(msgspec.Struct, kw_only=True, frozen=True):
    """An account."""

    id: str
    name: str
    created: int
    time_zone: str
    language: str


class AccountsResource:
    """Accounts."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def create_account(self, *, name: str, password: str | Unset | None = UNSET) -> Created:
        """Create an account."""
        return self._connection.ask(Created, "POST", "/api/v1/accounts", body={"name": name, "password": password})

    def own_account(self) -> Account:
        """Your own account."""
        return self._connection.ask(Account, "GET", "/api/v1/accounts/me")

    def change_account(
        self,
        *,
        name: str | Unset = UNSET,
        password: str | Unset = UNSET,
        old_password: str | Unset = UNSET,
        time_zone: str | Unset = UNSET,
        language: str | Unset = UNSET,
    ) -> Account:
        """Change your account, in all that you send or in nothing. A new password ends all your tokens: log in
        again.
        """
        return self._connection.ask(
            Account,
            "PATCH",
            "/api/v1/accounts/me",
            body={
                "name": name,
                "password": password,
                "old_password": old_password,
                "time_zone": time_zone,
                "language": language,
            },
        )

    def forget_account(self) -> None:
        """Delete what is kept of you. Your seats in running games are resigned; the games remain, under a bare id."""
        self._connection.do("DELETE", "/api/v1/accounts/me")
