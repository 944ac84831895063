"""Where a bad day is played: an installation with its database and Redis, people who play there, and who watches."""

from __future__ import annotations

import shutil
import subprocess
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from threading import Event
from time import monotonic

from service.dev.drill.crowd import Crowd
from service.dev.drill.databases import DrillDatabase, database_of
from service.dev.drill.machine import Machine
from service.dev.drill.watch import Watch
from service.dev.servers.redis import RedisServer

PLAYERS = 4

PATIENCE = 240.0
"""Seconds for what takes a few: processes that wait for a database look once a minute in the end."""

LEAST = 1.0
"""Seconds of the shortest wait, however it is scaled."""

TICK = 0.1


class Stage:
    """An installation on a bad day; its waits are scaled.

    What a day finds wrong by itself it adds to `faults`, by the check that it belongs to.
    """

    def __init__(
        self, folder: Path, database: DrillDatabase, redis: RedisServer, machines: Sequence[Machine], scale: float
    ) -> None:
        self.folder = folder
        self.database = database
        self.redis = redis
        self.machines = list(machines)
        self.crowd = Crowd(PLAYERS, [one.port for one in machines])
        self.watches = {one: Watch(one.port) for one in machines}
        self.faults: Mapping[str, list[str]] = defaultdict(list)
        self._scale = scale
        for watch in self.watches.values():
            watch.start()

    @property
    def machine(self) -> Machine:
        """The first machine that is there."""
        return self.machines[0]

    @property
    def watch(self) -> Watch:
        """Who watches that one."""
        return self.watches[self.machine]

    def scaled(self, seconds: float) -> float:
        """So many seconds of a full day, on this one."""
        return max(LEAST, seconds * self._scale)

    def wait(self, seconds: float) -> None:
        """Let so many seconds of a full day pass."""
        Event().wait(self.scaled(seconds))

    def until_over(self, seconds: float) -> Iterator[float]:
        """The seconds that are left, again and again, until so many of a full day have passed."""
        until = monotonic() + self.scaled(seconds)
        while (left := until - monotonic()) > 0:
            yield left

    def back(self) -> float:
        """Wait until all say that they are ready and nothing is missing: how many seconds that took."""
        since = monotonic()
        if not self.holds(lambda: all(map(self._is_well, self.machines)), since + PATIENCE):
            told = [self.watches[one].last() for one in self.machines]
            self.faults["games go on"].append(f"not ready after {PATIENCE:g} s: {told}")
        return monotonic() - since

    def holds(self, what: Callable[[], bool], until: float) -> bool:
        """Look again and again: whether it holds by then."""
        tick = Event()
        while not what():
            if monotonic() > until:
                return False
            tick.wait(TICK)
        return True

    def end(self) -> None:
        """Have players and watchers end."""
        if waiting := self.crowd.end(PATIENCE):
            self.faults["games go on"].append(f"without an answer: {', '.join(waiting)}")
        for watch in self.watches.values():
            watch.end()

    def _is_well(self, machine: Machine) -> bool:
        asked, told = monotonic(), self.watches[machine].last()
        recent = told is not None and told.asked > asked - 1
        return recent and told is not None and told.ready and told.answer is not None and not told.answer["degraded"]


@contextmanager
def opened(kind: str, folder: Path, scale: float, machines: int = 1, disk: str | None = None) -> Iterator[Stage]:
    """A stage in a folder, on a database of this kind, with so many machines and, if one is wanted, a disk of this
    size under the database."""
    with ExitStack() as stack:
        homes = [folder / f"machine-{number}" for number in range(1, machines + 1)]
        homes[0].mkdir(mode=0o700)
        database = database_of(kind, homes[0])
        stack.callback(shutil.rmtree, database.folder, ignore_errors=True)
        if disk is not None:
            stack.enter_context(own_disk(database.folder, disk))
        stack.callback(database.stop)
        database.start()
        redis = RedisServer(folder)
        stack.callback(redis.stop)
        redis.start()
        made = [Machine(home, {**database.environ, "REDIS_URL": redis.url}) for home in homes]
        for machine in made:
            stack.callback(machine.end)
            if machine is not made[0]:
                machine.home.mkdir(mode=0o700)
                shutil.copy(made[0].settings.secret_path, machine.home)
            machine.start()
            machine.await_ready()
        stage = Stage(folder, database, redis, made, scale)
        stack.callback(stage.end)
        yield stage


@contextmanager
def own_disk(folder: Path, size: str) -> Iterator[None]:
    """A disk of this size in a folder; only root may have that."""
    subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size},mode=700", "tmpfs", folder], check=True)
    try:
        yield
    finally:
        subprocess.run(["umount", "--lazy", folder], check=True)
