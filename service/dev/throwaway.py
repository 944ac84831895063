"""An installation of its own that is thrown away: real processes in a folder, begun for a while and ended."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from service.bootstrap import Services, build
from service.databases import prepare
from service.settings import Settings

TICK = 0.1
"""Seconds between two looks."""

GRACE = 20.0
"""Seconds until it must have ended."""

NOT_PASSED_ON = ("NIGHTLEDGER_DATABASE_URL", "REDIS_URL")
"""What would lead the processes out of their folder."""


class NotReady(Exception):
    """The installation does not come up, or came down; the message is what it said last."""


@contextmanager
def installation(home: Path, workers: int, entropy: Callable[[int], bytes] = os.urandom) -> Iterator[Services]:
    """The services of an installation whose dispatcher and so many workers run while the block does."""
    environ = {name: value for name, value in os.environ.items() if name not in NOT_PASSED_ON} | {
        "NIGHTLEDGER_HOME": str(home),
        "NIGHTLEDGER_PORT": str(_free_port()),
    }
    settings = Settings.from_env(environ)
    prepare(settings)
    procfile, log = home / "Procfile", home / "processes.log"
    procfile.write_text(_procfile(workers))
    with log.open("ab") as out:
        run = subprocess.Popen(
            [sys.executable, "-m", "service.cli", "run", "--procfile", str(procfile), "--end-with-parent"],
            env=environ,
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=out,
        )
        try:
            with closing(build(settings, entropy=entropy)) as services:
                yield services
        finally:
            run.terminate()
            run.wait(GRACE)


def _procfile(workers: int) -> str:
    lines = ["dispatcher: exec python -m workers.dispatcher"]
    lines += [f"worker{number}: exec python -m workers.worker" for number in range(1, workers + 1)]
    return "\n".join(lines) + "\n"


def _free_port() -> int:
    with closing(socket.socket()) as trial:
        trial.bind(("127.0.0.1", 0))
        port: int = trial.getsockname()[1]
        return port
