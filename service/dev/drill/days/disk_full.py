"""The disk under the database is full for five minutes."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from threading import Event

from service.dev.drill.day import Day
from service.dev.drill.stage import Stage
from service.dev.drill.watch import anything

SECONDS = 300

FILL_AGAIN = 0.5
"""Seconds after which what has become free is taken again."""


def play(stage: Stage) -> None:
    """Write until there is no room left, again and again; then make room, and start what has ended for want of it.

    A database may have room of its own for some moves: then it is told for a while that nothing can be written.
    """
    filler = stage.database.folder / "filler"
    with stage.watch.during("the disk is full", anything, in_part=True):
        for left in stage.until_over(SECONDS):
            _fill(filler)
            Event().wait(min(left, FILL_AGAIN))
        filler.unlink()
    stage.database.bring_back()


def _fill(filler: Path) -> None:
    with suppress(OSError), filler.open("ab", buffering=0) as file:
        while file.write(b"\0" * 4096):
            pass


DAYS = (Day("disk-full", "the disk is full for 5 minutes", play, disk="400m"),)
