"""The journal of the installation, and its keys. Made by `nightledger client --write`."""

from __future__ import annotations

import msgspec

from nightledger_client.connection import UNSET, Connection, Unset
from nightledger_client.shapes import Event


class Journal(msgspec.Struct, kw_only=True, frozen=True):
    """A part of the journal, oldest first."""

    entries: list[Event]
    next: int


class Key(msgspec.Struct, kw_only=True, frozen=True):
    """A public key."""

    key: str
    algorithm: str
    created: int


class Keys(msgspec.Struct, kw_only=True, frozen=True):
    """The public keys, the newest first."""

    keys: list[Key]


class JournalResource:
    """The journal of the installation, and its keys."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def read_journal(self, *, after: int | Unset = UNSET, limit: int | Unset = UNSET) -> Journal:
        """Every key, reservation, branch, start, end, verdict and import, in one hash chain: no game is dropped
        unseen.
        """
        return self._connection.ask(Journal, "GET", "/api/v1/journal", query={"after": after, "limit": limit})

    def keys(self) -> Keys:
        """The keys that receipts are signed with."""
        return self._connection.ask(Keys, "GET", "/api/v1/keys")
