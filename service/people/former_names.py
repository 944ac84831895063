"""Names that were given up: for a while they are free to nobody but who gave them up, so that nobody is mistaken.

What is kept of such a name tells it from others and cannot be read, since its person may have asked to be forgotten.
"""

from __future__ import annotations

import hmac
from collections.abc import Callable

from sqlalchemy import bindparam, delete, select

from projections.statements import Cursor, matching, put
from service.errors import ServiceError
from service.people.names import name_key
from service.store.event_store import Change, Store
from service.store.relations import accounts, former_names

PRESENT = select(accounts.c.name).where(matching(accounts.c.id))

FIND = select(former_names.c.account, former_names.c.given_up).where(matching(former_names.c.name))

KEEP = put(former_names)

FORGET = delete(former_names).where(matching(former_names.c.name))

FORGET_OLD = delete(former_names).where(former_names.c.given_up <= bindparam("before"))


class FormerNames:
    """The names that were given up less than `kept` seconds ago. `clock()` is the time in seconds UTC."""

    def __init__(self, store: Store, clock: Callable[[], int], kept: int) -> None:
        self._secret = store.vault.names
        self._clock = clock
        self._kept = kept

    def given_up(self, account_id: str, name: str | None) -> Change:
        """The change that an account gives up the name that it has by then for this one (None: as it is deleted), and
        that drops old ones. What was given up is kept for it; the name of a deleted account for nobody.

        It follows `in_turn`, and comes before what changes the account's row.
        """

        def give_up(cursor: Cursor) -> None:
            left, now = str(cursor.execute(PRESENT, id=account_id).fetchone()["name"]), self._clock()
            if name is not None and name_key(left) == name_key(name):
                return
            cursor.execute(FORGET_OLD, before=now - self._kept)
            keeper = None if name is None else account_id
            cursor.execute(KEEP, name=self._digest(left), account=keeper, given_up=now)

        return give_up

    def taken(self, name: str, account_id: str) -> Change:
        """The change that an account takes a name with, to follow the one that writes it into its row.

        `ServiceError` `name-taken` if another had it and gave it up only a while ago. Whoever gives a name up at the
        same moment is waited for by then.
        """
        key = self._digest(name)

        def take(cursor: Cursor) -> None:
            found = cursor.execute(FIND, name=key).fetchone()
            if found is None:
                return
            left = found["given_up"] + self._kept - self._clock()
            if left > 0 and found["account"] != account_id:
                raise ServiceError("name-taken", "the name {name!r} was given up, and is not free yet", left, name=name)
            cursor.execute(FORGET, name=key)

        return take

    def _digest(self, name: str) -> str:
        return hmac.digest(self._secret, name_key(name).encode(), "sha256").hex()
