"""Serve an application: `python -m service.server MODULE:FUNCTION HOST:PORT`, where the function makes it."""

from __future__ import annotations

import asyncio
import gc
import resource
import socket
import sys
from functools import partial
from pkgutil import resolve_name
from typing import Any, cast

import uvicorn

from service.server.front_door import FrontDoor
from service.server.protocol import Protocol, Unfinished

SECONDS_TO_FINISH = 3
"""How long a server that is told to end goes on with requests that have come."""

SECONDS_TO_COME = 1
"""How long it waits for the rest of requests that are half there."""

MOST_FILES = 1 << 16
"""How many connections and other files a server would have open, if it may."""

FOR_UNFINISHED = 4
"""One of so many files is for a connection whose request is not whole yet."""


class Server(uvicorn.Server):
    """The server, which closes the connections of clients who are too slow, and has nobody wait when it ends."""

    def __init__(self, front_door: FrontDoor, unfinished: Unfinished, host: str, port: int) -> None:
        super().__init__(_config(front_door, unfinished, host, port))
        self._front_door = front_door
        self._unfinished = unfinished

    async def on_tick(self, counter: int) -> bool:
        """What is done ten times a second."""
        self._unfinished.close_late()
        return await super().on_tick(counter)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End, when all have their answers."""
        self._front_door.close()
        asyncio.get_running_loop().call_later(SECONDS_TO_COME, self._unfinished.close)
        await super().shutdown(sockets)


def _config(front_door: FrontDoor, unfinished: Unfinished, host: str, port: int) -> uvicorn.Config:
    """Who is behind which proxy is for the application to say, and to log what it answers."""
    return uvicorn.Config(
        front_door,
        host,
        port,
        interface="asgi3",
        http=cast(type[asyncio.Protocol], partial(Protocol, unfinished=unfinished)),
        ws="none",
        loop="uvloop",
        lifespan="off",
        log_config=None,
        log_level="error",
        access_log=False,
        proxy_headers=False,
        server_header=False,
        timeout_graceful_shutdown=SECONDS_TO_FINISH,
    )


def _have_files() -> int:
    """Let this process open as many files as it may: how many that is."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    files = MOST_FILES if most == resource.RLIM_INFINITY else min(most, MOST_FILES)
    resource.setrlimit(resource.RLIMIT_NOFILE, (files, most))
    return files


def main(application: str, address: str) -> None:
    """Serve until a signal."""
    host, _, port = address.rpartition(":")
    unfinished = Unfinished(_have_files() // FOR_UNFINISHED)
    Server(FrontDoor(_made(application)), unfinished, host, int(port)).run()


def _made(application: str) -> Any:
    """The application. Garbage is not sought meanwhile: there is none in what is imported, and to look for it there
    takes a fifth of the time until the first answer."""
    gc.disable()
    try:
        return resolve_name(application)()
    finally:
        gc.enable()


if __name__ == "__main__":
    main(*sys.argv[1:])
