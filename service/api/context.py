"""What a route works with: the services that the application was made for."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from flask import current_app

from service.server.waiting_room import WaitingRoom

if TYPE_CHECKING:
    from service.api.observed import Observer
    from service.bootstrap import Services
    from service.operation.metrics import Metrics
    from service.operation.monitoring import Writes

SERVICES = "nightledger"
WAITING_ROOM = "nightledger-waiting-room"
METRICS = "nightledger-metrics"
OBSERVER = "nightledger-observer"
WRITES = "nightledger-writes"


def services() -> Services:
    """The services of the application that serves this request."""
    return cast("Services", current_app.extensions[SERVICES])


def waiting_room() -> WaitingRoom:
    """The places for long polls in this process."""
    return cast(WaitingRoom, current_app.extensions[WAITING_ROOM])


def metrics() -> Metrics:
    """What is counted of this process."""
    return cast("Metrics", current_app.extensions[METRICS])


def observer() -> Observer:
    """Who is told of the requests of this process."""
    return cast("Observer", current_app.extensions[OBSERVER])


def writes() -> Writes:
    """Whether the installation takes writes."""
    return cast("Writes", current_app.extensions[WRITES])
