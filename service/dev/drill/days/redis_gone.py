"""Redis is emptied, and then gone for five minutes."""

from __future__ import annotations

from contextlib import closing

from service.dev.drill.day import Day
from service.dev.drill.stage import Stage
from service.dev.drill.watch import without

EMPTIED = 30
"""Seconds after which Redis is emptied once more."""

SECONDS = 300


def play(stage: Stage) -> None:
    """Empty Redis under load, end it, and start an empty one."""
    for _ in range(2):
        with closing(stage.redis.client()) as client:
            client.flushall()
        stage.wait(EMPTIED)
    stage.redis.stop()
    with stage.watch.during("Redis is away", without("redis")):
        stage.wait(SECONDS)
    stage.redis.start()


DAYS = (Day("redis-gone", "Redis is emptied twice, and gone for 5 minutes", play),)
