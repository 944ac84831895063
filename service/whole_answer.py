"""An answer over HTTP, all of it: whoever answers decides neither how much is read nor how long it takes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from concurrent.futures import Future
from threading import Thread
from time import monotonic
from typing import TypeVar

T = TypeVar("T")

NO_END = "does not end its answer"


class Unending(Exception):
    """An answer that is longer than any that is meant, or does not come to its end; the message says which."""


def whole(parts: Iterable[bytes], most: int, seconds: float) -> bytes:
    """All of a body, of so many bytes at most, which has come within so many seconds; `Unending`."""
    body, until = bytearray(), monotonic() + seconds
    for part in parts:
        body += part
        if len(body) > most:
            raise Unending(f"answers with more than {most} bytes")
        if monotonic() > until:
            raise Unending(NO_END)
    return bytes(body)


def in_time(ask: Callable[[], T], seconds: float) -> T:
    """What a question brings within so many seconds, or raises; `Unending`, and what has not ended goes on by itself.

    The library waits so long for each part, also of what comes before a body.
    """
    asked: Future[T] = Future()

    def answer() -> None:
        try:
            asked.set_result(ask())
        except BaseException as error:
            asked.set_exception(error)

    Thread(target=answer, daemon=True).start()
    try:
        return asked.result(seconds)
    except TimeoutError:
        raise Unending(NO_END) from None
