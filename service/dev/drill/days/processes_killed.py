"""Every few seconds one of the processes is killed, for fifteen minutes."""

from __future__ import annotations

from random import Random
from threading import Event

import psutil

from service.dev.drill.day import Day
from service.dev.drill.stage import Stage

SECONDS = 900

BETWEEN = (5.0, 15.0)
"""Seconds from one to the next, on a full day."""


def play(stage: Stage) -> None:
    """Kill whatever comes, each process before any comes again."""
    rng = Random()
    waiting: list[psutil.Process] = []
    for left in stage.until_over(SECONDS):
        if not waiting:
            waiting = stage.machine.processes()
            rng.shuffle(waiting)
        if waiting and (process := waiting.pop()).is_running():
            process.kill()
        Event().wait(min(left, stage.scaled(rng.uniform(*BETWEEN))))


DAYS = (Day("processes-killed", "processes are killed at random for 15 min", play),)
