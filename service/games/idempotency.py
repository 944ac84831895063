"""Opening something once: the same `Idempotency-Key` and body again name what was opened at first."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeAlias

from domain.contract.chance import joined
from service.errors import ServiceError
from service.store.event_store import Change, IntegrityError, Store, executing

KEPT = 30 * 86_400
"""Seconds for which a key is remembered."""

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
            executing("DELETE FROM done_once WHERE account=? AND at<?", asked.account, at - KEPT),
            executing("INSERT INTO done_once VALUES (?, ?, ?, ?, ?)", key, asked.account, body, made, at),
        ]

    try:
        return make(keep), False
    except IntegrityError:
        if (found := _made_before(store, key, body)) is not None:
            return found, True
        raise


def _made_before(store: Store, key: str, body: str) -> str | None:
    for row in store.rows("SELECT body, made FROM done_once WHERE key=?", key):
        if row["body"] != body:
            raise ServiceError("key-reused", "this idempotency key was used for another request")
        return str(row["made"])
    return None
