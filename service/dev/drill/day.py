"""A bad day: how it is called, how long it is, what it needs, and how it is played."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from service.dev.drill.databases import DATABASES
from service.dev.drill.stage import Stage


@dataclass(frozen=True)
class Day:
    """A bad day. `play(stage)` does what is bad, and leaves everything as it should be again.

    `title` is its row in the table; it is played on these `databases`, with so many `machines`, and with a `disk` of
    that size under the database (None: of the machine's own).
    """

    name: str
    title: str
    play: Callable[[Stage], None]
    databases: Sequence[str] = DATABASES
    machines: int = 1
    disk: str | None = None
