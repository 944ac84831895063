"""An installation of so many running games that is kept in a folder, and what its parts cost there."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, closing, contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from pkgutil import resolve_name
from random import Random
from threading import Event
from time import clock_gettime, perf_counter, process_time
from typing import Any

import psutil
from flask.testing import FlaskClient

from service.app.application import create_app
from service.bootstrap import Services, build
from service.dev.bench.api import COUNTED, cpu_clock, free_ports
from service.dev.bench.clients import await_web
from service.dev.bench.grown import AT_ONCE, Grown
from service.dev.throwaway import NOT_PASSED_ON
from service.operation.family import Family
from service.operation.signals import StopSignal
from service.operation.supervise import (
    INIT,
    PROCFILE,
    WEB,
    await_redis,
    child_environ,
    hold,
    read_procfile,
    redis_command,
)
from service.settings import Settings

REQUESTS = 34
"""Moves of a round, each by another person in another game."""

STEPS = ("clock", "dispatcher", "notify")
"""The processes that do again and again what is due."""

IDLE_STEPS = 9

PROCESSES = tuple(read_procfile(PROCFILE))

BEGUN, QUIET = 0.5, 0.25
"""CPU seconds that a process has used once it has begun, and that it uses at most in a second from then on."""

Figures = Iterator[tuple[str, float]]
"""What was measured, with its unit, and how much that is."""


def kept(folder: Path, size: int) -> Path:
    """The folder, in this one, of an installation of so many games; a new one begins as a copy of the next smaller."""
    own, draft = folder / str(size), folder / f"{size}.draft"
    smaller = [int(one.name) for one in folder.iterdir() if one.name.isdigit() and int(one.name) < size]
    if not own.exists() and smaller:
        shutil.rmtree(draft, ignore_errors=True)
        subprocess.run(["cp", "-a", str(folder / str(max(smaller))), str(draft)], check=True)
        draft.rename(own)
    own.mkdir(exist_ok=True)
    return own


@contextmanager
def opened(home: Path, size: int, *, postgres: bool) -> Iterator[MeasuredHouse]:
    """The installation in a folder, with a Redis of its own, and if it is to be with a PostgreSQL there."""
    with ExitStack() as stack:
        web, stream = free_ports()
        own = COUNTED | {
            "NIGHTLEDGER_HOME": str(home),
            "NIGHTLEDGER_PORT": str(web),
            "NIGHTLEDGER_STREAM_PORT": str(stream),
            "NIGHTLEDGER_PACE_GREEDY": "0",
        }
        if postgres:
            own["NIGHTLEDGER_DATABASE_URL"] = stack.enter_context(_postgres(home / "postgres"))
        settings, stop = Settings.from_env(own | _extra_games()), StopSignal()
        inherited = {name: value for name, value in child_environ(settings).items() if name not in NOT_PASSED_ON}
        environ, lock = inherited | own, stack.enter_context(hold(home, stop))
        family = stack.enter_context(Family(environ, lock))
        family.complete("db init", INIT, stop)
        family.start("redis", redis_command(settings))
        await_redis(settings, family, stop)
        services = stack.enter_context(closing(build(settings)))
        services.heartbeat.beat()
        yield MeasuredHouse(size, services, environ, lock)


def _extra_games() -> dict[str, str]:
    """The setting that says which games there are besides."""
    return {name: value for name, value in os.environ.items() if name == "NIGHTLEDGER_EXTRA_GAMES"}


def _postgres(folder: Path) -> AbstractContextManager[str]:
    from service.dev.bench.writers import own_server

    return own_server(folder)


@dataclass(frozen=True)
class Spent:
    """What something took, in milliseconds: of this process' CPU, and by the wall."""

    cpu: float
    wall: float

    def told(self, name: str) -> Figures:
        """The figures of what is called so."""
        yield f"{name}, CPU ms", self.cpu
        yield f"{name}, ms", self.wall


def spent(work: Callable[[], object]) -> Spent:
    """What it takes."""
    cpu, wall = process_time(), perf_counter()
    work()
    return Spent(1000 * (process_time() - cpu), 1000 * (perf_counter() - wall))


