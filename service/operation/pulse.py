"""The heartbeat of a process that takes actions, given while it runs, whatever it is asked."""

from __future__ import annotations

import logging
import time
from threading import Thread

from service.operation.trouble import Trouble
from service.store.heartbeat import BEAT_SECONDS, Heartbeat

log = logging.getLogger(__name__)


def begin(heartbeat: Heartbeat) -> None:
    """Give the heartbeat now, and from now on in a thread of its own, which ends with the process.

    While the store takes nothing there is none: that is what it tells.
    """
    Thread(target=_go_on, args=(heartbeat,), name="heartbeat", daemon=True).start()


def _go_on(heartbeat: Heartbeat) -> None:
    trouble = Trouble(log, "no heartbeat: %s", "the heartbeat goes on")
    while True:
        try:
            if (outage := heartbeat.watch()) is not None:
                log.warning("nobody could act for %d seconds; deadlines move", outage.seconds)
        except Exception as error:
            # Whatever it is, the next beat may be stored.
            trouble.begins(error)
        else:
            trouble.ends()
        time.sleep(BEAT_SECONDS)
