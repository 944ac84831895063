"""How the client asks: JSON over HTTP, answers as typed shapes, problem documents as exceptions, event streams."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar
from urllib.parse import quote

import httpx
import msgspec

from nightledger_client.events import StreamMessage, read_messages

__all__ = ["UNSET", "Connection", "Fault", "Problem", "StreamMessage", "Unset"]

PATIENCE = 60.0
"""Seconds to wait for an answer; longer than the longest poll."""

IDLE = 1.5
"""Seconds that an idle connection is kept: less than the service does, which closes it after two."""

T = TypeVar("T")


class Unset(msgspec.Struct, frozen=True):
    """The type of what is not sent."""


UNSET = Unset()
"""The value of an argument that is not sent; None is sent as null."""


@dataclass(frozen=True)
class Fault:
    """One thing that is wrong with a request: what, and where (a pointer into the body, or a parameter)."""

    detail: str
    pointer: str | None = None
    parameter: str | None = None


class Problem(Exception):
    """The service did not do what was asked. `code` is stable; `retry_after` the seconds to wait, if it says so."""

    def __init__(
        self, status: int, code: str, detail: str, faults: tuple[Fault, ...] = (), retry_after: float | None = None
    ) -> None:
        super().__init__(f"{code}: {detail}")
        self.status = status
        self.code = code
        self.detail = detail
        self.faults = faults
        self.retry_after = retry_after


class Connection:
    """Asks a service at an address, such as `http://127.0.0.1:8420`, with a token or without.

    Every method raises `Problem` for what the service refuses, and `httpx.TransportError` where none is reached.
    """

    def __init__(self, address: str, token: str | None, transport: httpx.BaseTransport | None = None) -> None:
        headers = {} if token is None else {"Authorization": f"Bearer {token}"}
        limits = httpx.Limits(keepalive_expiry=IDLE)
        self._http = httpx.Client(
            base_url=address, headers=headers, transport=transport, timeout=PATIENCE, limits=limits
        )

    def close(self) -> None:
        """Close the connection."""
        self._http.close()

    def path(self, template: str, *values: object) -> str:
        """A path with values in the place of its parameters."""
        parts = iter(quote(str(value), safe="") for value in values)
        return "/".join(next(parts) if part.startswith("{") else part for part in template.split("/"))

    def ask(self, shape: type[T], method: str, path: str, **sent: Mapping[str, Any]) -> T:
        """The answer in its shape. Fields that this client does not know are left alone."""
        return msgspec.json.decode(self._answer(method, path, **sent).content, type=shape)

    def look(self, shape: type[T], method: str, path: str, **sent: Mapping[str, Any]) -> T | None:
        """The same; None for what has not changed since the ETag that was sent."""
        answer = self._answer(method, path, **sent)
        if answer.status_code == httpx.codes.NOT_MODIFIED:
            return None
        return msgspec.json.decode(answer.content, type=shape)

    def do(self, method: str, path: str, **sent: Mapping[str, Any]) -> None:
        """Have something done that is answered by nothing."""
        self._answer(method, path, **sent)

    def text(self, method: str, path: str, **sent: Mapping[str, Any]) -> str:
        """The answer as it is."""
        return self._answer(method, path, **sent).text

    def stream(self, method: str, path: str, **sent: Mapping[str, Any]) -> Iterator[StreamMessage]:
        """Events, as they come."""
        with self._http.stream(method, path, **_request(sent)) as answer:
            if answer.is_error:
                answer.read()
                raise _problem(answer)
            yield from read_messages(answer.iter_lines())

    def _answer(self, method: str, path: str, **sent: Mapping[str, Any]) -> httpx.Response:
        answer = self._http.request(method, path, **_request(sent))
        if answer.is_error:
            raise _problem(answer)
        return answer


def _request(sent: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    """What httpx is asked for: what is not set is left out."""
    given = {place: _set(values) for place, values in sent.items()}
    request: dict[str, Any] = {}
    if query := given.get("query"):
        request["params"] = query
    headers = {name: str(value) for name, value in given.get("headers", {}).items()}
    if "body" in sent:
        headers["Content-Type"] = "application/json"
        request["content"] = msgspec.json.encode(given["body"])
    return {**request, "headers": headers}


def _set(values: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in values.items() if value is not UNSET}


def _problem(answer: httpx.Response) -> Problem:
    try:
        told = msgspec.json.decode(answer.content, type=dict[str, Any])
    except msgspec.DecodeError:
        told = {}
    faults = tuple(msgspec.convert(fault, Fault) for fault in told.get("errors", ()))
    wait = answer.headers.get("Retry-After", "")
    return Problem(
        status=answer.status_code,
        code=told.get("code", "unknown"),
        detail=told.get("detail", answer.reason_phrase),
        faults=faults,
        retry_after=float(wait) if wait.isascii() and wait.isdigit() else None,
    )
