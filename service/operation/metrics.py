"""What monitoring is told of an installation: counts of this process, and what is looked up when it asks."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Callable, Iterator
from functools import cache, partial
from typing import TYPE_CHECKING

from eventsourcing.persistence import PersistenceError
from prometheus_client import CollectorRegistry, Counter, Histogram
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from projections.unavailable import Unavailable
from service.operation.monitoring import redis_state
from service.operation.oldest import AGES, Age
from service.store.leases import held

if TYPE_CHECKING:
    from service.bootstrap import Services

log = logging.getLogger(__name__)

SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)
"""The bounds of the histogram: long polls wait up to 25 seconds."""


METHODS = frozenset(("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"))
"""The methods that are counted by name: a caller may send any word, and each would be a row of its own for ever."""


Part = Callable[[], Iterator[Metric]]
"""What is looked up together, and is missing together when something is away."""


class Metrics:
    """The metrics of one process; `registry` is what is written out."""

    def __init__(self, services: Services) -> None:
        self.registry = CollectorRegistry()
        self._requests = Counter(
            "nightledger_requests",
            "Requests answered, by method, route and status.",
            ("method", "route", "status"),
            registry=self.registry,
        )
        self._seconds = Histogram(
            "nightledger_request_seconds",
            "How long answers took, by route.",
            ("route",),
            buckets=SECONDS,
            registry=self.registry,
        )
        self.registry.register(_Installation(services))
        self._count_of = cache(lambda method, route, status: self._requests.labels(method, route, str(status)))
        self._seconds_of = cache(self._seconds.labels)

    def answered(self, method: str, route: str, status: int, seconds: float) -> None:
        """Count an answer. `route` is a rule of the application, never an address."""
        self._count_of(method if method in METHODS else "other", route, status).inc()
        self._seconds_of(route).observe(seconds)


class _Installation(Collector):
    """Looked up anew each time; a part that does not answer is left out, and `GET /readyz` says which."""

    def __init__(self, services: Services) -> None:
        self._services = services

    def collect(self) -> Iterator[Metric]:
        ages: list[Part] = [partial(self._age, what, age) for what, age in AGES.items()]
        parts = (
            self._commands,
            self._log,
            self._followers,
            self._clock,
            self._leases,
            *ages,
            self._notices,
            self._redis,
        )
        for part in parts:
            try:
                found = list(part())
            except (PersistenceError, sqlite3.Error, Unavailable) as error:
                log.warning("metrics are missing: %s", error)
            else:
                yield from found

    def describe(self) -> Iterator[Metric]:
        return iter(())

    def _commands(self) -> Iterator[Metric]:
        counts = self._services.counts.counts()
        told = CounterMetricFamily(
            "nightledger_commands",
            "Commands on games in this process: stored; decided anew after a conflict; given up as busy.",
            labels=("outcome",),
        )
        for outcome in ("stored", "conflict", "busy"):
            told.add_metric((outcome,), counts.get(outcome, 0))
        yield told

    def _log(self) -> Iterator[Metric]:
        position = self._services.store.position()
        yield GaugeMetricFamily("nightledger_log_position", "The position of the last event stored.", position)

    def _followers(self) -> Iterator[Metric]:
        told = GaugeMetricFamily(
            "nightledger_projection_lag", "Positions of the log that a read model has still to fold.", labels=("name",)
        )
        for name, behind in self._services.read_models.follower.behind().items():
            told.add_metric((name,), behind)
        yield told

    def _clock(self) -> Iterator[Metric]:
        seen = self._services.clockwork.last_seen()
        if seen is not None:
            age = max(0, self._services.clockwork.now() - seen)
            yield GaugeMetricFamily("nightledger_clock_age_seconds", "How long ago the clock was last there.", age)

    def _leases(self) -> Iterator[Metric]:
        since = GaugeMetricFamily(
            "nightledger_lease_held_seconds", "For how long a process has had its lease.", labels=("name", "place")
        )
        swept = GaugeMetricFamily(
            "nightledger_sweep_age_seconds", "How long ago all that was due was last done.", labels=("name",)
        )
        now = self._services.clock()
        for lease in held(self._services.store):
            if lease.place is not None:
                since.add_metric((lease.name, lease.place), max(0, now - lease.since))
            if lease.swept is not None:
                swept.add_metric((lease.name,), max(0, now - lease.swept))
        yield since
        yield swept

    def _age(self, what: str, age: Age) -> Iterator[Metric]:
        told = " ".join((age.__doc__ or "").split())
        yield GaugeMetricFamily(f"nightledger_oldest_{what}_seconds", told, age(self._services))

    def _notices(self) -> Iterator[Metric]:
        told = GaugeMetricFamily(
            "nightledger_notices", "Notices in the outbox, by what became of them.", labels=("state",)
        )
        for state, number in sorted(self._services.post.outbox.deliveries.counts().items()):
            told.add_metric((state,), number)
        yield told
        [lag] = self._services.post.outbox.follower.behind().values()
        yield GaugeMetricFamily("nightledger_outbox_lag", "Positions that the outbox has still to fold.", lag)

    def _redis(self) -> Iterator[Metric]:
        state = redis_state(self._services.redis)
        yield GaugeMetricFamily("nightledger_redis_up", "Whether Redis answers.", state is not None)
        if state is None:
            return
        yield GaugeMetricFamily("nightledger_workers", "Worker processes that are there.", state.workers)
        told = GaugeMetricFamily("nightledger_queue_depth", "Jobs that wait for a worker, by queue.", labels=("queue",))
        for name, depth in sorted(state.queues.items()):
            told.add_metric((name,), depth)
        yield told
