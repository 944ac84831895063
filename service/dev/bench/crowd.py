"""What a move takes for those who play among clients who keep a web server busy: beside what it takes without them."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from service.dev.bench.api import servers
from service.dev.bench.clients import Mover
from service.dev.bench.figures import tell

HALF_SENT, STREAMS, POLLS = 200, 400, 100

ROUNDS = 10
"""How often moves with and without the crowd take turns, as other work on the machine then comes to both."""


class LookedAt(Mover):
    """Somebody whose game many look at."""

    def crowd(self) -> tuple[list[bytes], list[bytes]]:
        """What clients send to whom nothing is answered, and what those send who listen."""
        head = f"HTTP/1.1\r\nHost: here\r\nAuthorization: {self._headers['Authorization']}\r\n"
        after = self._game["version"]
        half = f"POST /api/v1/games {head}Content-Length: 100\r\n\r\n{{".encode()
        poll = f"GET {self.address}/events?after={after}&wait=25 {head}\r\n".encode()
        stream = f"GET {self.address}/stream?after={after} {head}\r\n".encode()
        return HALF_SENT * [half] + POLLS * [poll], STREAMS * [stream]


def measure(requests: int) -> None:
    """Print how long half of so many moves took, without and with the crowd, and the ratio."""
    with TemporaryDirectory(prefix="nightledger-bench-") as folder, servers(Path(folder)) as (ours, _):
        looked_at, mover = LookedAt(ours.port, "looked at"), Mover(ours.port, "mover")
        looked_at.prepare()
        alone: list[float] = []
        crowded: list[float] = []
        for _ in range(ROUNDS):
            alone += _times(mover, requests // ROUNDS)
            with _crowd(ours.port, looked_at):
                crowded += _times(mover, requests // ROUNDS)
        tell("crowd", "latency_p50_alone", 1000 * _half(alone), "ms")
        tell("crowd", "latency_p50_crowded", 1000 * _half(crowded), "ms")
        tell("crowd", "crowded_to_alone", _half(crowded) / _half(alone), "times")


@contextmanager
def _crowd(port: int, looked_at: LookedAt) -> Iterator[None]:
    """The crowd, from when all who listen have the beginning of an answer."""
    silent, listening = looked_at.crowd()
    with ExitStack() as opened:
        connections = [opened.enter_context(closing(_sent(port, request))) for request in (*silent, *listening)]
        for connection in connections[len(silent) :]:
            connection.recv(1)
        yield


def _sent(port: int, request: bytes) -> socket.socket:
    connection = socket.create_connection(("127.0.0.1", port))
    connection.sendall(request)
    return connection


def _times(mover: Mover, moves: int) -> list[float]:
    """Seconds of so many moves."""
    times = []
    for _ in range(moves):
        mover.prepare()
        begun = perf_counter()
        if mover.step() >= 500:
            raise RuntimeError("the server did not answer a move")
        times.append(perf_counter() - begun)
    return times


def _half(times: list[float]) -> float:
    return sorted(times)[len(times) // 2]
