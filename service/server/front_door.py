"""An ASGI application that serves a WSGI one: whole requests to its threads, and no thread to who waits."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from functools import partial
from typing import TYPE_CHECKING, ParamSpec, TypeVar

from projections.unavailable import Unavailable
from service.server.holding import WAITED
from service.server.wsgi import Answer, Body, Environ, Part, environ_of
from service.store.waiting import Wait

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication
    from uvicorn._types import ASGIReceiveCallable, ASGISendCallable, Scope

THREADS = 16
"""Threads that answer requests."""

WAKING_THREADS = 4
"""Threads that look for those who wait, so that a crowd that is woken at once keeps nobody else waiting."""

MOST_BYTES = 16 << 20
"""The longest body that is kept; of a longer one the application is told the length."""

MOST_READ = 64 << 20
"""How much of a longer one is read and thrown away, so that its sender gets to see the answer."""

P = ParamSpec("P")
T = TypeVar("T")


class _Gone(Exception):
    """Who asked has gone away."""


class FrontDoor:
    """Buffers requests, and has a WSGI application answer them in threads.

    An answer that waits (`service.server.holding`) is put aside meanwhile. From `close` on nobody waits any more.
    """

    def __init__(self, app: WSGIApplication) -> None:
        self._app = app
        self._threads = ThreadPoolExecutor(THREADS, "answering")
        self._waking = ThreadPoolExecutor(WAKING_THREADS, "waking")
        self._waits: set[asyncio.Timeout] = set()
        self._closes = False

    async def __call__(self, scope: Scope, receive: ASGIReceiveCallable, send: ASGISendCallable) -> None:
        assert scope["type"] == "http"
        if (body := await _whole(receive)) is None:
            return
        environ = environ_of(scope, body)
        answer, part = await _in(self._threads, self._ask, environ)
        if part.last:
            await _begin(answer, send)
            await _send(part, send)
        else:
            await self._hold(environ, answer, part, receive, send)

    def close(self) -> None:
        """Let all waits be over; one whose time is up ends by itself."""
        self._closes = True
        for wait in self._waits:
            if not wait.expired():
                wait.reschedule(0)

    def _ask(self, environ: Environ) -> tuple[Answer, Part]:
        """Ask the application: the answer with the first part of its body."""
        answer = Answer(self._app, environ)
        return answer, _next_part(answer)

    async def _hold(
        self, environ: Environ, answer: Answer, part: Part, receive: ASGIReceiveCallable, send: ASGISendCallable
    ) -> None:
        """Send an answer that takes a while, unless its receiver goes away."""
        try:
            async with asyncio.TaskGroup() as group:
                watching = group.create_task(_watch(receive))
                if part.wait is not None and not part.body:
                    answer, part = await self._ask_again(environ, answer, part.wait)
                await self._send_all(answer, part, send)
                watching.cancel()
        except* _Gone:
            pass

    async def _ask_again(self, environ: Environ, answer: Answer, wait: Wait) -> tuple[Answer, Part]:
        try:
            await self._over(wait)
        finally:
            answer.close()
        return await _in(self._threads, self._ask, {**environ, WAITED: wait})

    async def _send_all(self, answer: Answer, part: Part, send: ASGISendCallable) -> None:
        try:
            await _begin(answer, send)
            while not part.last:
                await _send(part, send)
                if part.wait is not None:
                    await self._over(part.wait)
                part = Part(b"", last=True) if self._closes else await _in(self._waking, _next_part, answer)
            await _send(part, send)
        finally:
            answer.close()

    async def _over(self, wait: Wait) -> None:
        """Return when a wait is over: what it is for has come, or cannot be asked for, or there is no more time."""
        woken, loop = asyncio.Event(), asyncio.get_running_loop()
        with wait.waking(partial(loop.call_soon_threadsafe, woken.set)):
            time = asyncio.timeout(0 if self._closes else wait.seconds)
            self._waits.add(time)
            try:
                async with time:
                    while not await _in(self._waking, wait.look):
                        await woken.wait()
                        woken.clear()
            except (TimeoutError, Unavailable):
                return
            finally:
                self._waits.discard(time)


def _next_part(answer: Answer) -> Part:
    """The next part of an answer, which is closed after the last one and when there is none."""
    try:
        part = answer.next_part()
    except BaseException:
        answer.close()
        raise
    if part.last:
        answer.close()
    return part


async def _in(pool: Executor, call: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """What a call in a thread returns; who is cancelled waits for it nevertheless, as nothing else can end it."""
    called = asyncio.get_running_loop().run_in_executor(pool, partial(call, *args, **kwargs))
    try:
        return await asyncio.shield(called)
    except asyncio.CancelledError:
        await asyncio.wait((called,))
        raise


async def _whole(receive: ASGIReceiveCallable) -> Body | None:
    """The body of a request, once all of it has come; None if its sender has gone away."""
    kept, length = bytearray(), 0
    while True:
        message = await receive()
        if message["type"] != "http.request":
            return None
        length += len(message["body"])
        if length <= MOST_BYTES:
            kept += message["body"]
        if not message["more_body"] or length > MOST_READ:
            return Body(bytes(kept), length)


async def _begin(answer: Answer, send: ASGISendCallable) -> None:
    await send({"type": "http.response.start", "status": answer.status, "headers": answer.headers, "trailers": False})


async def _send(part: Part, send: ASGISendCallable) -> None:
    await send({"type": "http.response.body", "body": part.body, "more_body": not part.last})


async def _watch(receive: ASGIReceiveCallable) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    raise _Gone
