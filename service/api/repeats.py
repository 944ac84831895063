"""How an operation honours `Idempotency-Key`: whose the key is, and what of its answer is given again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec
from flask import Request, Response

from domain.contract.chance import joined
from service.api.context import services
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
        with services().repeats.turn(self._of_token()):
            try:
                done = services().repeats.once(self._of(account), carry_out, self._to_keep, self._by_token())
            except Declined:
                # With an account its keys are forgotten, but for that of the request which has deleted it.
                if (again := self._kept_for_token()) is not None:
                    return again
                raise
        return _again(done) if isinstance(done, bytes) else done

    def _kept_for_token(self) -> Response | None:
        kept = services().repeats.answer(self._of_token())
        return None if kept is None else _again(kept)

    def _of(self, account: str | None) -> KeyedRequest:
        if account is not None:
            return KeyedRequest.of("account", account, *self._address, body=self._body, account=account)
        if self._secret is None:
            reason = f"without an account an {KEY} counts only together with an {SECRET}"
            raise Problem("malformed", reason, [Fault(reason, parameter=SECRET)])
        return KeyedRequest.of("secret", self._secret, *self._address, body=self._body)

    def _of_token(self) -> KeyedRequest:
        shown = self._asked.headers.get(AUTHORIZATION, "")
        return KeyedRequest.of("token", shown, *self._address, body=self._body)

    def _by_token(self) -> list[KeyedRequest]:
        """The key of the token, for what may end it: who comes meanwhile is known by nothing else."""
        return [self._of_token()] if self._asked.method == DELETE and AUTHORIZATION in self._asked.headers else []

    def _to_keep(self, response: Response, stored: bool) -> bytes:
        headers = [(name, value) for name, value in response.headers if name != "Content-Length"]
        kept = msgspec.msgpack.encode(KeptAnswer(response.status_code, headers, self._told_again(response)))
        if not (stored and self._by_token()) and self._has_ended_token():
            services().repeats.keep(self._of_token(), kept)
        return kept

    def _told_again(self, response: Response) -> bytes:
        body = response.get_data()
        if not self._shown_once:
            return body
        return msgspec.json.encode({**msgspec.json.decode(body), **dict.fromkeys(self._shown_once)}) + b"\n"

    def _has_ended_token(self) -> bool:
        token = bearer_token(self._asked)
        return bool(token) and services().accounts.authenticate(token) is None


def _again(kept: bytes) -> Response:
    answer = msgspec.msgpack.decode(kept, type=KeptAnswer)
    response = Response(answer.body, answer.status, answer.headers)
    response.headers[REPLAYED] = "true"
    return response
