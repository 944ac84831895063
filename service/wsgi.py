"""The web application, in each of the two processes that serve it."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from flask import Flask

from projections.unavailable import Unavailable
from service.app.application import create_app
from service.bootstrap import Services, build
from service.operation import logs, pulse
from service.settings import Settings, SettingsError

PLACES = 2000
"""How many requests wait for news at a time, in each process: they take no thread."""

MADE_BEFORE_GARBAGE_IS_SOUGHT = 10_000
"""Objects that a web process makes before it looks for cycles among them: few that a move makes are part of any."""


def web() -> Flask:
    """The web application with the settings of the environment."""
    with _begun("web") as settings:
        services = build(settings)
        app = _at_rest(services)
        pulse.begin(services.heartbeat)
        return app


def stream() -> Flask:
    """The same application for the other process, where those listen who would otherwise keep the web busy."""
    with _begun("stream") as settings:
        return _at_rest(build(settings))


@contextmanager
def _begun(process: str) -> Iterator[Settings]:
    """The settings of a process that begins; what keeps it from that ends it with a line."""
    try:
        settings = Settings.from_env(os.environ)
        logs.begin(process, settings.log)
        yield settings
    except (SettingsError, Unavailable) as error:
        sys.exit(f"{process}: {error}")


def _at_rest(services: Services) -> Flask:
    """The application with all games, which stays as long as the process: to look through all of it for garbage would
    hold up answers for a tenth of a second, now and again."""
    app = create_app(services, waiting=PLACES)
    list(services.catalog.values())  # A game is loaded when it is first asked for.
    gc.collect()
    gc.freeze()
    gc.set_threshold(MADE_BEFORE_GARBAGE_IS_SOUGHT)
    return app
