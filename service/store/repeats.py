"""Requests that come again under the same key: the first is carried out, and every repeat is answered as it was.

Each request that has a key is a unit of work that begins with a row which claims the key, so that what was done, and
that it was done, are stored together or not at all. The answer is known only afterwards, and added to the row then.
"""

from __future__ import annotations

import hashlib
import hmac
import logging
import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from threading import Lock
from time import monotonic, sleep
from typing import Any, TypeVar
from weakref import WeakValueDictionary

from eventsourcing.persistence import PersistenceError
from sqlalchemy import bindparam, delete, select, update

from domain.contract.chance import joined
from projections.statements import Cursor, matching, once
from projections.unavailable import Unavailable
from service.errors import Declined, ServiceError
from service.store.event_store import Change, Conflict, Store
from service.store.relations import done_once
from service.store.unit_of_work import UnitOfWork

KEPT = 30 * 86_400
"""Seconds for which a key and its answer are kept."""

PATIENCE = 5.0
"""Seconds that a repeat waits for the answer to a request that another process is carrying out."""

LOOK_AGAIN = 0.02
"""Seconds between two looks whether it is there."""

LOST = 60
"""Seconds after which a request without an answer was broken off, as by a process that ended."""

_KEY = done_once.c.key

FIND = select(done_once.c.body, done_once.c.made, done_once.c.at, done_once.c.answer).where(matching(_KEY))

CLAIM = once(done_once)

ANSWER = update(done_once).values(answer=bindparam("answer"), account=bindparam("account")).where(matching(_KEY))

FORGET_OLD = delete(done_once).where(done_once.c.at < bindparam("before"))

T = TypeVar("T")

log = logging.getLogger(__name__)


class Claimed(Exception):
    """Another request has claimed the key."""


@dataclass(frozen=True)
class KeyedRequest:
    """A request that may be sent again: a `key` that tells it from all others and the hash of its `body`.

    `account` is who asks, empty if that is nobody; `earlier` the hash of the body as earlier programs have kept it.
    """

    key: str
    body: str
    account: str = ""
    earlier: str | None = field(default=None, compare=False)

    @classmethod
    def of(cls, *parts: str, body: bytes, account: str = "", under: bytes | None = None) -> KeyedRequest:
        """The request whose key is made of these parts. `under` is the key of the body's hash, from which nobody else
        learns what was in it, as a password, by guessing (None: it has none)."""
        key, earlier = _hashed(joined(*parts)), _hashed(body)
        if under is None:
            return cls(key, earlier, account)
        return cls(key, hmac.digest(under, joined(key, body), "sha256").hex(), account, earlier)

    def check_same(self, body: str) -> None:
        """`ServiceError` `key-reused` if its key has come before with another body, of which this is the hash."""
        if body not in (self.body, self.earlier):
            raise ServiceError("key-reused", "this idempotency key was used for another request")


class _Attempt(UnitOfWork):
    """One attempt to carry a request out: a unit of work that begins with the claim of its key, and of `others` under
    which its answer is looked for too."""

    def __init__(self, asked: KeyedRequest, at: int, others: Sequence[KeyedRequest] = ()) -> None:
        super().__init__(self._claim)
        self.name = secrets.token_hex(8)
        self._at = at
        self._row, *self._others = [
            {"key": one.key, "account": one.account, "body": one.body, "made": self.name, "at": at}
            for one in (asked, *others)
        ]

    def keeping(self, answer: bytes, whose: str = "") -> Change:
        """The change that keeps its answer, which goes with the account that asked, or else with this one; where the
        row of a claim is gone, as with its account, nothing is kept."""

        def keep(cursor: Cursor) -> None:
            if self.is_stored:
                for row in (self._row, *self._others):
                    cursor.execute(ANSWER, key=row["key"], answer=answer, account=row["account"] or whose)
            else:
                self._forget_old(cursor)
                cursor.execute(CLAIM, **self._row, answer=answer)

        return keep

    def _claim(self, cursor: Cursor) -> None:
        """`Claimed` if another attempt has been faster."""
        self._forget_old(cursor)
        cursor.execute(CLAIM, **self._row, answer=None)
        if cursor.execute(FIND, key=self._row["key"]).fetchone()["made"] != self.name:
            raise Claimed
        for row in self._others:
            cursor.execute(CLAIM, **row, answer=None)

    def _forget_old(self, cursor: Cursor) -> None:
        cursor.execute(FORGET_OLD, before=self._at - KEPT)


