"""Days that are played one after the other, what came of each, and the table of all."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, closing
from pathlib import Path
from subprocess import CalledProcessError
from tempfile import TemporaryDirectory
from time import monotonic
from typing import NamedTuple

import msgspec

from service.bootstrap import build
from service.dev.drill.checks import CHECKS, GO_ON, STORED, TRUTH, found
from service.dev.drill.day import Day
from service.dev.drill.stage import PATIENCE, Stage, opened
from service.dev.servers.postgres import ServerFailed
from service.dev.throwaway import NotReady

FIRST_MOVES, LAST_MOVES = 2, 3
"""How many moves everybody makes before it becomes bad, and afterwards."""

HEADINGS = ("day", "database", "s", "moves", "sent again", "well after, s", *CHECKS)


class Outcome(msgspec.Struct, frozen=True):
    """What came of a day: how long it was bad, the moves that were acknowledged, how often something had to be sent
    again, after how many seconds all was well, and by check what was wrong (empty: nothing)."""

    day: str
    title: str
    database: str
    scale: float
    seconds: float
    acknowledged: int
    tried_again: int
    well_after: float
    faults: dict[str, str]

    @property
    def well(self) -> bool:
        """Whether nothing was wrong."""
        return not any(self.faults.values())

    def line(self) -> str:
        """It in words."""
        wrong = "; ".join(f"{check}: {fault}" for check, fault in self.faults.items() if fault)
        counted = f"{self.acknowledged} moves acknowledged, {self.tried_again} sent again"
        return f"{self.title}, {self.database}: {wrong or 'well'} ({counted}, well after {self.well_after:.1f} s)"


class Played(NamedTuple):
    """A day on a database, and its outcome: one that was there already if it is not `new`."""

    outcome: Outcome
    new: bool


def play_all(days: Sequence[Day], databases: Sequence[str], scale: float, folder: Path) -> Iterator[Played]:
    """Play the days on each of the databases; those that the folder has with this scale, and were well, are not played
    again."""
    folder.mkdir(parents=True, exist_ok=True)
    for database in databases:
        for day in days:
            if database not in day.databases:
                continue
            file = folder / f"{database}-{day.name}.json"
            known = msgspec.json.decode(file.read_bytes(), type=Outcome) if file.exists() else None
            if known is not None and known.well and known.scale == scale:
                yield Played(known, new=False)
                continue
            outcome = play(day, database, scale)
            file.write_bytes(msgspec.json.format(msgspec.json.encode(outcome), indent=2))
            yield Played(outcome, new=True)


def play(day: Day, database: str, scale: float) -> Outcome:
    """Play a day on a new installation, and throw that away; one that cannot go on to its end is told as a fault."""
    with TemporaryDirectory(prefix="nl-") as folder, ExitStack() as stack:
        try:
            stage = stack.enter_context(opened(database, Path(folder), scale, day.machines, day.disk))
            return _played(day, database, scale, stage)
        except (NotReady, ServerFailed, CalledProcessError) as error:
            return Outcome(day.name, day.title, database, scale, 0, 0, 0, 0, {GO_ON: repr(error)})


def _played(day: Day, database: str, scale: float, stage: Stage) -> Outcome:
    stage.back()
    stage.crowd.await_moves(FIRST_MOVES, PATIENCE)
    began = monotonic()
    day.play(stage)
    seconds, well_after = monotonic() - began, stage.back()
    late = stage.crowd.await_moves(LAST_MOVES, PATIENCE)
    stage.faults[GO_ON].extend(f"{name} makes no moves any more" for name in late)
    stage.end()
    for watch in stage.watches.values():
        stage.faults[TRUTH].extend(watch.lies(stage.crowd.book.sent))
    book = stage.crowd.book
    with closing(build(stage.machine.settings)) as services:
        for name, check in STORED.items():
            if fault := found(check, services, book):
                stage.faults[name].append(fault)
    faults = {name: "; ".join(stage.faults[name]) for name in CHECKS}
    return Outcome(
        day.name, day.title, database, scale, seconds, book.acknowledged, book.tried_again, well_after, faults
    )


def table(outcomes: Sequence[Outcome]) -> Iterator[str]:
    """The outcomes as a table of Markdown."""
    yield f"| {' | '.join(HEADINGS)} |"
    yield "|" + " --- |" * len(HEADINGS)
    yield from (f"| {' | '.join(_cells(one))} |" for one in outcomes)


def _cells(one: Outcome) -> Sequence[str]:
    judged: Mapping[str, str] = {check: f"**{fault}**" if fault else "yes" for check, fault in one.faults.items()}
    figures = (f"{one.seconds:.0f}", f"{one.acknowledged:,}", f"{one.tried_again:,}", f"{one.well_after:.1f}")
    return (one.title, one.database, *figures, *(judged.get(check, "") for check in CHECKS))


def playable(day: Day) -> bool:
    """Whether this may be played by who asks for it: only root has a disk to fill."""
    return day.disk is None or os.geteuid() == 0
