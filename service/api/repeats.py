"""How an operation honours `Idempotency-Key`: whose the key is, and what of its answer is given again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec
from flask import Request, Response

from domain.contract.chance import joined
from service.api.context import known, services
from service.api.problems import Fault, Problem
from service.api.reading import AUTHORIZATION, MOST_RECORD_BYTES, bearer_token, read_body
from service.errors import Declined
from service.store.repeats import KeyedRequest

KEY, SECRET, REPLAYED = "Idempotency-Key", "Idempotency-Secret", "Idempotent-Replayed"

DELETE = "DELETE"


class KeptAnswer(msgspec.Struct, array_like=True):
    """An answer as it is kept."""

    status: int
    headers: list[tuple[str, str]]
    body: bytes


class KeyedOperation:
    """An operation that is asked for under a key, which its account, or else a secret of the client, makes unique.

    `shown_once` are the fields of the answer that a repeat does not get.
    """

    def __init__(self, asked: Request, name: str, headers: dict[str, Any], shown_once: Sequence[str]) -> None:
        self._asked = asked
        self._address = (name, asked.path, headers["idempotency_key"])
        self._account: str | None = None
        self._body = joined(asked.query_string, read_body(asked, MOST_RECORD_BYTES))
        self._secret: str | None = headers.get("idempotency_secret")
        self._shown_once = shown_once

    def of_ended_token(self) -> Response | None:
        """What is answered to a repeat whose token the first request has ended; None where it has not.

        Of a first request that is under way, in this process or another, the end is waited for.
        """
        with services().repeats.turn(self._of_token()):
            return self._kept_for_token()

    def once(self, account: str | None, carry_out: Callable[[], Response]) -> Response:
        """The answer that `carry_out` gives, or that it gave before."""
        self._account, repeats = account, services().repeats
        with repeats.turn(self._of_token()):
            by_token = self._by_token()
            try:
                done = repeats.once(self._of(account), carry_out, self._to_keep, by_token, self._whose)
            except Declined:
                # What has ended the token without having claimed its key is kept under that.
                if not by_token and (again := self._kept_for_token()) is not None:
                    return again
                raise
        return _again(done) if isinstance(done, bytes) else done

    def _kept_for_token(self) -> Response | None:
        kept = services().repeats.answer(self._of_token())
        return None if kept is None else _again(kept)

    def _of(self, account: str | None) -> KeyedRequest:
        if account is not None:
            return self._keyed("account", account, whose=account)
        if self._secret is None:
            reason = f"without an account an {KEY} counts only together with an {SECRET}"
            raise Problem("malformed", reason, [Fault(reason, parameter=SECRET)])
        return self._keyed("secret", self._secret)

    def _of_token(self, whose: str = "") -> KeyedRequest:
        return self._keyed("token", self._asked.headers.get(AUTHORIZATION, ""), whose=whose)

    def _keyed(self, *asker: str, whose: str = "") -> KeyedRequest:
        under = services().store.vault.repeats
        return KeyedRequest.of(*asker, *self._address, body=self._body, account=whose, under=under)

    def _whose(self) -> str:
        """The account with which the answer goes, as its route has said (`goes_with`); else the one that asked."""
        return str(known().get("answer_goes_with", self._account or ""))

    def _by_token(self) -> list[KeyedRequest]:
        """The key of the token, for what may end it: who comes meanwhile is known by nothing else."""
        return [self._of_token()] if self._asked.method == DELETE and AUTHORIZATION in self._asked.headers else []

    def _to_keep(self, response: Response, stored: bool) -> bytes:
        headers = [(name, value) for name, value in response.headers if name != "Content-Length"]
        kept = msgspec.msgpack.encode(KeptAnswer(response.status_code, headers, self._told_again(response)))
        if not (stored and self._by_token()) and self._has_ended_token():
            services().repeats.keep(self._of_token(self._whose()), kept)
        return kept

    def _told_again(self, response: Response) -> bytes:
        body = response.get_data()
        if not self._shown_once:
            return body
        return msgspec.json.encode({**msgspec.json.decode(body), **dict.fromkeys(self._shown_once)}) + b"\n"

    def _has_ended_token(self) -> bool:
        token = bearer_token(self._asked)
        return bool(token) and services().accounts.authenticate(token) is None


def goes_with(account: str) -> None:
    """Have what is kept of the answer at hand go with this account; with none where it is empty."""
    known().answer_goes_with = account


def _again(kept: bytes) -> Response:
    answer = msgspec.msgpack.decode(kept, type=KeptAnswer)
    response = Response(answer.body, answer.status, answer.headers)
    response.headers[REPLAYED] = "true"
    return response
