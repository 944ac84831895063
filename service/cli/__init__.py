"""The `nightledger` command. A new subcommand is a new module in `service/cli`."""

from __future__ import annotations

import pkgutil
import sys
from importlib import import_module

import click

from projections.unavailable import Unavailable
from service.operation.trouble import AWAY_STATUS
from service.settings import DatabaseAway, SettingsError


class Commands(click.Group):
    """Each module of this package is the command of its name, imported when it is asked for.

    One whose name begins with `_` belongs to another command.
    """

    def list_commands(self, ctx: click.Context) -> list[str]:
        names = (module.name for module in pkgutil.iter_modules(__path__))
        return sorted(name.replace("_", "-") for name in names if not name.startswith("_"))

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name not in self.list_commands(ctx):
            return None
        command = import_module(f"{__name__}.{name.replace('-', '_')}").command
        assert isinstance(command, click.Command)
        return command


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
