"""`python -m workers.worker`: a process that does the jobs of one queue, here those that are quickly done."""

from __future__ import annotations

import logging
import os
import signal
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from threading import Event, Thread
from types import FrameType
from typing import Any

from redis import Redis, RedisError
from redis.client import Pipeline
from rq import Queue, SimpleWorker, worker_registration
from rq.job import Job
from rq.serializers import JSONSerializer
from rq.timeouts import UnixSignalDeathPenalty

from projections.unavailable import Unavailable
from service.operation import logs, turns
from service.operation.running import SIGN_SECONDS, RunningJobs
from service.operation.trouble import SHORTEST_PAUSE, Trouble
from service.operation.turns import QUEUE
from service.settings import DatabaseAway, Settings, SettingsError
from workers import chores
from workers.ai import bots

WORKER_SECONDS = 20
"""After so long without a sign of life the worker counts as dead in Redis."""

MAINTENANCE_SECONDS = 30

log = logging.getLogger(__name__)


JOBS = frozenset((turns.JOB, chores.JOB, chores.JOB_BEFORE))
"""The functions that jobs call."""


class TakesTooLong(BaseException):
    """A job takes longer than a job may. It may come up anywhere, and is no fault of what is being done there: nothing
    that deals with what goes wrong in a game or in a table may take it for that."""


class Limit(UnixSignalDeathPenalty):
    """How long a job may take: `TakesTooLong` after that."""

    def __init__(self, timeout: int, *_: object, **__: object) -> None:
        begin: Callable[..., None] = super().__init__
        begin(timeout, TakesTooLong)

    def __exit__(self, *_: object) -> None:
        with suppress(TakesTooLong):  # Just when it was done.
            signal.alarm(0)
            signal.signal(signal.SIGALRM, signal.SIG_DFL)


class NoJob(Exception):
    """Somebody has put something else into a queue than what is put there."""


class Nudge(Job):
    """A job of the few that there are, and no other: whoever writes to Redis has a worker call nothing else."""

    success_callback = failure_callback = stopped_callback = None

    def perform(self) -> Any:
        """Do it; `NoJob` if it is none."""
        if self.func_name not in JOBS:
            raise NoJob(f"{self.func_name} is no job of a worker")
        return super().perform()

    def send_webhooks(self, *told: Any, **more: Any) -> None:
        """Tell nobody what came of it."""


class TurnWorker(SimpleWorker):
    """Does jobs in its own process, five times as many as with a fork for each: the games stay in its cache.

    Should a job take the process with it, the dispatcher sends another worker to do the same.
    """

    death_penalty_class = Limit
    max_connection_wait_time = 2.0
    stopping = False

    def execute_job(self, job: Job, queue: Queue) -> None:
        """Do a job, and say again and again that it is being done."""
        running, over = RunningJobs(self.connection), Event()

        def give_signs() -> None:
            while not over.wait(SIGN_SECONDS):
                with suppress(RedisError):
                    running.goes_on(job.id)

        running.goes_on(job.id)
        signs = Thread(target=give_signs, name="signs of life", daemon=True)
        signs.start()
        try:
            super().execute_job(job, queue)
        finally:
            over.set()
            signs.join()
            running.ends(job.id)

    def procline(self, message: str) -> None:
        """Keep the name that the process was started by, which is what it is looked for by; where setproctitle is
        installed it would have another one for each job."""

    def heartbeat(self, timeout: int | None = None, pipeline: Pipeline | None = None) -> None:
        """Say that the worker is there; who it is as well, should Redis have lost that."""
        if pipeline is None and not self.connection.sismember(self.redis_workers_keys, self.key):
            self.connection.hset(self.key, mapping=self.serialize())
            worker_registration.register(self)
        super().heartbeat(timeout, pipeline)

    def request_stop(self, signum: int, frame: FrameType | None) -> None:
        """End after the job in hand."""
        self.stopping = True
        warm_stop: Callable[[int, FrameType | None], None] = super().request_stop
        warm_stop(signum, frame)


def serve(redis: Redis, queue: str = QUEUE) -> None:
    """Do the jobs of a queue until a signal. When Redis is away, or what the jobs need, begin again as soon as it is
    back."""
    trouble = Trouble(log, "%s; no jobs are done until that is over", "jobs are done again")
    while True:
        worker = None
        try:
            bots()
            worker = _born(redis, queue)
            trouble.ends()
            worker.work(logging_level="WARNING")
        except (Unavailable, DatabaseAway) as error:
            pause = trouble.begins(error)
        except RedisError as error:
            pause = trouble.begins(f"Redis does not answer ({error})")
        else:
            pause = SHORTEST_PAUSE
        if worker is not None and worker.stopping:
            return  # Even if Redis went just then.
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        time.sleep(pause)


def _born(redis: Redis, queue: str) -> TurnWorker:
    """A worker of this Redis, which answers."""
    redis.ping()
    return TurnWorker(
        [queue],
        connection=redis,
        job_class=Nudge,
        serializer=JSONSerializer,
        worker_ttl=WORKER_SECONDS,
        maintenance_interval=MAINTENANCE_SECONDS,
        log_job_description=False,
    )


def main(name: str = "worker", queue: str = QUEUE) -> None:
    """Run a worker of this name with the settings of the environment."""
    try:
        settings = Settings.from_env(os.environ)
        logs.begin(name, settings.log)
        serve(Redis.from_url(settings.redis_url), queue=queue)
    except SettingsError as error:
        sys.exit(f"{name}: {error}")


if __name__ == "__main__":
    main()
