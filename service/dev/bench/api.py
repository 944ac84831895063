"""What a move costs the web server, beside a bare route that commits a row: both are measured in the same run."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import contextmanager
from ctypes import CDLL, byref, c_int
from dataclasses import dataclass
from functools import partial
from math import ceil
from pathlib import Path
from socket import socket
from tempfile import TemporaryDirectory
from threading import Event
from time import clock_gettime, perf_counter
from typing import Protocol

import psutil

from service.dev.bench.clients import BareMover, Mover, await_web
from service.dev.bench.figures import tell
from service.operation.family import Family
from service.operation.signals import StopSignal
from service.operation.supervise import (
    INIT,
    PROCFILE,
    await_redis,
    child_environ,
    hold,
    read_procfile,
    redis_command,
)
from service.settings import Settings

CLIENTS = (1, 8, 16)

BARE = "service.dev.bench.bare:create_app"
"""The application with the bare route."""

COUNTED = {"NIGHTLEDGER_REQUESTS_PER_MINUTE": "9999999"}
"""Requests are counted as everywhere, and the limit is out of reach."""

ELSEWHERE = ("REDIS_URL", "NIGHTLEDGER_DATABASE_URL", "NIGHTLEDGER_EXTRA_GAMES")
"""Settings of the installation at hand, with which the measurement has nothing to do."""


REST = 0.001
"""A server that does nothing for so many seconds is at rest."""


class Worker(Protocol):
    """A client that has something to do again and again."""

    def prepare(self) -> None:
        """What is not measured."""

    def step(self) -> int:
        """What is: the status of the answer."""


def measure(requests: int) -> None:
    """Print the figures of so many moves by 1, 8 and 16 clients, and what as many more cost beside bare commits."""
    with TemporaryDirectory(prefix="nightledger-bench-") as folder, servers(Path(folder)) as (ours, bare):
        for clients in CLIENTS:
            movers = [Mover(ours.port, f"bench {clients} {number}") for number in range(clients)]
            commits = [BareMover(bare.port) for _ in movers]
            with ThreadPoolExecutor(clients) as pool:
                run = _run(pool, movers, ceil(requests / clients))
                moves, bares = _costs(pool, (ours, movers), (bare, commits), ceil(requests / clients))
            _tell(clients, "moves_per_second", len(run.times) / run.wall, "moves/s")
            _tell(clients, "latency_p50", 1000 * _percentile(run.times, 50), "ms")
            _tell(clients, "latency_p99", 1000 * _percentile(run.times, 99), "ms")
            _tell(clients, "server_errors", run.failed, "answers")
            _tell(clients, "cpu_of_a_move", 1000 * moves, "ms")
            _tell(clients, "cpu_of_a_bare_commit", 1000 * bares, "ms")
            _tell(clients, "cpu_of_a_move_to_a_bare_commit", moves / bares, "times")


@dataclass(frozen=True)
class Run:
    """What came of requests: seconds each, how many got a 5xx, seconds by the wall."""

    times: Sequence[float]
    failed: int
    wall: float


def _run(pool: Executor, workers: Sequence[Worker], times: int) -> Run:
    """Have the workers make so many requests each, all workers at once, each one after the other."""
    begun = perf_counter()
    found = [one for part in pool.map(partial(_work, times=times), workers) for one in part]
    return Run(
        times=[seconds for seconds, _ in found],
        failed=sum(status >= 500 for _, status in found),
        wall=perf_counter() - begun,
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


def _costs(
    pool: Executor, moves: tuple[Server, Sequence[Worker]], commits: tuple[Server, Sequence[Worker]], turns: int
) -> tuple[float, float]:
    """CPU seconds that a move and a bare commit cost their servers, each of which serves all of its clients at once.

    They are made in turn, so that whatever else goes on at the machine comes to both. What a server still does after
    its answers counts too; what a mover asks to know its next move does not.
    """
    spent = [0.0, 0.0]
    for _ in range(turns):
        for worker in moves[1]:
            worker.prepare()
        for number, (server, workers) in enumerate((moves, commits)):
            begun = server.cpu_at_rest()
            _all(pool, workers)
            spent[number] += server.cpu_at_rest() - begun
    return spent[0] / turns / len(moves[1]), spent[1] / turns / len(commits[1])


def _all(pool: Executor, workers: Sequence[Worker]) -> None:
    """One request of each worker, all at once."""
    failed = [status for status in pool.map(lambda worker: worker.step(), workers) if status >= 500]
    if failed:
        raise RuntimeError(f"the server answered {failed[0]}")


@dataclass(frozen=True)
class Server:
    """A web server that runs: its port, and the clocks of its processes."""

    port: int
    clocks: Sequence[int]

    def cpu_at_rest(self) -> float:
        """CPU seconds so far, once nothing more is done."""
        before, pause = -1.0, Event()
        while (now := sum(map(clock_gettime, self.clocks))) != before:
            before = now
            pause.wait(REST)
        return now


def cpu_clock(pid: int) -> int:
    """The kernel's clock of a process' CPU time, which is exact where /proc counts in hundredths of a second.

    `ProcessLookupError` for a process that is not there.
    """
    clock = c_int()
    if CDLL(None).clock_getcpuclockid(pid, byref(clock)):
        raise ProcessLookupError(f"no process {pid}")
    return clock.value


@contextmanager
def servers(folder: Path) -> Iterator[tuple[Server, Server]]:
    """The service's own web server with a Redis, and one with the bare route, both by the Procfile's command line."""
    stop, ports = StopSignal(), free_ports()
    own = {"NIGHTLEDGER_HOME": str(folder), "NIGHTLEDGER_PORT": str(ports[0])} | COUNTED
    settings = Settings.from_env(own)
    inherited = {name: value for name, value in child_environ(settings).items() if name not in ELSEWHERE}
    line = read_procfile(PROCFILE)["web"]
    lines = (line, line.replace("service.wsgi:web", BARE))
    with hold(folder, stop) as lock, Family(inherited | own, lock) as family:
        family.complete("db init", INIT, stop)
        family.start("redis", redis_command(settings))
        await_redis(settings, family, stop)
        pids = [
            family.start(f"web at {port}", ["/bin/sh", "-c", f"NIGHTLEDGER_PORT={port}; {command}"])
            for port, command in zip(ports, lines, strict=True)
        ]
        ours, bare = (_started(port, pid) for port, pid in zip(ports, pids, strict=True))
        yield ours, bare


def _started(port: int, pid: int) -> Server:
    """The server at a port once it answers, with all the processes that have come of this one."""
    await_web(port)
    first = psutil.Process(pid)
    return Server(port, [cpu_clock(one.pid) for one in (first, *first.children(recursive=True))])


def free_ports() -> tuple[int, int]:
    """Two ports that nobody listens on."""
    with socket() as first, socket() as second:
        first.bind(("127.0.0.1", 0))
        second.bind(("127.0.0.1", 0))
        return first.getsockname()[1], second.getsockname()[1]


def _percentile(times: Sequence[float], percent: int) -> float:
    return sorted(times)[ceil(len(times) * percent / 100) - 1]


def _tell(clients: int, metric: str, value: float, unit: str) -> None:
    tell("api", f"{metric}_by_{clients}", value, unit)
