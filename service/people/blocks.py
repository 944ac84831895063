"""Whose company somebody keeps: people that are blocked, and people that are muted."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from service.errors import ServiceError
from service.people.accounts import Accounts
from service.store.event_store import Store, executing

Way = Literal["blocked", "muted"]
"""`blocked`: neither sits at the open games of the other, nor sees them in the lobby; `muted`: their talk is hidden.

Who is blocked is muted too.
"""

MOST = 500
"""People that one account may shun in a way."""


@dataclass(frozen=True)
class Shunned:
    """Somebody who is shunned: the name, and since when (seconds UTC)."""

    name: str
    since: int


class Company:
    """Who blocks and mutes whom; nobody learns of being shunned. Raises `ServiceError`."""

    def __init__(self, store: Store, accounts: Accounts, clock: Callable[[], int]) -> None:
        self._store = store
        self._accounts = accounts
        self._clock = clock

    def shunned(self, account_id: str, way: Way) -> list[Shunned]:
        """Whom the account shuns in this way, by name."""
        rows = self._store.rows("SELECT other, since FROM shunned WHERE account=? AND how=?", account_id, way)
        names = self._accounts.names(row["other"] for row in rows)
        found = [Shunned(names[row["other"]], row["since"]) for row in rows if row["other"] in names]
        return sorted(found, key=lambda one: one.name.casefold())

    def shun(self, account_id: str, name: str, way: Way) -> None:
        """Block or mute somebody; nothing changes if that was so already."""
        other = self._other(account_id, name)
        if len(self.shunned(account_id, way)) >= MOST:
            raise ServiceError("illegal", f"{MOST} people at most")
        row = (account_id, other, way, self._clock())
        self._store.write(executing("INSERT INTO shunned VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING", *row))

    def forgive(self, account_id: str, name: str, way: Way) -> None:
        """Block or mute somebody no longer; nothing changes if that was not so."""
        other = self._other(account_id, name)
        self._store.write(
            executing("DELETE FROM shunned WHERE account=? AND other=? AND how=?", account_id, other, way)
        )

    def apart(self, account_id: str | None) -> frozenset[str]:
        """The accounts that this one blocks, and those that block it."""
        if account_id is None:
            return frozenset()
        rows = self._store.rows(
            "SELECT other AS id FROM shunned WHERE account=? AND how='blocked'"
            " UNION SELECT account FROM shunned WHERE other=? AND how='blocked'",
            account_id,
            account_id,
        )
        return frozenset(str(row["id"]) for row in rows)

    def unheard(self, account_id: str | None) -> frozenset[str]:
        """The accounts whose talk this one does not want to read."""
        if account_id is None:
            return frozenset()
        rows = self._store.rows("SELECT other FROM shunned WHERE account=?", account_id)
        return frozenset(str(row["other"]) for row in rows)

    def _other(self, account_id: str, name: str) -> str:
        other = self._accounts.by_name(name)
        if other is None:
            raise ServiceError("not-found", f"there is no account {name!r}")
        if other.id == account_id:
            raise ServiceError("illegal", "nobody shuns himself")
        return other.id
