"""A progress bar on the standard error, where that is a terminal."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from rich.console import Console
from rich.progress import Progress, track

from service.cli._parts.telling import wants_json

T = TypeVar("T")


def tracked(items: Iterable[T], total: int, label: str) -> Iterable[T]:
    """The items, with a bar that says how many of so many have been."""
    console = Console(stderr=True)
    return track(items, label, total, console=console) if _is_wanted(console) else items


def bar() -> Progress:
    """A bar for whoever counts, which is gone when it is over."""
    console = Console(stderr=True)
    return Progress(console=console, transient=True, disable=not _is_wanted(console))


def _is_wanted(console: Console) -> bool:
    return console.is_terminal and not wants_json()
