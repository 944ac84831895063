"""A connection to a service: JSON over HTTP, answers as models, problem documents as exceptions, event streams."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Mapping
from contextlib import aclosing
from typing import Any, TypeVar

import httpx
import msgspec

from nightledger_client.events import NOTHING_MORE, LineReader, MessageReader, StreamMessage
from nightledger_client.problems import Problem, is_refusal
from nightledger_client.requests import headers_of, request_of

PATIENCE = 60.0
"""Seconds to wait for an answer; longer than the longest poll."""

IDLE = 1.5
"""Seconds that an idle connection is kept: less than the service does, which closes it after two."""

LONGEST_WAIT = 60.0
"""Seconds that a request is held back, at most, because there were too many: as long as the service counts them for."""

T = TypeVar("T")


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
        transport: httpx.AsyncBaseTransport | None = None,
        longest_wait: float = LONGEST_WAIT,
    ) -> None:
        self._longest_wait = longest_wait
        limits = httpx.Limits(keepalive_expiry=IDLE)
        self._http = httpx.AsyncClient(
            base_url=address, headers=headers_of(token), transport=transport, timeout=PATIENCE, limits=limits
        )

    async def close(self) -> None:
        """Close the connection."""
        await self._http.aclose()

    async def ask(self, model: type[T], method: str, path: str, **sent: Mapping[str, Any]) -> T:
        """Return the answer as a model. Fields that this client does not know are left alone."""
        answer = await self._answer(method, path, sent)
        return msgspec.json.decode(answer.content, type=model)

    async def look(self, model: type[T], method: str, path: str, **sent: Mapping[str, Any]) -> T | None:
        """Return the answer as a model, or None for what has not changed since the ETag that was sent."""
        answer = await self._answer(method, path, sent)
        if answer.status_code == httpx.codes.NOT_MODIFIED:
            return None
        return msgspec.json.decode(answer.content, type=model)

    async def do(self, method: str, path: str, **sent: Mapping[str, Any]) -> None:
        """Ask for what is answered by nothing."""
        await self._answer(method, path, sent)

    async def text(self, method: str, path: str, **sent: Mapping[str, Any]) -> str:
        """Return the answer as it is."""
        answer = await self._answer(method, path, sent)
        return answer.text

    async def stream(self, method: str, path: str, **sent: Mapping[str, Any]) -> AsyncGenerator[StreamMessage, None]:
        """Yield events, as they come; `end` alone where the service says that none will come (204)."""
        reader = MessageReader()
        async with aclosing(self._read(method, path, sent)) as lines:
            async for line in lines:
                if (message := reader.read(line)) is not None:
                    yield message

    async def lines(self, model: type[T], method: str, path: str, **sent: Mapping[str, Any]) -> AsyncGenerator[T, None]:
        """Yield the lines of the answer as models, as they come."""
        async with aclosing(self._read(method, path, sent)) as lines:
            async for line in lines:
                yield msgspec.json.decode(line, type=model)

    async def _read(self, method: str, path: str, sent: Mapping[str, Mapping[str, Any]]) -> AsyncGenerator[str, None]:
        async with aclosing(await self._answer(method, path, sent, stream=True)) as answer:
            reader = LineReader()
            async for part in answer.aiter_bytes():
                for line in reader.read(part):
                    yield line
            if answer.status_code == httpx.codes.NO_CONTENT:
                for line in NOTHING_MORE:
                    yield line

    async def _answer(
        self, method: str, path: str, sent: Mapping[str, Mapping[str, Any]], *, stream: bool = False
    ) -> httpx.Response:
        """Return the answer, of a stream before any of it is read, once the service takes the request."""
        request, left = self._http.build_request(method, path, **request_of(sent)), self._longest_wait
        while is_refusal(answer := await self._http.send(request, stream=stream)):
            await answer.aread()
            problem = Problem.of(answer)
            wait = problem.retry_after or 0.0
            if problem.status != httpx.codes.TOO_MANY_REQUESTS or not 0 < wait <= left:
                raise problem
            left -= wait
            await asyncio.sleep(wait)
        return answer
