"""`python -m workers.worker`: a process that does the jobs of the AI queue."""

from __future__ import annotations

import logging
import os
import signal
import sys
import time
from collections.abc import Callable
from types import FrameType

from redis import Redis, RedisError
from rq import SimpleWorker
from rq.serializers import JSONSerializer

from service import logs
from service.settings import Settings, SettingsError
from workers.ai import bots
from workers.turns import QUEUE

WORKER_SECONDS = 20
"""After so long without a sign of life the worker counts as dead in Redis."""

MAINTENANCE_SECONDS = 30
RETRY_SECONDS = 1.0

log = logging.getLogger(__name__)


class TurnWorker(SimpleWorker):
    """Does jobs in its own process, five times as many as with a fork for each: the games stay in its cache.

    Should a job take the process with it, the sweeper sends another worker to the same decision.
    """

    max_connection_wait_time = 2.0
    stopping = False

    def request_stop(self, signum: int, frame: FrameType | None) -> None:
        """End after the job in hand."""
        self.stopping = True
        warm_stop: Callable[[int, FrameType | None], None] = super().request_stop
        warm_stop(signum, frame)


def serve(redis: Redis) -> None:
    """Do jobs until a signal; when Redis is lost, begin anew as soon as it is back."""
    while not stopped(redis):
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        time.sleep(RETRY_SECONDS)


def stopped(redis: Redis) -> bool:
    """Do jobs until a signal, or until Redis is lost: whether it was a signal, even if Redis went with it."""
    worker = None
    try:
        worker = TurnWorker(
            [QUEUE],
            connection=redis,
            serializer=JSONSerializer,
            worker_ttl=WORKER_SECONDS,
            maintenance_interval=MAINTENANCE_SECONDS,
            log_job_description=False,
        )
        worker.work(logging_level="WARNING")
    except RedisError as error:
        log.warning("Redis does not answer (%s)", error)
    return worker is not None and worker.stopping


def main() -> None:
    """Run a worker with the settings of the environment."""
    try:
        settings = Settings.from_env(os.environ)
        logs.begin("worker", settings.log)
        bots()
    except SettingsError as error:
        sys.exit(f"worker: {error}")
    serve(Redis.from_url(settings.redis_url))


if __name__ == "__main__":
    main()
