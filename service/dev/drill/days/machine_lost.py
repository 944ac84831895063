"""Of two machines one is gone without a word, with its home folder."""

from __future__ import annotations

from time import monotonic

from service.dev.drill.checks import GO_ON
from service.dev.drill.databases import POSTGRESQL
from service.dev.drill.day import Day
from service.dev.drill.stage import Stage
from service.dev.drill.watch import not_ready

SECONDS = 60

WITHIN = 10.0
"""Seconds after which what the lost machine did is done by the other one."""

MARGIN = 5.0
"""Seconds that a busy machine may take besides."""


def play(stage: Stage) -> None:
    """Lose the first machine; the other one has all leases soon, and everybody plays there."""
    lost = stage.machines.pop(0)
    lost.vanish()
    began = monotonic()
    with stage.watches[lost].during("the machine is gone", not_ready, in_part=True):
        if not stage.holds(lambda: _leads(stage, began), began + WITHIN + MARGIN):
            stage.faults[GO_ON].append(f"after {WITHIN:g} s the other machine has not all leases")
        stage.wait(SECONDS)
        stage.watches[lost].end()


def _leads(stage: Stage, since: float) -> bool:
    """Whether all leases changed hands: each was swept since the machine is gone."""
    told = stage.watch.last()
    if told is None or told.answer is None or not told.ready:
        return False
    passed = monotonic() - since
    swept = [lease["swept"] for lease in told.answer["leases"].values()]
    return all(one is not None and one < passed for one in swept)


DAYS = (Day("machine-lost", "of two machines one vanishes with its home", play, (POSTGRESQL,), machines=2),)