@dataclass(frozen=True)
class MeasuredHouse:
    """An installation that is measured: how many games it is to have, its services, the environment and the lock of its
    processes."""

    size: int
    services: Services
    environ: dict[str, str] = field(repr=False)
    lock: int
    _rng: Random = field(default_factory=Random)
    _played: set[str] = field(default_factory=set)

    @cached_property
    def grown(self) -> Grown:
        """Its games."""
        return Grown(self.services)

    @cached_property
    def _web(self) -> FlaskClient:
        return create_app(self.services).test_client()

    def looks_and_moves(self) -> Figures:
        """Pages of lists, a look at a game at which nobody has looked yet, and a move there."""
        people = self.grown.people
        for _ in range(REQUESTS):
            yield from self._as_person(f"person {self._rng.randrange(people)}")

    def _as_person(self, name: str) -> Figures:
        """What somebody does who has the turn somewhere."""
        accounts = self.services.accounts
        person = accounts.by_name(name)
        assert person is not None
        headers = {"Authorization": f"Bearer {accounts.make_token(person.id).secret}"}

        def ask(what: str, path: str, **how: Any) -> Any:
            answers: list[Any] = []
            took = spent(lambda: answers.append(self._web.open(f"/api/v1{path}", headers=headers, **how)))
            if answers[0].status_code >= 400:
                raise RuntimeError(f"{what}: {answers[0].get_data(as_text=True)}")
            figures.extend(took.told(what))
            return answers[0].json

        figures: list[tuple[str, float]] = []
        ask("page of all games", "/games")
        ask("page of own games", "/games?mine=true")
        inbox = {game["id"] for game in ask("inbox", "/games?my_turn=true")["games"]}
        for game_id in sorted(inbox - self._played)[:1]:
            self._played.add(game_id)
            path = f"/games/{game_id}"
            game = ask("look at a game", path)
            move = {"action": game["legal"][0], "decision": game["decision"]}
            ask("move", f"{path}/actions?seat={game['seat']}", method="POST", json=move)
        yield from figures

    def steps(self) -> Figures:
        """The first step of each process, and the next ones, while nothing is due."""
        self.grown.follow()
        for name in STEPS:
            step = self._step(name)
            yield from spent(step).told(f"first step of {name}")
            for _ in range(IDLE_STEPS):
                yield from spent(step).told(f"step of {name}")

    def due(self) -> Figures:
        """A step of each while deadlines, AI turns and reminders of some games are due, and following their events."""
        steps = {name: self._step(name) for name in reversed(STEPS)}
        for step in steps.values():
            step()
        self.grown.add_late(AT_ONCE)
        asking = self.grown.add_asking_ais(AT_ONCE)
        before = self.services.store.position()
        follower = self.services.read_models.follower
        events = before - follower.position()
        yield "following an event, CPU µs", 1000 * spent(self.grown.follow).cpu / events
        for name, step in steps.items():
            yield from spent(step).told(f"step of {name} with {AT_ONCE} due")
        for game_id in asking:
            self.services.ledger.close(game_id, "void")

    def _step(self, name: str) -> Callable[[], object]:
        """What a process of this name does again and again; it lies above this layer, so it is found by its name."""
        step: Callable[[], object] = resolve_name(f"workers.{name}:prepare")(self.services, _unheard)
        return step

    def processes(self) -> Figures:
        """How long the web takes until it is ready, and the memory of each process when all have begun."""
        commands = read_procfile(PROCFILE)
        self.services.heartbeat.beat()
        with Family(self.environ, self.lock) as family:
            begun = perf_counter()
            pids = {WEB: family.start(WEB, ["/bin/sh", "-c", commands[WEB]])}
            await_web(self.services.settings.port)
            yield "start to ready, ms", 1000 * (perf_counter() - begun)
            yield "start to ready, CPU ms", 1000 * clock_gettime(cpu_clock(pids[WEB]))
            for name in PROCESSES:
                if name != WEB:
                    pids[name] = family.start(name, ["/bin/sh", "-c", commands[name]])
            for name, pid in pids.items():
                _await_quiet(cpu_clock(pid))
                yield f"memory of {name}, MB", psutil.Process(pid).memory_info().rss / 1e6


def _await_quiet(clock: int) -> None:
    """Wait until a process has begun, and does little."""
    tick, before = Event(), -1.0
    while (now := clock_gettime(clock)) < BEGUN or now - before > QUIET:
        before = now
        tick.wait(1.0)


def _unheard() -> None:
    """What a process calls when all that was due is done, where nobody asks for that."""
