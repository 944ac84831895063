"""`nightledger run` in tests: an installation in a folder and on ports of its own, and the runs started there."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack, closing, suppress
from http.client import HTTPConnection
from pathlib import Path
from threading import Event
from time import monotonic
from typing import Any

import psutil

DEADLINE = 60.0
"""Seconds for what should take two or three, on a busy machine."""

RUN = (sys.executable, "-m", "service.cli", "run")

ADDRESS = "Nightledger answers at http://127.0.0.1:{} "


def wait_until(holds: Callable[[], object], what: str) -> None:
    """Look again and again until it holds; the test fails when it still does not after DEADLINE."""
    deadline = monotonic() + DEADLINE
    tick = Event()
    while not holds():
        assert monotonic() < deadline, f"after {DEADLINE} s still not: {what}"
        tick.wait(0.05)


def free_port() -> int:
    """A port that nobody listens on, nor on the next two."""
    while True:
        with ExitStack() as trials, suppress(OSError, OverflowError):
            first, *others = (trials.enter_context(socket.socket()) for _ in range(3))
            first.bind(("127.0.0.1", 0))
            port: int = first.getsockname()[1]
            for distance, other in enumerate(others, 1):
                other.bind(("127.0.0.1", port + distance))
            return port


def _heed_hangups() -> None:
    """Tests that run under nohup ignore the terminal's end; the installation under test must not."""
    signal.signal(signal.SIGHUP, signal.SIG_DFL)


class RunHouse:
    """An installation under test: a home folder, a port, and the runs started there.

    They are started in the folder `at` (None: that of the tests) with `more` in their environment.
    """

    def __init__(self, home: Path, log: Path, at: Path | None = None, more: Mapping[str, str] | None = None) -> None:
        self.home = home
        self._at = at
        self._more = dict(more or {})
        self.port = free_port()
        self._log = log
        self._runs: list[subprocess.Popen[bytes]] = []

    def environ(self, **changes: str) -> dict[str, str]:
        own = {"NIGHTLEDGER_HOME": str(self.home), "NIGHTLEDGER_PORT": str(self.port)}
        return {name: value for name, value in os.environ.items() if name != "REDIS_URL"} | own | self._more | changes

    def start(self, command: Sequence[str] = RUN, stdout: int | None = None) -> subprocess.Popen[bytes]:
        with self._log.open("ab") as log:
            run = subprocess.Popen(
                command,
                env=self.environ(),
                cwd=self._at,
                stdout=stdout or log,
                stderr=log,
                preexec_fn=_heed_hangups,
            )
        self._runs.append(run)
        return run

    def up(self, command: Sequence[str] = RUN) -> subprocess.Popen[bytes]:
        """A run that has printed its address."""
        already = self.addresses()
        run = self.start(command)
        wait_until(lambda: self.addresses() > already, "the address is printed")
        return run

    def addresses(self) -> int:
        """How often the address was printed."""
        return self._log.read_text().count(ADDRESS.format(self.port)) if self._log.exists() else 0

    def printed(self, text: str) -> int:
        """How often something was printed."""
        return self._log.read_text().count(text)

    def refusal(self, *arguments: str, **changes: str) -> str:
        """What a run says that must not start, or does not last."""
        run = subprocess.run(
            [*RUN, *arguments], env=self.environ(**changes), capture_output=True, text=True, timeout=DEADLINE
        )
        assert run.returncode == 1
        assert run.stdout == ""
        return run.stderr

    def status(self, path: str) -> int:
        return self._asked(path)[0]

    def answer(self, path: str) -> Any:
        """What is answered, as JSON has it."""
        return json.loads(self._asked(path)[1])

    def _asked(self, path: str) -> tuple[int, bytes]:
        with closing(HTTPConnection("127.0.0.1", self.port, timeout=DEADLINE)) as connection:
            connection.request("GET", path)
            response = connection.getresponse()
            return response.status, response.read()

    def memory(self) -> int:
        """How many bytes of memory all processes take, what several share counted once."""
        return sum(psutil.Process(pid).memory_full_info().pss for pid in self.processes())

    def processes(self) -> dict[int, str]:
        """All processes of this home: pid -> command line.

        They are known by their environment, except Redis, which writes its title over it: by the run's lock.
        """
        lock = str(self.home / "run.lock")
        found = {}
        for process in psutil.process_iter():
            with suppress(psutil.Error):
                mine = process.environ().get("NIGHTLEDGER_HOME") == str(self.home)
                if mine or lock in (file.path for file in process.open_files()):
                    found[process.pid] = " ".join(process.cmdline())
        return found

    def running(self, part: str) -> bool:
        """Whether there is a process with this in its command line."""
        return any(part in line for line in self.processes().values())

    def process(self, part: str) -> psutil.Process:
        """The process with this in its command line."""
        [pid] = [pid for pid, line in self.processes().items() if part in line]
        return psutil.Process(pid)

    def empty(self) -> bool:
        return not self.processes()

    def close(self) -> None:
        """Leave nothing behind, whatever the test found."""
        for run in self._runs:
            run.kill()
            run.wait()
        for pid in self.processes():
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
