"""Guests who never came back: accounts that nobody has kept or used for a while are deleted like any other."""

from __future__ import annotations

import logging
from collections.abc import Callable

from sqlalchemy import BindParameter, bindparam, exists, select

from projections.statements import matching
from projections.unavailable import Unavailable
from service.deletion.account import AccountDeletion
from service.errors import ServiceError
from service.games.timing.expiry import reaching_back
from service.people.accounts import LAST_LETTER
from service.people.guest_names import is_guest_name
from service.people.names import name_key
from service.store.event_store import Store
from service.store.heartbeat import Outages
from service.store.relations import accounts, bots, token_uses, tokens

log = logging.getLogger(__name__)

GUESTS = name_key("Guest 0").removesuffix("0")
"""What the keys of guests' names begin with."""

_SINCE: BindParameter[int] = bindparam("since")

UNUSED = (
    select(accounts.c.id, accounts.c.name)
    .where(
        accounts.c.password.is_(None),
        accounts.c.name_key > GUESTS,
        accounts.c.name_key < GUESTS + LAST_LETTER,
        accounts.c.created <= _SINCE,
        ~exists().where(bots.c.account == accounts.c.id),
        ~exists().where(tokens.c.account == accounts.c.id, tokens.c.created > _SINCE),
        ~exists().where(token_uses.c.account == accounts.c.id, token_uses.c.used > _SINCE),
    )
    .order_by(accounts.c.created, accounts.c.id)
)
"""Accounts without a password, under a name that guests get, that nobody has used since an instant."""

UNUSED_ONE = UNUSED.where(matching(accounts.c.id))


class UnusedGuests:
    """The guests who have not been there for `patience` seconds in which they could have been (0: none are looked for).
    Raises `ServiceError`.

    `reached()` is up to when people could act, in seconds UTC.
    """

    def __init__(self, store: Store, deletion: AccountDeletion, reached: Callable[[], int], patience: int) -> None:
        self._store = store
        self._deletion = deletion
        self._outages = Outages(store)
        self._reached = reached
        self._patience = patience
        self._stayed: set[str] = set()

    def forget(self, most: int) -> None:
        """Delete the accounts of so many of them at most, the oldest first. Why one stays is logged; it is tried again
        after all others."""
        if not self._patience:
            return
        since = reaching_back(self._reached() - self._patience, self._outages.after())
        unused = [str(row["id"]) for row in self._store.rows(UNUSED, since=since) if is_guest_name(row["name"])]
        self._stayed.intersection_update(unused)
        for account_id in sorted(unused, key=self._stayed.__contains__)[:most]:
            # The guest may have come back meanwhile.
            if self._store.rows(UNUSED_ONE, since=since, id=account_id):
                self._forget(account_id)

    def _forget(self, account_id: str) -> None:
        try:
            self._deletion.forget(account_id)
        except ServiceError as error:
            log.warning("guest %s: %s", account_id, error)
            self._stayed.add(account_id)
        except Unavailable:
            raise  # No fault of the guest's.
        except Exception:
            log.exception("guest %s: the program fails with it", account_id)
            self._stayed.add(account_id)
