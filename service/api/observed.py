"""What is told of requests: a line each in the log, counts and times in the metrics, and an id to find them by."""

from __future__ import annotations

import logging

from flask import Request, g

from service.operation.logs import REQUESTS
from service.operation.metrics import Metrics
from service.operation.trouble import Trouble

REQUEST_ID = "X-Request-Id"

log = logging.getLogger(REQUESTS)


class Observer:
    """Observes the requests of an application.

    `store` begins with the first request that meets a store which is away, and ends with the first write that succeeds.
    """

    def __init__(self, metrics: Metrics) -> None:
        self._metrics = metrics
        gone = "%s; what needs the store is answered 503 until that is over"
        self.store = Trouble(logging.getLogger(__name__), gone, "the store is back")

    def answered(self, asked: Request, status: int, request_id: str, seconds: float) -> None:
        """A request was answered: it is told of by its route, never by its address."""
        route = "none" if asked.url_rule is None else asked.url_rule.rule
        self._metrics.answered(asked.method, route, status, seconds)
        if log.isEnabledFor(logging.INFO):
            shown = g.get("grant")
            told = {
                "request_id": request_id,
                "method": asked.method,
                "route": route,
                "status": status,
                "milliseconds": round(1000 * seconds, 1),
                "account": g.get("account_id") if shown is None else shown.account,
            }
            log.info("request", extra=told)
