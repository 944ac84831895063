"""`nightledger golden`: recorded games that every later version of the program must decide alike."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import click

from domain.games.catalog import Catalog
from service.cli._parts.games import game_named
from service.cli._parts.telling import say
from service.dev.golden import Found, counted, has_golden, search, search_more, write


@click.group("golden")
def command() -> None:
    """Golden games in tests/games. Works in a checkout of the project.

    Example: nightledger golden make nightfall
    """


@command.command("make")
@click.argument("game")
@click.option("--games", type=click.IntRange(1), default=50, show_default=True, help="How many at least.")
@click.option(
    "--rounds",
    type=click.IntRange(1),
    default=5,
    show_default=True,
    help="Games by each team in each form, to pick from.",
)
@click.option("--root", default=".", type=click.Path(exists=True, file_okay=False, path_type=Path), show_default=True)
def make(game: str, games: int, rounds: int, root: Path) -> None:
    """Play golden games of GAME until they show all its features.

    Refused where there are golden games under the newest number of its rules already.

    Example: nightledger golden make nightfall
    """
    catalog = Catalog()
    if has_golden(root, game, game_named(catalog, game).rules):
        raise click.ClickException(f"{game} has golden games of its rules, and they are never made anew, but added to")
    _keep(search(game, catalog, games, rounds), game, catalog, root)


@command.command("add")
@click.argument("game")
@click.option(
    "--rounds",
    type=click.IntRange(1),
    default=1,
    show_default=True,
    help="Games by each team in each form, to pick from.",
)
@click.option("--root", default=".", type=click.Path(exists=True, file_okay=False, path_type=Path), show_default=True)
def add(game: str, rounds: int, root: Path) -> None:
    """Play further golden games of GAME for the features that none shows yet, after the rules have grown.

    Example: nightledger golden add last-spell
    """
    catalog = Catalog()
    game_named(catalog, game)
    _keep(search_more(game, root, catalog, rounds), game, catalog, root)


def _keep(games: Iterable[Found], game: str, catalog: Catalog, root: Path) -> None:
    """Write the games, and end with exit code 1 and a list if some feature is still not shown."""
    for found in games:
        path = write(found, root, game)
        size = path.stat().st_size
        say(f"{path}: {size} bytes", file=path, bytes=size)
    lacking = [feature for feature, count in counted(game, root, catalog).items() if not count]
    for feature in lacking:
        say(f"not shown: {feature}", not_shown=feature)
    raise SystemExit(1 if lacking else 0)
