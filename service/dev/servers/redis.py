"""A Redis server of one's own, on a socket in a folder."""

from __future__ import annotations

import subprocess
from contextlib import closing
from pathlib import Path
from threading import Event
from time import monotonic

from redis import Redis, RedisError

from service.operation.family import follow_parent
from service.operation.supervise import redis_server

DEADLINE = 20.0
"""Seconds for what takes a fraction of one, on a busy machine."""


class RedisServer:
    """Starts with nothing in it, and keeps nothing when it ends."""

    def __init__(self, folder: Path) -> None:
        self.socket = folder / "redis.sock"
        self.url = f"unix://{self.socket}"
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Serve; `TimeoutError` if nothing answers in time."""
        self._process = subprocess.Popen(
            [redis_server(), "--port", "0", "--unixsocket", str(self.socket), "--save", "", "--appendonly", "no"],
            cwd=self.socket.parent,
            stdout=subprocess.DEVNULL,
            preexec_fn=follow_parent,
        )
        deadline, tick = monotonic() + DEADLINE, Event()
        while not self._answers():
            if monotonic() > deadline:
                raise TimeoutError("Redis does not answer")
            tick.wait(0.02)

    def stop(self) -> None:
        """End at once, if it runs."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None

    def client(self) -> Redis:
        """A connection to it."""
        return Redis.from_url(self.url, socket_timeout=5)

    def _answers(self) -> bool:
        try:
            with closing(self.client()) as client:
                return bool(client.ping())
        except RedisError:
            return False
