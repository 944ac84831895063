"""Opening something once: the same `Idempotency-Key` and body again name what was opened at first."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeAlias

from sqlalchemy import bindparam, delete, insert, select

from domain.contract.chance import joined
from projections.statements import matching
from service.errors import ServiceError
from service.store.event_store import Change, IntegrityError, Store, executing
from service.store.relations import done_once

KEPT = 30 * 86_400
"""Seconds for which a key is remembered."""

KEEP = insert(done_once)

MADE = select(done_once.c.body, done_once.c.made).where(matching(done_once.c.key))

FORGET_OLD = delete(done_once).where(matching(done_once.c.account), done_once.c.at < bindparam("before"))

Keep: TypeAlias = Callable[[str], list[Change]]
"""From the id of what is opened to the changes that go into the transaction which opens it."""


def nothing_kept(made: str) -> list[Change]:
    """Without a key nothing is kept."""
    return []


@dataclass(frozen=True)
class IdempotentRequest:
    """A request to open something: by whom, at which address, under which key (None: none), and its body."""

    account: str
    address: str
    key: str | None
    body: bytes = field(repr=False)


def once(store: Store, at: int, asked: IdempotentRequest, make: Callable[[Keep], str]) -> tuple[str, bool]:
    """The id of what was opened, and whether an earlier request did; `at` is the time in seconds UTC.

    `make` opens it: it stores the changes that it is given in the same transaction. `key-reused` for another body.
    """
    if asked.key is None:
        return make(nothing_kept), False
    key = hashlib.sha256(joined(asked.account, asked.address, asked.key)).hexdigest()
    body = hashlib.sha256(asked.body).hexdigest()
    if (found := _made_before(store, key, body)) is not None:
        return found, True

    def keep(made: str) -> list[Change]:
        return [
            executing(FORGET_OLD, account=asked.account, before=at - KEPT),
            executing(KEEP, key=key, account=asked.account, body=body, made=made, at=at, answer=None),
        ]

    try:
        return make(keep), False
    except IntegrityError:
        if (found := _made_before(store, key, body)) is not None:
            return found, True
        raise


def _made_before(store: Store, key: str, body: str) -> str | None:
    for row in store.rows(MADE, key=key):
        if row["body"] != body:
            raise ServiceError("key-reused", "this idempotency key was used for another request")
        return str(row["made"])
    return None
