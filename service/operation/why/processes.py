"""Which processes have to do something before it goes on, and what is known of them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cached_property

from redis import RedisError

from service.bootstrap import Services
from service.operation.monitoring import degraded
from service.operation.turns import QUEUE, THINKING, JobState, TurnQueue
from service.operation.why.reasons import Kind, Reason, when
from service.store.heartbeat import LONGEST_GAP

OF_WORKERS = ("redis", "worker", "dispatcher")
"""The parts without which nothing comes into the queues, or out of that of the workers."""

OF_THINKERS = (*OF_WORKERS, "thinker")
"""Those without which nothing comes out of the queue of AIs that think ahead."""


class Processes:
    """The processes of an installation, as one that explains something sees them."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._queue = TurnQueue(services.redis)

    @cached_property
    def _degraded(self) -> Mapping[str, str]:
        """Part -> what is wrong with it."""
        return degraded(self._services)

    def needed(self, reasons: Iterable[Reason], game_id: str | None = None) -> Iterator[Reason]:
        """What is to be known of the processes that these reasons wait for."""
        found = list(reasons)
        kinds = {reason.kind for reason in found}
        if kinds & {"ai-turn", "step"}:
            thinks = any(reason.facts.get("queue") == THINKING for reason in found)
            yield from self._workers(OF_THINKERS if thinks else OF_WORKERS)
        if kinds & {"clock", "delayed-answer"}:
            yield from self._clock(game_id)

    def job(self, kind: Kind, state: JobState | None, missing: str, queue: str = QUEUE) -> Reason:
        """Where a job is: `state`, or what is said of one that is `missing` in the queue in which it is to be."""
        if state is None:
            return Reason(kind, missing, {"queue": queue, "job": None})
        return Reason(kind, _of_job(state), {"queue": state.queue, "job": state.shown})

    def turn(self, game_id: str, decision: str, level: str, pace: float) -> Reason:
        """Where the answer of an AI of this level is."""
        queue = self._queue.name_of(level)
        missing = f"Its turn is in no queue: the dispatcher puts it into `{queue}` {pace:g} s after it has seen it."
        try:
            return self.job("ai-turn", self._queue.turn(game_id, decision), missing, queue)
        except RedisError:
            return Reason("ai-turn", "Whether its turn is queued is not known.", {"queue": queue, "job": None})

    def step(self, says: str, kind: str, log_id: str, version: int) -> Reason:
        """Something that a worker is to do with a series, a league or a challenge."""
        try:
            found = self.job("step", self._queue.chore(kind, log_id, version), "The dispatcher sends it to a worker.")
        except RedisError:
            found = Reason("step", "Whether that is queued is not known.", {"queue": QUEUE, "job": None})
        return Reason("step", f"{says} {found.says}", found.facts)

    def _workers(self, parts: Collection[str]) -> Iterator[Reason]:
        for part, why in self._degraded.items():
            if part in parts:
                yield Reason("process", f"{part.capitalize()}: {why}.", {"process": part, "away": True})
        lag = max(self._services.read_models.follower.behind().values())
        if lag:
            end = self._services.store.position()
            yield Reason(
                "process",
                f"The dispatcher has brought the read models to position {end - lag} of the log, which ends at {end}.",
                {"process": "dispatcher", "position": end - lag, "end": end},
            )

    def _clock(self, game_id: str | None) -> Iterator[Reason]:
        clockwork = self._services.clockwork
        seen = clockwork.last_seen()
        told = "has never been there" if seen is None else f"was there last at {when(seen)}"
        away = "clock" in self._degraded
        yield Reason(
            "process",
            f"The process `clock`, which sees to that, {told}{': it is away' if away else ''}.",
            {"process": "clock", "last_seen": seen, "away": away},
        )
        reached = clockwork.heartbeat.last_seen()
        if reached is not None and self._services.clock() - reached > LONGEST_GAP:
            yield Reason(
                "process",
                f"Nobody can act since {when(reached)}: no deadline after that is enforced before it has moved.",
                {"process": "web", "last_seen": reached},
            )
        since = clockwork.standing_still().get(game_id or "")
        if since is not None:
            yield Reason(
                "process",
                f"It could not read this game since {when(since)}: deadlines move when it can.",
                {"process": "clock", "standing_still": since},
            )


def _of_job(state: JobState) -> str:
    since, queue = "" if state.since is None else f" since {when(state.since)}", f"queue `{state.queue}`"
    match state.status:
        case "queued":
            return f"It waits in the {queue}{since}, with {state.ahead} before it."
        case "failed":
            return f"The job in the {queue} has failed{since} ({state.error}); the dispatcher sends it again."
        case _:
            return f"A worker is at it{since}."
