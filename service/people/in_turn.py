"""What is counted or compared of an account before something is stored for it: one transaction after the other."""

from __future__ import annotations

from typing import Any

from sqlalchemy import update

from domain.contract.reason import Reason
from projections.statements import Cursor, Statement, matching
from service.errors import ServiceError
from service.store.event_store import Change
from service.store.relations import accounts

TAKE_TURN = update(accounts).values(created=accounts.c.created).where(matching(accounts.c.id))
"""It changes nothing, and has the account's other transactions wait for the end of this one."""


def in_turn(*account_ids: str) -> Change:
    """The change with which these accounts' other transactions wait for the end of this one.

    What follows it sees all that they have stored before. `ServiceError` `not-found` for an account that is gone.
    """

    def take(cursor: Cursor) -> None:
        # Always in the same order, so that no two transactions wait for each other.
        for account_id in sorted(account_ids):
            if cursor.execute(TAKE_TURN, id=account_id).rowcount == 0:
                raise ServiceError("not-found", "there is no such account")

    return take


def at_most(most: int, counting: Statement, reason: Reason, /, **values: Any) -> Change:
    """The change that is `illegal` where there are more than so many, as `counting` tells it in its `count`.

    It follows `in_turn`, and what adds the last one.
    """

    def check(cursor: Cursor) -> None:
        if cursor.execute(counting, **values).fetchone()["count"] > most:
            raise ServiceError("illegal", reason)

    return check
