"""`nightledger projections`: the read models made anew from the log, or compared with it."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from service.cli._parts.installation import installation
from service.cli._parts.progress import bar
from service.cli._parts.telling import say

if TYPE_CHECKING:
    from projections.rebuild import Rebuilder
    from service.bootstrap import Services


@click.group("projections")
def command() -> None:
    """Rebuild or verify the lists that are derived from the log. The service may run meanwhile.

    Example: nightledger projections verify
    """


@command.command("rebuild")
@click.argument("names", metavar="[NAME]...", nargs=-1)
def rebuild(names: Sequence[str]) -> None:
    """Make projections anew from event one and swap them in; all of them if none is named.

    Example: nightledger projections rebuild inbox
    """
    with installation() as services:
        for name in _chosen(services.read_models.rebuilder, names):
            with _progress(services, f"Rebuilding {name}") as progress:
                position = services.read_models.rebuilder.rebuild(name, progress)
            say(f"{name}: rebuilt up to event {position}", projection=name, position=position)


@command.command("verify")
@click.argument("names", metavar="[NAME]...", nargs=-1)
def verify(names: Sequence[str]) -> None:
    """Compare projections with what the log makes of them; exit 1 and the rows that differ if any do.

    Example: nightledger projections verify scores
    """
    differ = False
    with installation() as services:
        for name in _chosen(services.read_models.rebuilder, names):
            with _progress(services, f"Verifying {name}") as progress:
                differences = services.read_models.rebuilder.verify(name, progress)
            lines = [f"{name}: {'differs from' if differences else 'agrees with'} the log"]
            lines += [f"  {found.table}, only {found.side}: {json.dumps(found.row)}" for found in differences]
            rows = [{"table": found.table, "only": found.side, "row": found.row} for found in differences]
            say("\n".join(lines), projection=name, agrees=not rows, differences=rows)
            differ = differ or bool(differences)
    sys.exit(1 if differ else 0)


def _chosen(rebuilder: Rebuilder, names: Sequence[str]) -> Sequence[str]:
    for name in names:
        if name not in rebuilder.names:
            raise click.BadParameter(f"unknown projection {name!r}; there are {', '.join(rebuilder.names)}")
    return names or rebuilder.names


@contextmanager
def _progress(services: Services, label: str) -> Iterator[Callable[[int], None]]:
    """A progress bar towards the end of the log, on a terminal."""
    with bar() as progress:
        task = progress.add_task(label, total=services.store.position())
        yield lambda position: progress.update(task, completed=position)
