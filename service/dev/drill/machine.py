"""A machine of an installation: a home folder, ports of its own, and `nightledger run` there."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from threading import Event
from time import monotonic

import psutil

from service.dev.bench.api import free_ports
from service.dev.throwaway import GRACE, NOT_PASSED_ON, TICK, NotReady
from service.operation.supervise import PROCFILE, answers, read_procfile
from service.settings import Settings

PATIENCE = 240.0
"""Seconds until it must be ready, on a busy machine."""

STEPPED = "python -m service.dev.drill.stepped {}"

EVERYBODY = {
    "NIGHTLEDGER_REQUESTS_PER_MINUTE": "0",
    "NIGHTLEDGER_DATABASE_WAIT": "1",
    "NIGHTLEDGER_PACE_RANDOM": "0",
}
"""Settings with which a few players are as many: nobody is held back, and no AI rests."""


class Machine:
    """Processes that are begun and killed together, each with a system clock that can be set.

    `environ` are the settings besides those of home and ports.
    """

    def __init__(self, home: Path, environ: Mapping[str, str]) -> None:
        self.home = home
        self.port, stream = free_ports()
        self.log = home.with_suffix(".log")
        self._clocks = home.with_suffix(".clocks")
        self.own = {
            **EVERYBODY,
            **environ,
            "NIGHTLEDGER_HOME": str(home),
            "NIGHTLEDGER_PORT": str(self.port),
            "NIGHTLEDGER_STREAM_PORT": str(stream),
        }
        self._run: subprocess.Popen[bytes] | None = None

    @property
    def settings(self) -> Settings:
        """The settings of its processes."""
        games = {name: value for name, value in os.environ.items() if name == "NIGHTLEDGER_EXTRA_GAMES"}
        return Settings.from_env(games | self.own)

    @property
    def names(self) -> list[str]:
        """The processes of the Procfile."""
        return list(read_procfile(PROCFILE))

    def set_clock(self, seconds: int, *names: str) -> None:
        """Set the clock of these processes (none named: of all) forward or back, from what it really is."""
        self._clocks.mkdir(exist_ok=True)
        for name in names or self.names:
            draft = self._clocks / f"{name}.new"
            draft.write_text(str(seconds))
            draft.rename(self._clocks / name)

    def start(self) -> None:
        """Start everything, and wait for nothing."""
        self.set_clock(0)
        procfile = self.home.with_suffix(".procfile")
        procfile.write_text("".join(f"{name}: {self._stepped(name)}\n" for name in self.names))
        inherited = {name: value for name, value in os.environ.items() if name not in NOT_PASSED_ON}
        with self.log.open("ab") as said:
            self._run = subprocess.Popen(
                [sys.executable, "-m", "service.cli", "run", "--procfile", str(procfile), "--end-with-parent"],
                env=inherited | self.own,
                cwd=Path(sys.modules["service"].__path__[0]).parent,
                stdin=subprocess.DEVNULL,
                stdout=said,
                stderr=said,
            )

    def await_ready(self) -> None:
        """Wait until the web says that it is ready; `NotReady` if it does not."""
        deadline, tick = monotonic() + PATIENCE, Event()
        while not answers("127.0.0.1", self.port):
            if monotonic() > deadline or not self.runs():
                raise NotReady(f"the web does not answer: {self.log.read_text()[-1000:]}")
            tick.wait(TICK)

    def runs(self) -> bool:
        """Whether it is up, whatever becomes of its processes."""
        return self._run is not None and self._run.poll() is None

    def processes(self) -> list[psutil.Process]:
        """The processes that the run looks after."""
        if self._run is None or not self.runs():
            return []
        return [one for one in psutil.Process(self._run.pid).children() if one.is_running()]

    def kill(self) -> None:
        """`kill -9` to all of it at once."""
        processes = self.processes()
        if self._run is not None:
            self._run.kill()
            self._run.wait()
            self._run = None
        for process in processes:
            with suppress(psutil.NoSuchProcess):
                process.kill()
        psutil.wait_procs(processes, GRACE)

    def vanish(self) -> None:
        """Be gone without a word, with all that lay here."""
        self.kill()
        shutil.rmtree(self.home)

    def end(self) -> None:
        """End in order."""
        if self._run is not None:
            self._run.terminate()
            try:
                self._run.wait(GRACE)
            except subprocess.TimeoutExpired:
                self.kill()
            self._run = None

    def _stepped(self, name: str) -> str:
        """The line of the Procfile for a process, with a clock that can be set."""
        return read_procfile(PROCFILE)[name].replace("python -m", STEPPED.format(self._clocks / name))
