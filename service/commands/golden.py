"""`nightledger golden`: recorded games that every later version of the program must decide alike."""

from __future__ import annotations

from pathlib import Path

import click

from domain.catalog import Catalog
from service.golden import counted, has_golden, search, write


@click.group("golden")
def command() -> None:
    """Golden games in tests/games. Works in a checkout of the project.

    Example: nightledger golden make nightfall
    """


@command.command("make")
@click.argument("game")
@click.option("--games", default=50, show_default=True, help="How many at least.")
@click.option("--rounds", default=5, show_default=True, help="Games by each team in each form, to pick from.")
@click.option("--root", default=".", type=click.Path(exists=True, file_okay=False, path_type=Path), show_default=True)
def make(game: str, games: int, rounds: int, root: Path) -> None:
    """Play golden games of GAME until they show all its features.

    Refused where there are golden games under the newest number of its rules already.

    Example: nightledger golden make nightfall
    """
    catalog = Catalog()
    if game not in catalog:
        raise click.BadParameter(f"unknown game; there are {', '.join(catalog)}", param_hint="GAME")
    if has_golden(root, game, catalog[game].rules):
        raise click.ClickException(f"{game} has golden games under its rules number, and they are never made anew")
    for found in search(game, catalog, games, rounds):
        path = write(found, root, game)
        click.echo(f"{path}: {path.stat().st_size} bytes")
    lacking = [feature for feature, count in counted(game, root, catalog).items() if not count]
    for feature in lacking:
        click.echo(f"not shown: {feature}")
    raise SystemExit(1 if lacking else 0)
