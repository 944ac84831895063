"""What is told of requests: a line each in the log, counts and times in the metrics, and an id to find them by."""

from __future__ import annotations

import logging
from secrets import token_hex
from time import perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple

from flask import Flask, Response, g, request

from service.api import context
from service.operation.logs import REQUESTS
from service.operation.metrics import Metrics
from service.operation.trouble import Trouble

if TYPE_CHECKING:
    from service.bootstrap import Services

REQUEST_ID = "X-Request-Id"

SIGHT = "nightledger.sight"
"""Where a request says that it has come into sight already."""

log = logging.getLogger(REQUESTS)


class Sight(NamedTuple):
    """A request as it comes into sight: when (of `perf_counter`), and its id."""

    begun: float
    request_id: str


class Observer:
    """Observes the requests of an application.

    `store` begins with the first request that meets a store which is away, and ends with the first write that succeeds.
    """

    def __init__(self, metrics: Metrics) -> None:
        self._metrics = metrics
        gone = "%s; what needs the store is answered 503 until that is over"
        self.store = Trouble(logging.getLogger(__name__), gone, "the store is back")

    def sight(self, environ: dict[str, Any]) -> Sight:
        """A request comes into sight; whoever asks later is told of the first time."""
        seen: Sight | None = environ.get(SIGHT)
        if seen is None:
            seen = environ[SIGHT] = Sight(perf_counter(), token_hex(16))
        return seen

    def answered(self, seen: Sight, method: str, route: str, status: int, account: str | None) -> None:
        """It was answered. `route` is a rule of the application, never an address."""
        seconds = perf_counter() - seen.begun
        self._metrics.answered(method, route, status, seconds)
        if log.isEnabledFor(logging.INFO):
            told = {
                "request_id": seen.request_id,
                "method": method,
                "route": route,
                "status": status,
                "milliseconds": round(1000 * seconds, 1),
                "account": account,
            }
            log.info("request", extra=told)


def register(app: Flask, services: Services) -> Observer:
    """Observe every request that Flask answers: by whom."""
    metrics = app.extensions[context.METRICS] = Metrics(services)
    observer = app.extensions[context.OBSERVER] = Observer(metrics)
    services.store.tell(observer.store.ends)

    def begin() -> None:
        g.sight = observer.sight(request.environ)

    def finish(response: Response) -> Response:
        route = "none" if request.url_rule is None else request.url_rule.rule
        response.headers[REQUEST_ID] = g.sight.request_id
        observer.answered(g.sight, request.method, route, response.status_code, g.get("caller") or g.get("account_id"))
        return response

    app.before_request(begin)
    app.after_request(finish)
    return observer
