"""People that somebody has blocked or muted."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from sqlalchemy import and_, bindparam, delete, exists, func, or_, select, union

from domain.contract.reason import Reason
from projections.statements import matching, once
from service.errors import ServiceError
from service.people.accounts import Accounts
from service.people.in_turn import at_most, in_turn
from service.store.event_store import Store, executing
from service.store.recorder import Expected
from service.store.relations import shunned

Way = Literal["blocked", "muted"]
"""`blocked`: neither sits at the open games of the other, nor sees them in the lobby; `muted`: their talk is hidden.

Who is blocked is muted too.
"""

MOST = 500
"""People that one account may block, and as many that it may mute."""

LISTED = select(shunned.c.other, shunned.c.since).where(matching(shunned.c.account, shunned.c.how))

COUNT = select(func.count().label("count")).where(matching(shunned.c.account, shunned.c.how))

ADD = once(shunned)

REMOVE = delete(shunned).where(matching(shunned.c.account, shunned.c.other, shunned.c.how))

_BLOCKED = shunned.c.how == "blocked"

APART = union(
    select(shunned.c.other.label("id")).where(shunned.c.account == bindparam("account"), _BLOCKED),
    select(shunned.c.account).where(shunned.c.other == bindparam("account"), _BLOCKED),
)

_ONE_BLOCKS = and_(shunned.c.account == bindparam("one"), shunned.c.other == bindparam("two"))

_OTHER_BLOCKS = and_(shunned.c.account == bindparam("two"), shunned.c.other == bindparam("one"))

ARE_APART = select(exists().where(_BLOCKED, or_(_ONE_BLOCKS, _OTHER_BLOCKS)).label("found"))

UNHEARD = select(shunned.c.other).where(matching(shunned.c.account))


@dataclass(frozen=True)
class BlockedPerson:
    """Somebody who is blocked or muted: the name, and since when (seconds UTC)."""

    name: str
    since: int


class Blocks:
    """Who blocks and mutes whom; nobody learns of it. Raises `ServiceError`."""

    def __init__(self, store: Store, accounts: Accounts, clock: Callable[[], int]) -> None:
        self._store = store
        self._accounts = accounts
        self._clock = clock

    def of_account(self, account_id: str, way: Way) -> list[BlockedPerson]:
        """Whom the account blocks or mutes, by name."""
        rows = self._store.rows(LISTED, account=account_id, how=way)
        names = self._accounts.names(row["other"] for row in rows)
        found = [BlockedPerson(names[row["other"]], row["since"]) for row in rows if row["other"] in names]
        return sorted(found, key=lambda one: one.name.casefold())

    def add(self, account_id: str, name: str, way: Way) -> None:
        """Block or mute somebody; nothing changes if that was so already. `illegal` for one more than `MOST`."""
        other = self._other(account_id, name)
        self._store.write(
            in_turn(account_id, other),
            executing(ADD, account=account_id, other=other, how=way, since=self._clock()),
            at_most(MOST, COUNT, Reason("{most} people at most", most=MOST), account=account_id, how=way),
        )

    def remove(self, account_id: str, name: str, way: Way) -> None:
        """Block or mute somebody no longer; nothing changes if that was not so."""
        other = self._other(account_id, name)
        self._store.write(executing(REMOVE, account=account_id, other=other, how=way))

    def apart(self, account_id: str | None) -> frozenset[str]:
        """The accounts that this one blocks, and those that block it."""
        if account_id is None:
            return frozenset()
        return frozenset(str(row["id"]) for row in self._store.rows(APART, account=account_id))

    def not_apart(self, one: str, other: str) -> Expected:
        """That neither of the two blocks the other, while something is stored."""
        return Expected(ARE_APART, {"one": one, "two": other}, False, "one of the two has blocked the other")

    def unheard(self, account_id: str | None) -> frozenset[str]:
        """The accounts whose talk this one does not want to read."""
        if account_id is None:
            return frozenset()
        rows = self._store.rows(UNHEARD, account=account_id)
        return frozenset(str(row["other"]) for row in rows)

    def _other(self, account_id: str, name: str) -> str:
        other = self._accounts.by_name(name)
        if other is None:
            raise ServiceError("not-found", "there is no account {name!r}", name=name)
        if other.id == account_id:
            raise ServiceError("illegal", "nobody blocks or mutes themselves")
        return other.id
