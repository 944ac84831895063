"""The loop of the processes beside web and workers: it waits for what is away, and ends at a signal."""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Callable, Mapping
from concurrent.futures import FIRST_EXCEPTION, ThreadPoolExecutor, wait
from functools import partial
from threading import Lock

from redis import RedisError

from projections.unavailable import Unavailable
from service.bootstrap import Services, build
from service.errors import ServiceError
from service.operation import logs
from service.operation.signals import StopSignal, stop_signal
from service.operation.trouble import Trouble
from service.settings import DatabaseAway, Settings, SettingsError
from workers.alone import Alone, Step, Swept, lease_of

AWAY = (Unavailable, DatabaseAway, RedisError, ServiceError)
"""What a process waits out: a store that is full, locked, away or newer than the program; a Redis that is away; and
what a use case does not do just now, such as with a log that is busy or cannot be read."""

Prepare = Callable[[Services, Swept], Step]
"""Makes the step of a role, which calls the function that it gets whenever all that was due is done."""

log = logging.getLogger(__name__)


def run(process: str, roles: Mapping[str, Prepare]) -> None:
    """Be this process, with the settings of the environment, until a signal: it does what each of its roles has to do,
    in a thread of its own; of all there are of a role in an installation one takes its steps.

    Ends with a line when there is no installation for these settings.
    """
    stop = stop_signal()
    try:
        settings = Settings.from_env(os.environ)
        logs.begin(process, settings.log)
        services = Shared(partial(build, settings))
        with ThreadPoolExecutor(len(roles)) as threads:
            played = [threads.submit(_play, name, prepare, services, stop) for name, prepare in roles.items()]
            wait(played, return_when=FIRST_EXCEPTION)
            stop.set()
        for role in played:
            role.result()
    except SettingsError as error:
        sys.exit(f"{process}: {error}")


class Shared:
    """The services of a process, made when they are first asked for, and again if that did not succeed. Thread-safe."""

    def __init__(self, make: Callable[[], Services]) -> None:
        self._make = make
        self._made: Services | None = None
        self._lock = Lock()

    def __call__(self) -> Services:
        with self._lock:
            self._made = self._made or self._make()
            return self._made


def _play(name: str, prepare: Prepare, shared: Callable[[], Services], stop: StopSignal) -> None:
    """Take the steps of a role until `stop` is set, while this process is the one that does."""
    begun: list[Alone] = []

    def make() -> Step:
        services = shared()
        alone = Alone(lease_of(name, services))
        begun.append(alone)
        alone.begin()
        return alone.taking(lambda: prepare(services, alone.has_swept))

    try:
        repeat(stop, make)
    finally:
        for alone in begun:
            _give_back(alone)


def _give_back(alone: Alone) -> None:
    """Let another process go on at once, if the store can be told so; else it waits for the end of the lease."""
    try:
        alone.end()
    except AWAY as error:
        log.warning("the lease is not given back: %s", error)


def repeat(stop: StopSignal, make: Callable[[], Step]) -> None:
    """Make the step, and take it again and again, until `stop` is set.

    While something is away each is tried again, after a second and then less and less often, once a minute in the end;
    the log has a line when that begins and one when it is over.
    """
    trouble = Trouble(log, "%s; trying again until that is over", "it goes on")
    step: Step | None = None
    pause = 0.0
    while not stop.wait(pause):
        try:
            step = step or make()
            pause = step()
        except AWAY as error:
            pause = trouble.begins(error)
        else:
            trouble.ends()
