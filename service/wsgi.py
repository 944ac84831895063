"""What gunicorn loads: the web application, in each of its two processes."""

from __future__ import annotations

import gc
import os

from flask import Flask

from service.app.application import create_app
from service.bootstrap import build
from service.operation import logs, pulse
from service.settings import Settings

STREAM_THREADS = 200
"""Threads of the process that serves streams; the Procfile says so too."""

SPARE_THREADS = 10
"""How many of them are kept for requests that are answered at once."""

MADE_BEFORE_GARBAGE_IS_SOUGHT = 10_000
"""Objects that a web process makes before it looks for cycles among them: few that a move makes are part of any."""


def web() -> Flask:
    """The web application with the settings of the environment, for gunicorn."""
    settings = Settings.from_env(os.environ)
    logs.begin("web", settings.log)
    services = build(settings)
    pulse.begin(services.heartbeat)
    return _at_rest(create_app(services))


def stream() -> Flask:
    """The same application for gunicorn's other process, nearly all of whose threads serve those who listen."""
    settings = Settings.from_env(os.environ)
    logs.begin("stream", settings.log)
    return _at_rest(create_app(build(settings), STREAM_THREADS, STREAM_THREADS - SPARE_THREADS))


def _at_rest(app: Flask) -> Flask:
    """The application, which stays as long as the process: to look through all of it for garbage would hold up answers
    for a tenth of a second, now and again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(MADE_BEFORE_GARBAGE_IS_SOUGHT)
    return app
