"""Redis and the service's own processes beside a week: real ones, which share its time and are killed in it."""

import os
import subprocess
import sys
from pathlib import Path

from service.dev.servers.redis import RedisServer
from service.operation.supervise import PROCFILE


class Processes:
    """Starts and kills them. `tell` says what time it is."""

    def __init__(self, folder):
        self.redis = RedisServer(Path(folder))
        self._time = Path(folder) / "time"
        self._log = Path(folder) / "log"
        self._running = {}

    def tell(self, now):
        """It is so many seconds UTC, for all of them at once."""
        told = self._time.with_suffix(".new")
        told.write_text(str(now))
        told.replace(self._time)

    def start(self, role, environ):
        """Start `workers.<role>` with these settings."""
        with self._log.open("ab") as log:
            self._running[role] = subprocess.Popen(
                [sys.executable, "-m", "tests.week.clocked", str(self._time), f"workers.{role}"],
                env=os.environ | environ,
                cwd=PROCFILE.parent,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
            )

    def kill(self, role):
        """`kill -9`."""
        self._running[role].kill()
        self._running.pop(role).wait()

    def close(self):
        """Kill what runs, and print what the processes have said."""
        for role in list(self._running):
            self.kill(role)
        self.redis.stop()
        print(self._log.read_text() if self._log.exists() else "")
