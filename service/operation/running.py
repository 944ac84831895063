"""The jobs that workers are doing: each says so again and again, so that nobody sends it to another one meanwhile."""

from __future__ import annotations

from redis import Redis

RUNNING = "nightledger:running"
"""Where it is kept: the id of a job -> until when it counts as being done, by the clock of Redis."""

RUNNING_SECONDS = 5.0
"""For so long after its last sign of life a job is being done: if its worker was killed it is sent anew after that."""

SIGN_SECONDS = 1.0
"""Between two signs of life."""


class RunningJobs:
    """What workers are doing. Methods raise `redis.RedisError` when Redis does not answer."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis

    def goes_on(self, name: str) -> None:
        """A sign of life of a job."""
        self._redis.zadd(RUNNING, {name: self._now() + RUNNING_SECONDS})

    def ends(self, name: str) -> None:
        """The job is done, or given up."""
        self._redis.zrem(RUNNING, name)

    def names(self) -> set[str]:
        """The ids of the jobs that are being done."""
        now = self._now()
        self._redis.zremrangebyscore(RUNNING, "-inf", now)
        return {name.decode() for name in self._redis.zrange(RUNNING, 0, -1) if isinstance(name, bytes)}

    def is_running(self, name: str) -> bool:
        """Whether a job is being done."""
        until = self._redis.zscore(RUNNING, name)
        return until is not None and until > self._now()

    def _now(self) -> float:
        seconds, microseconds = self._redis.time()
        return float(seconds) + microseconds / 1e6
