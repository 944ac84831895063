"""What a move costs the web server, beside a bare route that commits a row: both are measured in the same run."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from math import ceil
from pathlib import Path
from socket import socket
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Protocol

import psutil

from service.bench.clients import BareMover, Looker, Mover, Opener, await_web
from service.bench.figures import tell
from service.settings import Settings
from service.signals import StopSignal
from service.supervise import PROCFILE, Family, await_redis, child_environ, hold, read_procfile, redis_command

CLIENTS = (1, 8, 16)

ROUNDS = 5
"""Moves and bare commits are measured in turn so many times, as other work on the machine comes and goes."""

BARE = "service.bench.bare:create_app()"
"""The application with the bare route."""

COUNTED = {"NIGHTLEDGER_REQUESTS_PER_MINUTE": "9999999"}
"""Requests are counted as everywhere, and the limit is out of reach."""

ELSEWHERE = ("REDIS_URL", "NIGHTLEDGER_DATABASE_URL", "NIGHTLEDGER_EXTRA_GAMES")
"""Settings of the installation at hand, with which the measurement has nothing to do."""


class Worker(Protocol):
    """A client that has something to do again and again."""

    def prepare(self) -> None:
        """What is not measured."""

    def step(self) -> int:
        """What is: the status of the answer."""


@dataclass(frozen=True)
class Tally:
    """What came of the requests: seconds each, how many got a 5xx, seconds by the wall, CPU seconds of the server."""

    times: Sequence[float]
    failed: int
    wall: float
    cpu: float

    @property
    def cpu_of_one(self) -> float:
        """CPU seconds a request."""
        return self.cpu / len(self.times)


def measure(requests: int) -> None:
    """Print the figures of so many moves by 1, 8 and 16 clients, and of as many bare commits."""
    with TemporaryDirectory(prefix="nightledger-bench-") as folder, _servers(Path(folder)) as (ours, bare):
        for clients in CLIENTS:
            movers = [Mover(ours.port, f"bench {clients} {number}") for number in range(clients)]
            rounds = [_round(ours, bare, movers, ceil(requests / ROUNDS)) for _ in range(ROUNDS)]
            times = [seconds for one in rounds for seconds in one.moves.times]
            _tell(clients, "moves_per_second", len(times) / sum(one.moves.wall for one in rounds), "moves/s")
            _tell(clients, "latency_p50", 1000 * _percentile(times, 50), "ms")
            _tell(clients, "latency_p99", 1000 * _percentile(times, 99), "ms")
            _tell(clients, "server_errors", sum(one.failed for one in rounds), "answers")
            _tell(clients, "cpu_of_a_move", 1000 * median(one.cpu for one in rounds), "ms")
            _tell(clients, "cpu_of_a_bare_commit", 1000 * median(one.commits.cpu_of_one for one in rounds), "ms")
            ratio = median(one.cpu / one.commits.cpu_of_one for one in rounds)
            _tell(clients, "cpu_of_a_move_to_a_bare_commit", ratio, "times")


@dataclass(frozen=True)
class _Round:
    """Moves and bare commits right after them; `cpu` seconds a move, `failed` answers of the service."""

    moves: Tally
    commits: Tally
    cpu: float
    failed: int


def _round(ours: Server, bare: Server, movers: Sequence[Mover], requests: int) -> _Round:
    """What movers read and open on the way is measured for itself, and taken from what they cost."""
    looked, opened = _read_and_opened(movers)
    moves = _run(ours, movers, requests)
    looked, opened = (now - before for now, before in zip(_read_and_opened(movers), (looked, opened), strict=True))
    looks = _run(ours, [Looker(mover) for mover in movers], requests)
    opens = _run(ours, [Opener(mover) for mover in movers], ceil(requests / 10))
    commits = _run(bare, [BareMover(bare.port) for _ in movers], requests)
    return _Round(
        moves=moves,
        commits=commits,
        cpu=moves.cpu_of_one - (looked * looks.cpu_of_one + opened * opens.cpu_of_one) / len(moves.times),
        failed=moves.failed + looks.failed + opens.failed,
    )


def _read_and_opened(movers: Sequence[Mover]) -> tuple[int, int]:
    return sum(mover.looks for mover in movers), sum(mover.opened for mover in movers)


@dataclass(frozen=True)
class Server:
    """A web server that runs: its port, and the processes whose CPU time counts."""

    port: int
    process: psutil.Process

    def cpu(self) -> float:
        """CPU seconds so far."""
        family = [self.process, *self.process.children(recursive=True)]
        return sum(sum(one.cpu_times()[:2]) for one in family)


@contextmanager
def _servers(folder: Path) -> Iterator[tuple[Server, Server]]:
    """The service's own web server with a Redis, and one with the bare route, both by the Procfile's command line."""
    stop, ports = StopSignal(), _free_ports()
    own = {"NIGHTLEDGER_HOME": str(folder), "NIGHTLEDGER_PORT": str(ports[0])} | COUNTED
    settings = Settings.from_env(own)
    inherited = {name: value for name, value in child_environ(settings).items() if name not in ELSEWHERE}
    line = read_procfile(PROCFILE)["web"]
    lines = (line, line.replace("service.bootstrap:web()", BARE))
    with hold(folder, stop) as lock, Family(inherited | own, lock) as family:
        family.complete("db init", [sys.executable, "-m", "service.cli", "db", "init"], stop)
        family.start("redis", redis_command(settings))
        await_redis(settings, family, stop)
        started = []
        for port, command in zip(ports, lines, strict=True):
            pid = family.start(f"web at {port}", ["/bin/sh", "-c", f"NIGHTLEDGER_PORT={port}; {command}"])
            started.append(Server(port, psutil.Process(pid)))
        for server in started:
            await_web(server.port)
        yield started[0], started[1]


def _free_ports() -> tuple[int, int]:
    with socket() as first, socket() as second:
        first.bind(("127.0.0.1", 0))
        second.bind(("127.0.0.1", 0))
        return first.getsockname()[1], second.getsockname()[1]


def _run(server: Server, workers: Sequence[Worker], requests: int) -> Tally:
    """Have the workers make so many requests together, each worker one after the other."""
    share = ceil(requests / len(workers))
    with ThreadPoolExecutor(len(workers)) as pool:
        cpu, begun = server.cpu(), perf_counter()
        found = [one for part in pool.map(partial(_work, times=share), workers) for one in part]
        return Tally(
            times=[seconds for seconds, _ in found],
            failed=sum(status >= 500 for _, status in found),
            wall=perf_counter() - begun,
            cpu=server.cpu() - cpu,
        )


def _work(worker: Worker, times: int) -> list[tuple[float, int]]:
    """Seconds and status of each of the worker's requests."""
    found = []
    for _ in range(times):
        worker.prepare()
        begun = perf_counter()
        status = worker.step()
        found.append((perf_counter() - begun, status))
    return found


def _percentile(times: Sequence[float], percent: int) -> float:
    return sorted(times)[ceil(len(times) * percent / 100) - 1]


def _tell(clients: int, metric: str, value: float, unit: str) -> None:
    tell("api", f"{metric}_by_{clients}", value, unit)
