"""The processes of which one in an installation does what is due: it holds a lease, and another one waits for that."""

from __future__ import annotations

import os
import secrets
import socket
from collections.abc import Callable
from threading import Event, Thread

from service.bootstrap import Services
from service.store.leases import RENEWAL_SECONDS, Lease

STAND_BY_SECONDS = 0.25
"""Between two looks of a process that waits at whether it has the lease by now."""

Step = Callable[[], float]
"""Does what is due: the seconds until it is to be called again."""

Swept = Callable[[], None]
"""To be called whenever all that was due is done."""


class Alone:
    """A step that is taken only while this process holds the lease of its name.

    The lease is renewed in a thread of its own, however long a step takes; `end` gives it back.
    """

    def __init__(self, lease: Lease) -> None:
        self._lease = lease
        self._over = Event()
        self._thread = Thread(target=self._renew, name="lease", daemon=True)
        self._error: Exception | None = None

    @property
    def has_swept(self) -> Swept:
        """What the step calls when all that was due is done."""
        return self._lease.has_swept

    def begin(self) -> None:
        """Renew the lease from now on, or wait for it."""
        self._thread.start()

    def taking(self, make: Callable[[], Step]) -> Step:
        """The step that `make` makes anew whenever the lease comes to this process, and that is taken while it is held.

        Where the lease was lost because it could not be renewed, it raises why.
        """
        step: Step | None = None

        def take() -> float:
            nonlocal step
            if not self._lease.is_held:
                step = None
                if self._error is not None:
                    raise self._error
                return STAND_BY_SECONDS
            step = step or make()
            return step()

        return take

    def end(self) -> None:
        """Let another process go on at once."""
        self._over.set()
        self._thread.join(2 * RENEWAL_SECONDS)
        if self._lease.is_held:
            self._lease.give_back()

    def _renew(self) -> None:
        while not self._over.is_set():
            try:
                self._lease.renew()
                self._error = None
            except Exception as error:  # Whatever it is, the next try may succeed; without one the lease ends.
                self._error = error
            self._over.wait(RENEWAL_SECONDS)


def lease_of(name: str, services: Services) -> Lease:
    """This process's claim to the lease of a name."""
    place = f"{socket.gethostname()} {os.getpid()}"
    return Lease(services.store, name, secrets.token_hex(8), place, services.clock, services.elapsed)
