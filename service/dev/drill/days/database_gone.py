"""The database is gone: PostgreSQL has ended, and a SQLite file is locked by somebody else."""

from __future__ import annotations

from functools import partial

from service.dev.drill.day import Day
from service.dev.drill.stage import Stage
from service.dev.drill.watch import not_ready

MINUTES = (1, 6, 30)


def play(stage: Stage, minutes: int) -> None:
    """Take the database away, and bring it back after so many minutes of a full day."""
    stage.database.take_away()
    with stage.watch.during("the database is away", not_ready):
        stage.wait(60 * minutes)
    stage.database.bring_back()


DAYS = tuple(
    Day(f"database-gone-{one:02}", f"the database is gone for {one} min", partial(play, minutes=one)) for one in MINUTES
)