class Repeats:
    """Answers repeats. Thread-safe; several processes may use the same store.

    `clock()` is the time in seconds UTC; `patience` are the seconds to wait for another process's answer.
    """

    def __init__(self, store: Store, clock: Callable[[], int], patience: float = PATIENCE) -> None:
        self._store = store
        self._clock = clock
        self._patience = patience
        self._guard = Lock()
        self._turns: WeakValueDictionary[str, Lock] = WeakValueDictionary()

    def once(
        self,
        asked: KeyedRequest,
        carry_out: Callable[[], T],
        to_keep: Callable[[T, bool], bytes | None],
        others: Sequence[KeyedRequest] = (),
        whose: Callable[[], str] = lambda: "",
    ) -> T | bytes:
        """What `carry_out` gives; for a repeat what was kept of the earlier request, for whose end it waits.

        `to_keep` makes of it what is kept (None: nothing), told whether anything was stored. What was not done uses no
        key up. Under `others` the answer is waited for and found as well, from the first thing that is stored on.
        `whose()` is the account with which an answer goes that was claimed for none, asked once it is there.
        `ServiceError` `key-reused` for another body; `busy`, `answer-lost` when an answer does not come.
        """
        with self.turn(asked):
            if (found := self.answer(asked)) is not None:
                return found
            attempt = _Attempt(asked, self._clock(), others)
            try:
                with attempt:
                    done = carry_out()
            except (Claimed, Conflict, Declined, PersistenceError):
                # To be refused, or to clash, is natural for who comes second. With an account its keys are forgotten,
                # but for the other one under which it was deleted.
                for one in (asked, *others):
                    if (found := self.answer(one, attempt.name)) is not None:
                        return found
                raise
            if (found := self.answer(asked, attempt.name)) is not None:
                return found
            if (answer := to_keep(done, attempt.is_stored)) is not None:
                self._write(attempt.keeping(answer, whose()))
            return done

    def keep(self, asked: KeyedRequest, answer: bytes) -> None:
        """Answer a request so from now on."""
        self._write(_Attempt(asked, self._clock()).keeping(answer))

    def answer(self, asked: KeyedRequest, attempt: str = "") -> bytes | None:
        """What was kept of an earlier request, another than this attempt; None if there is none."""
        began = monotonic()
        while (row := self._found(asked.key)) is not None and row["made"] != attempt:
            asked.check_same(row["body"])
            if row["answer"] is not None:
                return bytes(row["answer"])
            if self._clock() - row["at"] >= LOST:
                raise ServiceError("answer-lost", "this was begun or done, and its answer lost: look at what is there")
            if monotonic() - began >= self._patience:
                raise ServiceError("busy", "an earlier request with this key is still being carried out; try again")
            sleep(LOOK_AGAIN)
        return None

    def _write(self, kept: Change) -> None:
        try:
            self._store.write_aside(kept)
        except (ServiceError, Unavailable) as error:
            # It was done all the same, and whoever asked is told so.
            log.warning("the answer to a request cannot be kept: %s", error)

    def _found(self, key: str) -> Any:
        """The row of a key that has not grown old."""
        rows = (row for row in self._store.rows(FIND, key=key) if row["at"] >= self._clock() - KEPT)
        return next(rows, None)

    def turn(self, asked: KeyedRequest) -> Lock:
        """What is held while a request is carried out: those with one key come one after the other within a process."""
        with self._guard:
            return self._turns.setdefault(asked.key, Lock())


def _hashed(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
