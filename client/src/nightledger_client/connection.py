"""A connection to a service: JSON over HTTP, answers as models, problem documents as exceptions, event streams."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar
from urllib.parse import quote

import httpx
import msgspec
from msgspec import UNSET

from nightledger_client import models
from nightledger_client.events import StreamMessage, read_messages

PATIENCE = 60.0
"""Seconds to wait for an answer; longer than the longest poll."""

IDLE = 1.5
"""Seconds that an idle connection is kept: less than the service does, which closes it after two."""

LONGEST_WAIT = 60.0
"""Seconds that a request is held back, at most, because there were too many: as long as the service counts them for."""

T = TypeVar("T")


@dataclass(eq=False)
class Problem(Exception):
    """A refusal. `code` is stable; `faults` say what is wrong where, `retry_after` how many seconds to wait."""

    status: int
    code: str
    detail: str
    faults: tuple[models.Fault, ...] = ()
    retry_after: float | None = None

    def __str__(self) -> str:
        return f"{self.code}: {self.detail}"


class Resource:
    """A part of the API, over a connection."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection


class Connection:
    """A service at an address, such as `http://127.0.0.1:8420`, with a token or without.

    Every method raises `Problem` for what the service refuses, and `httpx.TransportError` where none is reached. What
    is refused for being one too many (429) is sent again when the service says, if that is within `longest_wait`
    seconds.
    """

    def __init__(
        self,
        address: str,
        token: str | None,
        transport: httpx.BaseTransport | None = None,
        longest_wait: float = LONGEST_WAIT,
    ) -> None:
        self._longest_wait = longest_wait
        headers = {} if token is None else {"Authorization": f"Bearer {token}"}
        limits = httpx.Limits(keepalive_expiry=IDLE)
        self._http = httpx.Client(
            base_url=address, headers=headers, transport=transport, timeout=PATIENCE, limits=limits
        )

    def close(self) -> None:
        """Close the connection."""
        self._http.close()

    def ask(self, model: type[T], method: str, path: str, **sent: Mapping[str, Any]) -> T:
        """Return the answer as a model. Fields that this client does not know are left alone."""
        return msgspec.json.decode(self._answer(method, path, **sent).content, type=model)

    def look(self, model: type[T], method: str, path: str, **sent: Mapping[str, Any]) -> T | None:
        """Return the answer as a model, or None for what has not changed since the ETag that was sent."""
        answer = self._answer(method, path, **sent)
        if answer.status_code == httpx.codes.NOT_MODIFIED:
            return None
        return msgspec.json.decode(answer.content, type=model)

    def do(self, method: str, path: str, **sent: Mapping[str, Any]) -> None:
        """Ask for what is answered by nothing."""
        self._answer(method, path, **sent)

    def text(self, method: str, path: str, **sent: Mapping[str, Any]) -> str:
        """Return the answer as it is."""
        return self._answer(method, path, **sent).text

    def stream(self, method: str, path: str, **sent: Mapping[str, Any]) -> Iterator[StreamMessage]:
        """Yield events, as they come."""
        with self._http.stream(method, path, **_request(sent)) as answer:
            if answer.is_error:
                answer.read()
                raise _problem(answer)
            yield from read_messages(answer.iter_lines())

    def _answer(self, method: str, path: str, **sent: Mapping[str, Any]) -> httpx.Response:
        request, left = _request(sent), self._longest_wait
        while (answer := self._http.request(method, path, **request)).is_error:
            problem = _problem(answer)
            wait = problem.retry_after or 0.0
            if problem.status != httpx.codes.TOO_MANY_REQUESTS or not 0 < wait <= left:
                raise problem
            left -= wait
            time.sleep(wait)
        return answer


def segment(value: object) -> str:
    """Return a value as a segment of a path."""
    return quote(str(value), safe="")


def _request(sent: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    """Return the arguments of an httpx request. What is not set is left out; None is sent as null."""
    given = {
        place: {name: value for name, value in values.items() if value is not UNSET} for place, values in sent.items()
    }
    request: dict[str, Any] = {"headers": {name: str(value) for name, value in given.get("headers", {}).items()}}
    if query := given.get("query"):
        request["params"] = query
    if "body" in given:
        request["headers"]["Content-Type"] = "application/json"
        request["content"] = msgspec.json.encode(given["body"])
    return request


def _problem(answer: httpx.Response) -> Problem:
    """Return an answer as a problem; its code is `unknown` when it is no problem document."""
    wait = answer.headers.get("Retry-After", "")
    retry_after = float(wait) if wait.isascii() and wait.isdigit() else None
    try:
        told = msgspec.json.decode(answer.content, type=models.Problem)
    except msgspec.MsgspecError:
        return Problem(answer.status_code, "unknown", answer.reason_phrase, (), retry_after)
    return Problem(answer.status_code, told.code, told.detail, tuple(told.errors or ()), retry_after)
