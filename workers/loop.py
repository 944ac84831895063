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

AWAY = (Unavailable, DatabaseAway, RedisError, ServiceError)
"""What a process waits out: a store that is full, locked, away or newer than the program; a Redis that is away."""

Step = Callable[[], float]
"""Does what is due: the seconds until it is to be called again."""

log = logging.getLogger(__name__)


def run(name: str, prepare: Callable[[Services], Step]) -> None:
    """Be the process of this name, with the settings of the environment, until a signal.

    `prepare(services)` makes its step. Ends with a line when there is no installation for these settings.
    """
    stop = stop_signal()
    try:
        settings = Settings.from_env(os.environ)
        logs.begin(name, settings.log)
        repeat(stop, lambda: prepare(build(settings)))
    except SettingsError as error:
        sys.exit(f"{name}: {error}")


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
