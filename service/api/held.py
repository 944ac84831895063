"""Requests that wait for news: by their thread, or without one where the server can have them wait."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import cast

from flask import Flask, Response, request

from service.api.context import at_hand, known, waiting_room
from service.api.limits.limiter import counted_as
from service.games.streams import Stream
from service.server.holding import HOLDS, WAITED
from service.store.waiting import Wait


class NotYet(Exception):
    """Ends a request that is to be asked again when its wait is over; then `leave` is called."""

    def __init__(self, wait: Wait, leave: Callable[[], None]) -> None:
        super().__init__("there is no answer yet")
        self.wait = wait
        self.leave = leave


def register(app: Flask) -> None:
    """Have the application hold requests."""
    app.register_error_handler(NotYet, _not_yet)


def has_come(wait: Wait) -> bool:
    """Wait, if there is a place for one more of the caller's: whether what is waited for has come. A head alone is not
    waited for.

    A server that can hold the request is told to ask it again afterwards, and this does not return before it has.
    """
    if (over := request.environ.get(WAITED)) is not None:
        return cast(Wait, over).came
    room, caller = waiting_room(), counted_as()
    if HOLDS not in request.environ:
        with room.place(caller) as entered:
            return entered and wait.block()
    if request.method != "HEAD" and room.enter(caller):
        raise NotYet(wait, partial(room.leave, caller))
    return False


def sent_by_server(stream: Stream) -> Iterator[bytes]:
    """The body of a stream's answer, with its waits in it where the server can hold the request."""
    return cast(Iterator[bytes], stream.parts) if HOLDS in request.environ else stream


def is_first_time() -> bool:
    """Whether the request has not waited yet: it is asked once by its caller, and once more by the server."""
    return WAITED not in at_hand().environ


def is_answered() -> bool:
    """Whether the request has been answered, and is not to be asked again."""
    return "not_yet" not in known()


def _not_yet(end: NotYet) -> Response:
    known().not_yet = True
    response = Response()
    response.response = cast(Iterator[bytes], iter((end.wait,)))
    response.call_on_close(end.leave)
    return response
