"""The `nightledger` command. A new subcommand is a new module in `service/cli`, or in `authors` within."""

from __future__ import annotations

import os
import pkgutil
import sys
from collections.abc import Mapping
from functools import cache
from importlib import import_module

import click

from service.cli import authors
from service.cli._parts.telling import with_json
from service.cli._parts.troubles import trouble_of
from service.settings import TRACEBACK

CONVERSATIONS = ("play", "run")
"""The commands that go on for as long as somebody stays, and tell nothing that a program could use."""


class Commands(click.Group):
    """Each module of this package and of its rooms is the command of its name, imported when it is asked for.

    One whose name begins with `_` belongs to another command.
    """

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(_modules())

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name not in _modules():
            return None
        command = import_module(_modules()[name]).command
        assert isinstance(command, click.Command)
        return command if name in CONVERSATIONS else with_json(command)


@cache
def _modules() -> Mapping[str, str]:
    """The commands there are: name -> module."""
    found: dict[str, str] = {}
    for room, path in (__name__, __path__), (authors.__name__, authors.__path__):
        for module in pkgutil.iter_modules(path):
            if not module.name.startswith("_") and f"{room}.{module.name}" != authors.__name__:
                found[module.name.replace("_", "-")] = f"{room}.{module.name}"
    return found


@click.group(cls=Commands)
@click.version_option(package_name="nightledger")
def cli() -> None:
    """Nightledger: play-by-post games, every action an event.

    Example: nightledger run
    """


def main() -> None:
    """Run the command line; whatever ends it ends it with one line and a status of its own (`troubles`)."""
    try:
        cli(prog_name="nightledger")
    except Exception as error:
        line, status = trouble_of(error)
        print(f"nightledger: {line}", file=sys.stderr)
        if os.environ.get(TRACEBACK):
            raise
        sys.exit(status)
