"""An installation of real processes for tests: the command lines of the Procfile, started and killed one by one."""

import json
import os
import subprocess
import sys
from contextlib import closing
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from socket import socket
from threading import Event
from time import monotonic

from service.dev.servers.redis import RedisServer
from service.operation.supervise import PROCFILE, read_procfile
from tests.installation import GAMES, UNLIMITED

DEADLINE = 60.0
"""Seconds for what takes one or two, on a busy machine."""


def wait_until(holds, what, seconds=DEADLINE):
    """Look again and again until it holds: what was found. The test fails when it still does not in time."""
    deadline, tick = monotonic() + seconds, Event()
    while not (found := holds()):
        assert monotonic() < deadline, f"after {seconds} s still not: {what}"
        tick.wait(0.05)
    return found


def free_port():
    """A port that nobody listens on."""
    with closing(socket()) as trial:
        trial.bind(("127.0.0.1", 0))
        return trial.getsockname()[1]


class House:
    """Processes in a folder and on a port of their own; AIs answer at once."""

    def __init__(self, folder: Path, port: int, extra_games: str = GAMES):
        self.port = port
        self.stream_port = free_port()
        self.redis = RedisServer(folder)
        self._log = folder / "house.log"
        self._commands = read_procfile(PROCFILE)
        self._running = {}
        self.environ = os.environ | {
            "NIGHTLEDGER_HOME": str(folder / "home"),
            "NIGHTLEDGER_PORT": str(port),
            "NIGHTLEDGER_STREAM_PORT": str(self.stream_port),
            "NIGHTLEDGER_EXTRA_GAMES": extra_games,
            **UNLIMITED,
            "NIGHTLEDGER_PACE_RANDOM": "0",
            "NIGHTLEDGER_PACE_GREEDY": "0",
            "REDIS_URL": self.redis.url,
            "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        }

    def run(self, *arguments):
        """The output of a `nightledger` command; the test fails when it does not end well."""
        done = subprocess.run(
            [sys.executable, "-m", "service.cli", *arguments], env=self.environ, capture_output=True, text=True
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    def start(self, name, command=None):
        """Start the process of this name in the Procfile, or by another command."""
        with self._log.open("ab") as log:
            self._running[name] = subprocess.Popen(
                command or ["/bin/sh", "-c", self._commands[name]],
                env=self.environ,
                cwd=PROCFILE.parent,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
            )

    def runs(self, name):
        """Whether the process has not ended."""
        return self._running[name].poll() is None

    def kill(self, name):
        """`kill -9`."""
        self._running[name].kill()
        self._running.pop(name).wait()

    def end(self, name):
        """SIGTERM: the exit status."""
        self._running[name].terminate()
        return self._running.pop(name).wait(DEADLINE)

    def up(self):
        """Prepare the database and start everything."""
        self.run("db", "init")
        self.redis.start()
        for name in self._commands:
            self.start(name)
        wait_until(lambda: self.is_ready(self.port), "the web answers")

    def down(self):
        """Kill what runs."""
        for name in list(self._running):
            self.kill(name)
        self.redis.stop()

    def log(self):
        """What the processes have printed."""
        return self._log.read_text()

    def readiness(self):
        """Status and body of what the web answers about itself."""
        with closing(HTTPConnection("127.0.0.1", self.port, timeout=60)) as connection:
            connection.request("GET", "/readyz")
            answer = connection.getresponse()
            return answer.status, json.loads(answer.read())

    def answers(self):
        """Whether the web answers anything."""
        with closing(HTTPConnection("127.0.0.1", self.port, timeout=5)) as connection:
            try:
                connection.request("GET", "/healthz")
                return connection.getresponse().status == 200
            except (OSError, HTTPException):
                return False

    def is_ready(self, port):
        """Whether what listens at this port of ours answers that it is ready."""
        with closing(HTTPConnection("127.0.0.1", port, timeout=5)) as connection:
            try:
                connection.request("GET", "/readyz")
                return connection.getresponse().status == 200
            except (OSError, HTTPException):
                return False


class Client:
    """Somebody who uses the API with a token."""

    def __init__(self, port, token=None):
        self._connection = HTTPConnection("127.0.0.1", port, timeout=60)
        self._headers = {"Content-Type": "application/json"}
        if token is not None:
            self._headers["Authorization"] = f"Bearer {token}"

    def get(self, path):
        """The JSON that is answered; the test fails for any status but 200."""
        return json.loads(self.raw(path))

    def raw(self, path):
        """The bytes that are answered."""
        status, body = self._ask("GET", path)
        assert status == 200, body
        return body

    def post(self, path, body):
        """The JSON that is answered; the test fails for any status but 200 and 201."""
        status, answer = self._ask("POST", path, body)
        assert status in (200, 201), answer
        return json.loads(answer)

    def delete(self, path):
        """Delete something; the test fails for any status but 204."""
        status, answer = self._ask("DELETE", path)
        assert status == 204, answer

    def status(self, path):
        """The status of what is answered."""
        return self._ask("GET", path)[0]

    def try_to_post(self, path, body):
        """Status, Retry-After and body of what is answered, whatever that is."""
        self._connection.request("POST", f"/api/v1{path}", body=json.dumps(body), headers=self._headers)
        answer = self._connection.getresponse()
        return answer.status, answer.headers["Retry-After"], json.loads(answer.read())

    def close(self):
        self._connection.close()

    def _ask(self, method, path, body=None):
        sent = None if body is None else json.dumps(body)
        self._connection.request(method, f"/api/v1{path}", body=sent, headers=self._headers)
        answer = self._connection.getresponse()
        return answer.status, answer.read()
