"""`python -m workers.notify`: follows the log, and tells people over their channels what waits for them."""

from __future__ import annotations

import logging
import os
import sys

from eventsourcing.persistence import PersistenceError

from service import logs
from service.bootstrap import build
from service.errors import ServiceError
from service.settings import Settings, SettingsError
from service.signals import stop_signal

PAUSE_SECONDS = 1.0
"""Between two looks at the outbox."""

log = logging.getLogger(__name__)


def main() -> None:
    """Send with the settings of the environment until a signal."""
    stop = stop_signal()
    try:
        settings = Settings.from_env(os.environ)
        logs.begin("notify", settings.log)
        post = build(settings).post
    except SettingsError as error:
        sys.exit(f"notify: {error}")
    while not stop.wait(PAUSE_SECONDS):
        try:
            post.step()
        except (PersistenceError, ServiceError) as error:
            log.warning("%s; trying again", error)


if __name__ == "__main__":
    main()
