"""Lines between a client and a service in the same process."""

from collections.abc import AsyncIterator, Iterable

import httpx

ADDRESS = "http://nightledger.test"


class OnAsyncio(httpx.AsyncBaseTransport):
    """A line for programs on asyncio over one that does not know it."""

    def __init__(self, line: httpx.BaseTransport) -> None:
        self._line = line

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        answer = self._line.handle_request(request)
        return httpx.Response(answer.status_code, headers=answer.headers, stream=Chunks(answer.stream))


class Chunks(httpx.AsyncByteStream):
    """The parts of a body, as they come."""

    def __init__(self, parts: Iterable[bytes]) -> None:
        self._parts = parts

    async def __aiter__(self) -> AsyncIterator[bytes]:
        for part in self._parts:
            yield part

    async def aclose(self) -> None:
        self._parts.close()
