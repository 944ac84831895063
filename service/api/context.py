"""What a route works with: the request at hand, and the services that the application was made for.

Flask's `request`, `g` and `current_app` look up what they stand for at each use, which costs as much as a small
function that works on it. What is done with every request takes it once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from flask import current_app, g, request

from service.server.waiting_room import WaitingRoom

if TYPE_CHECKING:
    from flask import Flask, Request
    from flask.ctx import _AppCtxGlobals
    from werkzeug.local import LocalProxy

    from service.api.observed import Observer
    from service.bootstrap import Services
    from service.operation.metrics import Metrics
    from service.operation.monitoring import Writes

SERVICES = "nightledger"
WAITING_ROOM = "nightledger-waiting-room"
METRICS = "nightledger-metrics"
OBSERVER = "nightledger-observer"
WRITES = "nightledger-writes"

_REQUEST = cast("LocalProxy[Request]", request)
_KNOWN = cast("LocalProxy[_AppCtxGlobals]", g)
_APP = cast("LocalProxy[Flask]", current_app)


def at_hand() -> Request:
    """The request at hand."""
    return _REQUEST._get_current_object()


def known() -> _AppCtxGlobals:
    """What is known of the request at hand: Flask's `g`."""
    return _KNOWN._get_current_object()


def _extensions() -> dict[str, Any]:
    return _APP._get_current_object().extensions


def services() -> Services:
    """The services of the application that serves this request."""
    return cast("Services", _extensions()[SERVICES])


def waiting_room() -> WaitingRoom:
    """The places for long polls in this process."""
    return cast(WaitingRoom, _extensions()[WAITING_ROOM])


def metrics() -> Metrics:
    """What is counted of this process."""
    return cast("Metrics", _extensions()[METRICS])


def observer() -> Observer:
    """Who is told of the requests of this process."""
    return cast("Observer", _extensions()[OBSERVER])


def writes() -> Writes:
    """Whether the installation takes writes."""
    return cast("Writes", _extensions()[WRITES])
