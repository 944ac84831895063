"""The `nightledger` command. A new subcommand is a new module in `service/cli`, or in `authors` within."""

from __future__ import annotations

import pkgutil
import sys
from collections.abc import Mapping
from functools import cache
from importlib import import_module

import click

from projections.unavailable import Unavailable
from service.cli import authors
from service.operation.trouble import AWAY_STATUS
from service.settings import DatabaseAway, SettingsError


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
        return command


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
    """Run the command line; a setting that makes no sense ends it with one line and status 2, a store that is away with
    one and `AWAY_STATUS`."""
    try:
        cli(prog_name="nightledger")
    except DatabaseAway as away:
        print(f"nightledger: {away}", file=sys.stderr)
        sys.exit(AWAY_STATUS)
    except SettingsError as error:
        print(f"nightledger: {error}", file=sys.stderr)
        sys.exit(2)
    except Unavailable as away:
        print(f"nightledger: the store cannot be used now: {away}", file=sys.stderr)
        sys.exit(AWAY_STATUS)
