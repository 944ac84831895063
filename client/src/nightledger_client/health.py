"""Whether the service lives, and is ready for work. Made by `nightledger client --write`."""

from __future__ import annotations

import msgspec

from nightledger_client.connection import Connection


class Alive(msgspec.Struct, kw_only=True, frozen=True):
    """A sign of life."""

    status: str


class Ready(msgspec.Struct, kw_only=True, frozen=True):
    """Whether everything is there that a request needs."""

    ready: bool
    missing: list[str]
    behind: dict[str, int]
    degraded: dict[str, str]
    read_only: str | None


class HealthResource:
    """Whether the service lives, and is ready for work."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def healthz(self) -> Alive:
        """The process answers."""
        return self._connection.ask(Alive, "GET", "/healthz")

    def readyz(self) -> Ready:
        """Whether everything is there that a request needs."""
        return self._connection.ask(Ready, "GET", "/readyz")

    def prometheus(self) -> str:
        """The counts of this process, and the state of the installation, as Prometheus reads them.

        For programs on the server itself, not behind a proxy, and for operators.
        """
        return self._connection.text("GET", "/metrics")
