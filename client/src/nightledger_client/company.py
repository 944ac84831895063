"""People whom you block or mute. Made by `nightledger client --write`."""

from __future__ import annotations

import msgspec

from nightledger_client.connection import Connection


class Shunned(msgspec.Struct, kw_only=True, frozen=True):
    """Somebody whom you shun."""

    name: str
    since: int


class People(msgspec.Struct, kw_only=True, frozen=True):
    """People, by name."""

    people: list[Shunned]


class CompanyResource:
    """People whom you block or mute."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def list_blocks(self) -> People:
        """Whom you block: neither of you sits at open games of the other or sees them in the lobby."""
        return self._connection.ask(People, "GET", "/api/v1/accounts/me/blocks")

    def block_person(self, name: str) -> None:
        """Block somebody; what they say is hidden from you too."""
        self._connection.do("PUT", self._connection.path("/api/v1/accounts/me/blocks/{name}", name))

    def unblock_person(self, name: str) -> None:
        """Block somebody no longer."""
        self._connection.do("DELETE", self._connection.path("/api/v1/accounts/me/blocks/{name}", name))

    def list_mutes(self) -> People:
        """Whom you mute: what they say at tables is hidden from you, by a game's own verbs too. A game's record
        has it.
        """
        return self._connection.ask(People, "GET", "/api/v1/accounts/me/mutes")

    def mute_person(self, name: str) -> None:
        """Mute somebody."""
        self._connection.do("PUT", self._connection.path("/api/v1/accounts/me/mutes/{name}", name))

    def unmute_person(self, name: str) -> None:
        """Mute somebody no longer."""
        self._connection.do("DELETE", self._connection.path("/api/v1/accounts/me/mutes/{name}", name))
