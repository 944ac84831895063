"""A Redis server of its own for tests, on a socket in a folder."""

import subprocess
from contextlib import closing
from threading import Event
from time import monotonic

from redis import Redis, RedisError

from service.operation.supervise import redis_server

DEADLINE = 20.0
"""Seconds for what takes a fraction of one, on a busy machine."""


class RedisServer:
    """Starts with nothing in it, and keeps nothing when it ends."""

    def __init__(self, folder):
        self.socket = folder / "redis.sock"
        self.url = f"unix://{self.socket}"
        self._process = None

    def start(self):
        self._process = subprocess.Popen(
            [redis_server(), "--port", "0", "--unixsocket", str(self.socket), "--save", "", "--appendonly", "no"],
            cwd=self.socket.parent,
            stdout=subprocess.DEVNULL,
        )
        deadline, tick = monotonic() + DEADLINE, Event()
        while not self._answers():
            assert monotonic() < deadline, "Redis does not answer"
            tick.wait(0.02)

    def stop(self):
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None

    def client(self):
        return Redis.from_url(self.url, socket_timeout=5)

    def _answers(self):
        try:
            with closing(self.client()) as client:
                return client.ping()
        except RedisError:
            return False
