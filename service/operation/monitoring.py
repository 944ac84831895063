"""How the parts of an installation are that no request needs: without them the rest goes on, and something waits."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from time import monotonic
from typing import TYPE_CHECKING

from eventsourcing.persistence import PersistenceError
from redis import Redis, RedisError
from rq import Queue, Worker

from projections.unavailable import Locked, Unavailable
from service.errors import ServiceError
from service.operation import oldest
from service.operation.answer_shapes import HeldLease
from service.operation.turns import QUEUE, THINKING
from service.people.ttl_cache import TtlCache
from service.store.leases import held

if TYPE_CHECKING:
    from service.bootstrap import Services

LATE_CLOCK = 60
"""Seconds without a heartbeat after which the clock is called away."""

LATE = 60
"""Seconds after which something that is due is called late."""

FAR_BEHIND = 1000
"""Positions of the log; a read model that lacks more is not followed any more, or was just begun."""


@dataclass(frozen=True)
class RedisState:
    """The workers that have signed in, those that think apart, and how many jobs wait in each queue."""

    workers: int
    thinkers: int
    queues: Mapping[str, int]


class Writes:
    """Whether an installation takes writes, tried out once a second at most, however often that is asked.

    Something is written to each database that a request writes to. What became of the last request would not do: a
    process to which a balancer sends nothing any more could not learn from it that it may write again, and on a full
    disk somebody would have to fail before it is told.
    """

    def __init__(self, services: Services) -> None:
        self._services = services
        self._tried = TtlCache(self._try, monotonic)

    def why_not(self) -> str | None:
        """Why nothing can be written; None if it can."""
        return self._tried.get("") or None

    def _try(self, _: str) -> str:
        try:
            self._services.store.check_writable()
            # Whoever keeps the read models locked brings them up to the log.
            with suppress(Locked):
                self._services.read_models.database.probe()
        except ServiceError as error:
            return error.reason
        except Unavailable as away:
            return str(away)
        return ""


def redis_state(redis: Redis) -> RedisState | None:
    """What Redis tells; None if it does not answer."""
    try:
        workers, thinkers = (Worker.count(queue=Queue(name, connection=redis)) for name in (QUEUE, THINKING))
        return RedisState(workers, thinkers, {queue.name: queue.count for queue in Queue.all(redis)})
    except RedisError:
        return None


def leases(services: Services) -> dict[str, HeldLease]:
    """Kind of process -> its lease, and how long ago it was last done with what was due."""
    now = services.clock()
    return {
        lease.name: HeldLease(
            held=lease.place is not None,
            since=lease.since,
            swept=None if lease.swept is None else max(0, now - lease.swept),
        )
        for lease in held(services.store)
    }


def degraded(services: Services) -> dict[str, str]:
    """Part -> what is wrong with it, and what waits for it."""
    state = redis_state(services.redis)
    found = {}
    if state is None:
        found["redis"] = "does not answer: AI seats wait, and requests are counted in the store"
    elif not state.workers:
        found["worker"] = "none is there: AI seats wait"
    elif not state.thinkers and state.queues.get(THINKING):
        found["thinker"] = "none is there: AI seats that think ahead wait"
    elif (late := oldest.ai_turn(services)) > LATE:
        found["worker"] = f"an AI has been waited for since {late} seconds"
    seen, now = services.clockwork.last_seen(), services.clockwork.now()
    if seen is None or now - seen > LATE_CLOCK:
        found["clock"] = "is away: deadlines wait"
    elif (late := max(oldest.deadline(services), oldest.release(services))) > LATE:
        found["clock"] = f"is late: what was due {late} seconds ago is not done yet"
    behind = services.read_models.follower.behind()
    if any(positions > FAR_BEHIND for positions in behind.values()):
        found["dispatcher"] = "the read models are far behind: lists are old, and AI seats wait"
    elif (swept := _swept(services, "dispatcher")) is None or swept > LATE:
        found["dispatcher"] = f"{_not_done(swept)}: AI seats wait, and series, leagues and challenges"
    if (away := _outbox(services)) is not None:
        found["notify"] = f"{away}: people are not told of their games"
    return found


def _swept(services: Services, name: str) -> int | None:
    """How many seconds ago a kind of process was last done with what was due; None if it never was."""
    lease = leases(services).get(name)
    return None if lease is None else lease.swept


def _not_done(swept: int | None) -> str:
    return "was never there" if swept is None else f"was last done with what is due {swept} seconds ago"


def _outbox(services: Services) -> str | None:
    """What is wrong with the outbox; None if nothing is."""
    try:
        behind = services.post.outbox.follower.behind()
        late = oldest.notice(services)
    except (PersistenceError, sqlite3.Error, Unavailable) as error:
        return f"the outbox cannot be read ({error})"
    if any(positions > FAR_BEHIND for positions in behind.values()):
        return "the outbox is far behind"
    if (swept := _swept(services, "notify")) is None or swept > LATE:
        return _not_done(swept)
    return f"a notice has been due for {late} seconds" if late > LATE else None
