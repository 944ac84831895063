"""The stream that tells a page of a game that it has changed. A page asks from time to time where it cannot listen."""

from __future__ import annotations

from urllib.parse import urlsplit

from flask import Blueprint, Response, request

from service.api import session
from service.api.context import services
from service.api.games.stream import streamed
from service.games.streams import LONGEST, Listener
from service.web.numbers import asked

stream = Blueprint("stream", __name__)


@stream.route("/games/<game_id>/stream")
def follow(game_id: str) -> Response:
    """That the game, or the talk at its table, has moved on since what the page shows."""
    account, seat = session.account_id(), request.args.get("seat")
    after, talked = (asked(request.args, name) for name in ("after", "talk"))
    shown, accounts = session.session_token(), services().accounts
    listener = Listener(LONGEST, lambda: account is None or accounts.authenticate(shown or "") == account)
    response = streamed(services().streams.news(game_id, account, seat, after, talked, listener))
    _let_own_pages_read(response)
    return response


def origin() -> str:
    """Where pages find the stream, empty where that is the address they came from.

    Behind proxies it is; else a process of its own serves it, on the same host under another port.
    """
    settings = services().settings
    if settings.proxies or settings.stream_port is None:
        return ""
    here = urlsplit(request.host_url)
    host = f"[{here.hostname}]" if ":" in (here.hostname or "") else here.hostname
    return f"{here.scheme}://{host}:{settings.stream_port}"


def _let_own_pages_read(response: Response) -> None:
    """The pages come from the web's port on this host: their browsers may read the answer, and send the cookie."""
    asking = request.headers.get("Origin", "")
    scheme, host, port = _parts_of(asking)
    here = urlsplit(request.host_url)
    own_ports = (services().settings.port, services().settings.stream_port)
    if scheme == here.scheme and host == here.hostname and port in own_ports:
        response.headers["Access-Control-Allow-Origin"] = asking
        response.headers["Access-Control-Allow-Credentials"] = "true"
    response.vary.add("Origin")


def _parts_of(origin: str) -> tuple[str, str | None, int]:
    """Scheme, host and port of an origin; the port is 0 where it is none."""
    try:
        parts = urlsplit(origin)
        return parts.scheme, parts.hostname, parts.port or {"http": 80, "https": 443}[parts.scheme]
    except (KeyError, ValueError):
        return "", None, 0
