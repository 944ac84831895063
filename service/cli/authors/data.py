"""`nightledger data`: whether a game's data fit together."""

from __future__ import annotations

import os
from pathlib import Path

import click

from domain.contract.facets.data_files import check_data
from service.installed import catalog_of
from service.settings import Settings


@click.group("data")
def command() -> None:
    """The data that games are played with: tiles, boards, disks, decks, cards.

    Example: nightledger data check darkness
    """


@command.command("check")
@click.argument("game")
@click.argument("file", required=False, type=click.Path(exists=True, dir_okay=False, path_type=Path))
def check(game: str, file: Path | None) -> None:
    """Say whether the data of GAME, or those in FILE, agree with themselves; exit 1 and a line for each fault if not.

    Example: nightledger data check darkness
    """
    catalog = catalog_of(Settings.from_env(os.environ))
    if game not in catalog:
        raise click.BadParameter(f"unknown game; there are {', '.join(catalog)}", param_hint="GAME")
    faults = check_data(catalog[game], None if file is None else file.read_bytes())
    for fault in faults:
        click.echo(fault)
    if faults:
        raise SystemExit(1)
    click.echo(f"{file or game}: the data agree with themselves")
