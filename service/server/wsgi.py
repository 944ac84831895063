"""A request as WSGI (PEP 3333) has it, and the answer of an application, part by part."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from io import BytesIO
from types import TracebackType
from typing import TYPE_CHECKING, Any, NoReturn
from urllib.parse import unquote_to_bytes

from service.server.holding import HOLDS
from service.store.waiting import Wait

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication
    from uvicorn._types import HTTPScope

Environ = dict[str, Any]

MOST_AT_ONCE = 1 << 16
"""Bytes of a body after which its receiver is waited for."""

_WITHOUT_PREFIX = ("CONTENT_TYPE", "CONTENT_LENGTH")

_OF_THE_CONNECTION = frozenset((b"content-length", b"transfer-encoding"))
"""Headers that say how a body is sent; here it has come."""


@dataclass(frozen=True)
class Body:
    """The body of a request: what is kept of it, and how long it was."""

    kept: bytes
    length: int


def environ_of(scope: HTTPScope, body: Body) -> Environ:
    """The environment of a request."""
    environ: Environ = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": unquote_to_bytes(scope["raw_path"]).decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope["scheme"],
        "wsgi.input": BytesIO(body.kept),
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
        HOLDS: True,
    }
    if (server := scope["server"]) is not None:
        environ |= {"SERVER_NAME": server[0], "SERVER_PORT": str(server[1])}
    if (client := scope["client"]) is not None:
        environ |= {"REMOTE_ADDR": client[0], "REMOTE_PORT": str(client[1])}
    for name, value in scope["headers"]:
        _add_header(environ, name, value.decode("latin-1"))
    if body.length:
        environ["CONTENT_LENGTH"] = str(body.length)
    return environ


def _add_header(environ: Environ, name: bytes, value: str) -> None:
    """Add a header. One with an underscore is left out, as it would pass for another one, which a proxy has checked."""
    if b"_" in name or name in _OF_THE_CONNECTION:
        return
    key = name.decode("latin-1").upper().replace("-", "_")
    if key not in _WITHOUT_PREFIX:
        key = f"HTTP_{key}"
    environ[key] = f"{environ[key]},{value}" if key in environ else value


@dataclass(frozen=True)
class Part:
    """A part of an answer's body, what is to be waited for after it, and whether it is the last one."""

    body: bytes
    wait: Wait | None = None
    last: bool = False


class Answer:
    """What an application answers to a request: the head, and of the body one part after the other."""

    status: int
    headers: Sequence[tuple[bytes, bytes]]

    def __init__(self, app: WSGIApplication, environ: Environ) -> None:
        self._body: Iterable[bytes] = app(environ, self._start)
        self._parts: Iterator[bytes | Wait] = iter(self._body)
        self._is_closed = False

    def next_part(self) -> Part:
        """The next part, when the one before has been sent, and its wait is over."""
        found: list[bytes] = []
        size = 0
        for part in self._parts:
            if isinstance(part, Wait):
                return Part(b"".join(found), part)
            found.append(part)
            size += len(part)
            if size >= MOST_AT_ONCE and len(found) > 1:
                return Part(b"".join(found))
        return Part(b"".join(found), last=True)

    def close(self) -> None:
        """Tell the application, once, that nothing more is asked of it."""
        if not self._is_closed and (close := getattr(self._body, "close", None)) is not None:
            self._is_closed = True
            close()

    def _start(
        self,
        status: str,
        headers: list[tuple[str, str]],
        error: tuple[type[BaseException], BaseException, TracebackType] | tuple[None, None, None] | None = None,
        /,
    ) -> Callable[[bytes], NoReturn]:
        self.status = int(status[:3])
        self.headers = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers]
        return _write


def _write(data: bytes) -> NoReturn:
    raise NotImplementedError("the body is what the application returns")
