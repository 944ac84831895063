"""`nightledger cases`: run rule cases (docs/rules/cases.md)."""

from __future__ import annotations

import os
from pathlib import Path

import click

from domain.cases import report
from domain.games.catalog import Catalog
from service.cli._parts.telling import say
from service.installed import games_beside
from service.settings import Settings


@click.group("cases")
def command() -> None:
    """Rule cases: documents that say what the rules do.

    Example: nightledger cases run tests/cases/nightfall
    """


@command.command("run")
@click.argument("paths", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path))
@click.option("--game", "extra", multiple=True, metavar="NAME=MODULE:OBJECT", help="A game besides the installed ones.")
def run(paths: tuple[Path, ...], extra: tuple[str, ...]) -> None:
    """Run every case in PATHS, files or folders; exit 1 if one fails or there is none.

    One line a case, `ok ID` or `FAIL ID: what differs`, then `N passed, N failed`.

    Example: nightledger cases run tests/cases/nightfall
    """
    catalog = Catalog({**games_beside(Settings.from_env(os.environ)), **_places(extra)})
    if not report(paths, catalog, lambda line: say(line, told=line)):
        raise SystemExit(1)


def _places(extra: tuple[str, ...]) -> dict[str, str]:
    places = {}
    for entry in extra:
        name, equals, place = entry.partition("=")
        if not (name and equals and ":" in place):
            raise click.BadParameter(f"{entry!r} is not NAME=MODULE:OBJECT", param_hint="--game")
        places[name] = place
    return places
