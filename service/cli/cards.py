"""`nightledger cards`: card sets, into which an owner of the box may enter what is printed."""

from __future__ import annotations

from pathlib import Path

import click

from domain.games.nightfall.data import read_catalogue
from domain.games.nightfall.data_check import problems


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
    faults = [f"{file}: {problem}" for file in files for problem in problems(file.read_bytes())]
    for fault in faults:
        click.echo(fault)
    if faults:
        raise SystemExit(1)
    for file in files:
        click.echo(_told(file))


def _told(file: Path) -> str:
    catalogue = read_catalogue(file.read_bytes())
    sources = [source for entry in catalogue.source["card"] for source in entry["provenance"].values()]
    guessed = sources.count("reconstructed")
    told = f"{len(catalogue.cards)} cards, {guessed} of {len(sources)} values reconstructed"
    return f"{file}: fit to play with, {told}, SHA-256 {catalogue.sha256}"
