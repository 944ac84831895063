"""What is told of requests: a line each in the log, counts and times in the metrics, and an id to find them by."""

from __future__ import annotations

import logging
from time import perf_counter
from typing import TYPE_CHECKING
from uuid import uuid4

from flask import Flask, Response, g, request

from service.api import context
from service.logs import REQUESTS
from service.metrics import Metrics

if TYPE_CHECKING:
    from service.bootstrap import Services

REQUEST_ID = "X-Request-Id"

log = logging.getLogger(REQUESTS)


def register(app: Flask, services: Services) -> None:
    """Observe every request."""
    metrics = app.extensions[context.METRICS] = Metrics(services)

    def finish(response: Response) -> Response:
        seconds = perf_counter() - g.begun
        route = "none" if request.url_rule is None else request.url_rule.rule
        metrics.answered(request.method, route, response.status_code, seconds)
        response.headers[REQUEST_ID] = g.request_id
        if log.isEnabledFor(logging.INFO):
            log.info("request", extra=_told(route, response.status_code, seconds))
        return response

    app.before_request(_begin)
    app.after_request(finish)


def _begin() -> None:
    g.begun = perf_counter()
    g.request_id = uuid4().hex


def _told(route: str, status: int, seconds: float) -> dict[str, object]:
    return {
        "request_id": g.request_id,
        "method": request.method,
        "route": route,
        "status": status,
        "milliseconds": round(1000 * seconds, 1),
        "account": g.get("caller") or g.get("account_id"),
    }
