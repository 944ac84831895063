"""The tokens that log accounts in. Made by `nightledger client --write`."""

from __future__ import annotations

import msgspec

from nightledger_client.connection import UNSET, Connection, Unset


class KnownToken(msgspec.Struct, kw_only=True, frozen=True):
    """A token that logs you in; the token itself is not kept."""

    id: str
    name: str | None
    created: int
    used: int | None


class Tokens(msgspec.Struct, kw_only=True, frozen=True):
    """Your tokens, the newest first."""

    tokens: list[KnownToken]


class Token(msgspec.Struct, kw_only=True, frozen=True):
    """A token, which is shown this once."""

    id: str
    token: str


class TokensResource:
    """The tokens that log accounts in."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def list_tokens(self) -> Tokens:
        """Your tokens, without what is secret of them."""
        return self._connection.ask(Tokens, "GET", "/api/v1/tokens")

    def log_in(self, *, name: str, password: str, token_name: str | Unset = UNSET) -> Token:
        """Log in: a new token."""
        return self._connection.ask(
            Token, "POST", "/api/v1/tokens", body={"name": name, "password": password, "token_name": token_name}
        )

    def log_out(self, token_id: str) -> None:
        """Log out: the token is worth nothing from now on."""
        self._connection.do("DELETE", self._connection.path("/api/v1/tokens/{token_id}", token_id))
