"""The loop of every process beside the web: it waits for what is away, and ends at a signal."""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Callable

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
"""What a process waits out: a store that is full, locked, away or newer than the program; a Redis that is away."""

log = logging.getLogger(__name__)


def run(name: str, prepare: Callable[[Services, Swept], Step]) -> None:
    """Be the process of this name, with the settings of the environment, until a signal; of all there are of this name
    in an installation one takes its steps.

    `prepare(services, swept)` makes its step, which calls `swept()` whenever all that was due is done. Ends with a line
    when there is no installation for these settings.
    """
    stop = stop_signal()
    begun: list[Alone] = []

    def make() -> Step:
        services = build(settings)
        alone = Alone(lease_of(name, services))
        begun.append(alone)
        alone.begin()
        return alone.taking(lambda: prepare(services, alone.has_swept))

    try:
        settings = Settings.from_env(os.environ)
        logs.begin(name, settings.log)
        repeat(stop, make)
    except SettingsError as error:
        sys.exit(f"{name}: {error}")
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
