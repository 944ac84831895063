"""`nightledger cards`: card sets, into which an owner of the box may enter what is printed."""

from __future__ import annotations

from pathlib import Path

import click

from domain.contract.facets.data_files import check_data
from domain.games.catalog import Catalog
from domain.games.nightfall.drawing import told_of_set
from service.cli._parts.telling import say


@click.group("cards")
def command() -> None:
    """Card sets of Nightfall (docs/how-to/add-a-card-set.md).

    Example: nightledger cards check var/cards/printed.toml
    """


@command.command("check")
@click.argument("files", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False, path_type=Path))
def check(files: tuple[Path, ...]) -> None:
    """Say of each of FILES whether games can be played with it; exit 1 and a line for each fault if not.

    Example: nightledger cards check var/cards/printed.toml
    """
    game = Catalog()["nightfall"]
    faults = [f"{file}: {fault}" for file in files for fault in check_data(game, file.read_bytes())]
    for fault in faults:
        say(fault, fault=fault)
    if faults:
        raise SystemExit(1)
    for file in files:
        told = told_of_set(file.read_bytes())
        say(f"{file}: fit to play with, {told}", file=file, told=told)
