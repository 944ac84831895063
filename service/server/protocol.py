"""HTTP/1.1 as uvicorn speaks it, for clients who may be slow or hostile: to none of them is waited for ever."""

from __future__ import annotations

from asyncio import AbstractEventLoop, TimerHandle
from dataclasses import dataclass
from time import monotonic
from typing import TYPE_CHECKING, Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

if TYPE_CHECKING:
    from uvicorn import Config
    from uvicorn.server import ServerState

SECONDS_TO_ASK = 60.0
"""Within which a request must have come whole, from the connection's first moment or the request's first byte."""

SECONDS_TO_LISTEN = 60.0
"""Within which something of what is sent must be taken."""

MOST_BYTES_OF_HEAD = 1 << 16
"""How long the head of a request may be that comes in pieces."""

MOST_BYTES_UNFINISHED = 256 << 20
"""How much of requests that are not whole yet is kept at a time, of all connections together."""


@dataclass
class _Request:
    """A request that is not whole yet: when it began, and how much of it has come."""

    began: float
    size: int = 0


class Unfinished:
    """The connections whose request is not whole yet, the one first that has been at it for longest.

    Where they are more than `most`, or hold more than MOST_BYTES_UNFINISHED, those are closed first.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._bytes = 0
        self._requests: dict[Protocol, _Request] = {}

    def add(self, connection: Protocol, size: int) -> None:
        """So much more of a request has come."""
        request = self._requests.setdefault(connection, _Request(monotonic()))
        request.size += size
        self._bytes += size
        while len(self._requests) > self._most or self._bytes > MOST_BYTES_UNFINISHED:
            self._close(next(iter(self._requests)))

    def remove(self, connection: Protocol) -> None:
        """The request is whole, or will never be."""
        if (request := self._requests.pop(connection, None)) is not None:
            self._bytes -= request.size

    def close_late(self) -> None:
        """Close the connections whose request should have been whole by now."""
        latest = monotonic() - SECONDS_TO_ASK
        for connection, request in list(self._requests.items()):
            if request.began > latest:
                return
            self._close(connection)

    def close(self) -> None:
        """Close all of them."""
        for connection in list(self._requests):
            self._close(connection)

    def _close(self, connection: Protocol) -> None:
        self.remove(connection)
        connection.transport.abort()


class Protocol(HttpToolsProtocol):
    """A connection, which is closed when its client does not say all of what it asks, or does not take the answer."""

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: AbstractEventLoop | None = None,
        *,
        unfinished: Unfinished,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self._unfinished = unfinished
        self._is_whole = False
        self._is_in_head = True
        self._bytes_of_head = 0
        self._until_heard: TimerHandle | None = None
        unfinished.add(self, 0)

    def connection_lost(self, exc: Exception | None) -> None:
        self._unfinished.remove(self)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self._is_whole or self.transport.is_closing():
            self._unfinished.remove(self)
        else:
            self._unfinished.add(self, len(data))
            self._measure_head(len(data))

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._is_whole, self._is_in_head, self._bytes_of_head = False, True, 0

    def on_headers_complete(self) -> None:
        self._is_in_head = False
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self._is_whole = True
        super().on_message_complete()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._expect_to_be_heard()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._expect_to_be_heard()

    def resume_writing(self) -> None:
        super().resume_writing()
        self._was_heard()

    def _measure_head(self, size: int) -> None:
        if self._is_in_head:
            self._bytes_of_head += size
            if self._bytes_of_head > MOST_BYTES_OF_HEAD:
                self.send_400_response("The head of the request is too long.")

    def _was_heard(self) -> None:
        if self._until_heard is not None:
            self._until_heard.cancel()
            self._until_heard = None

    def _expect_to_be_heard(self) -> None:
        """Look later whether any of what waits to be sent was taken."""
        self._was_heard()
        if waiting := self.transport.get_write_buffer_size():
            self._until_heard = self.loop.call_later(SECONDS_TO_LISTEN, self._break_off, waiting)

    def _break_off(self, waiting: int) -> None:
        if self.transport.get_write_buffer_size() >= waiting:
            self.transport.abort()
        else:
            self._expect_to_be_heard()
