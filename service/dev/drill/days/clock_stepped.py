"""The clock of the machine is an hour ahead and an hour behind, and so is that of each process alone."""

from __future__ import annotations

from service.dev.drill.day import Day
from service.dev.drill.stage import Stage

HOUR = 3600

SECONDS = 60
"""How long a clock is wrong, on a full day."""


def play(stage: Stage) -> None:
    """Set the clocks of all processes, then that of one after the other, forward, back and right again."""
    machine = stage.machine
    for names in ([], *([name] for name in machine.names)):
        for hours in (1, -1, 0):
            machine.set_clock(hours * HOUR, *names)
            stage.wait(SECONDS)


DAYS = (Day("clock-stepped", "the clock is an hour ahead and behind, of all processes and of each", play),)
