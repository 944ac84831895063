"""`python -m workers.together`: clock, dispatcher and notify in one process, for a machine that has little memory."""

from __future__ import annotations

from workers import clock, dispatcher, loop, notify

ROLES = {"clock": clock.prepare, "dispatcher": dispatcher.prepare, "notify": notify.prepare}

if __name__ == "__main__":
    loop.run("together", ROLES)
