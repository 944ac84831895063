"""Everything is killed at once, and again and again while it starts."""

from __future__ import annotations

from random import Random
from threading import Event

from service.dev.drill.day import Day
from service.dev.drill.stage import Stage

TIMES = 6

START = 8.0
"""Seconds within which a start is hit; it is not scaled, as a start takes as long as it takes."""


def play(stage: Stage) -> None:
    """Kill machine and database under load; start both, and kill both in the middle of that."""
    rng = Random()
    for number in range(TIMES):
        stage.machine.kill()
        stage.database.crash()
        stage.machine.start()
        Event().wait(rng.uniform(0.0, START * (number + 1) / TIMES))
    stage.machine.kill()
    stage.machine.start()


DAYS = (Day("killed-in-recovery", f"all is killed, and {TIMES} times more while it starts", play),)
