"""Whether the process lives, is ready for work, and what it has done: the questions of balancers and monitoring."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from flask import Response, current_app, request
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from projections.unavailable import Unavailable
from service.api.callers import anybody
from service.api.context import metrics, services, writes
from service.api.operations import Resource
from service.api.problems import Problem
from service.operation.answer_shapes import Alive, Ready
from service.operation.monitoring import degraded, leases

health = Resource("health", __name__, description="Whether the service lives, and is ready for work.")

LOCAL = ("127.0.0.1", "::1")

Checks = Mapping[str, Callable[[], object]]


@health.route("/healthz")
@health.response(200, Alive)
def healthz() -> Alive:
    """The process answers."""
    return Alive(status="ok")


@health.route("/readyz")
@health.response(200, Ready)
@health.alt_response(503, Ready)
def readyz() -> tuple[Ready, int]:
    """Whether everything is there that a request needs."""
    parts: dict[str, Any] = {name: _asked(name, check) for name, check in _checks().items()}
    if not (missing := _missing(parts)):
        parts["processes"] = _asked("processes", lambda: (degraded(services()), leases(services())))
        missing = _missing(parts)
    read_only = next((part.why for part in parts.values() if isinstance(part, _Missing)), None) or writes().why_not()
    ready = not missing and read_only is None
    behind = {} if missing else parts["read models"]
    waiting, held = ({}, {}) if missing else parts["processes"]
    told = Ready(ready=ready, missing=missing, behind=behind, degraded=waiting, leases=held, read_only=read_only)
    return told, 200 if ready else 503


@health.route("/metrics")
@anybody
@health.response(200, content_type="text/plain")
def prometheus(account: str | None) -> Response:
    """The counts of this process, and the state of the installation, as Prometheus reads them.

    For programs on the server itself, not behind a proxy, and for operators.
    """
    local = request.remote_addr in LOCAL and "X-Forwarded-For" not in request.headers
    if not local and (account is None or not services().accounts.is_operator(account)):
        raise Problem("forbidden", "the metrics are for operators, and for programs on the server itself")
    return Response(generate_latest(metrics().registry), content_type=CONTENT_TYPE_LATEST)


def _checks() -> Checks:
    parts = services()
    return {"store": parts.store.position, "read models": parts.read_models.follower.behind}


@dataclass(frozen=True)
class _Missing:
    """A part that is not there."""

    why: str


def _missing(parts: Mapping[str, object]) -> list[str]:
    """The names of those that are not there."""
    return [name for name, part in parts.items() if isinstance(part, _Missing)]


def _asked(name: str, check: Callable[[], object]) -> object:
    """What a part answers."""
    try:
        return check()
    except Unavailable as away:
        return _Missing(str(away))
    except Exception:
        # Whatever is wrong with a part, the answer is that it is not ready. The log says what it was.
        current_app.logger.exception("%s is not ready", name)
        return _Missing("the log of this process says what is wrong")
