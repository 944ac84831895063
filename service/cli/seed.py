"""`nightledger seed`: seeds that are shared with other installations."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager

import click

from domain.contract.game import to_json
from domain.log.canon import Json
from service.bootstrap import Services, build
from service.errors import ServiceError
from service.games.shapes import NewGame
from service.settings import Settings


@contextmanager
def _services() -> Iterator[Services]:
    """The services of the installation; what they refuse ends the command with a sentence."""
    services = build(Settings.from_env(os.environ))
    try:
        yield services
    except ServiceError as error:
        raise click.ClickException(error.reason) from None
    finally:
        services.close()


@click.group("seed")
def command() -> None:
    """Games whose seed is shared with another installation, so that no operator alone knows what will be drawn.

    Example: nightledger seed key
    """


@command.command("key")
def key() -> None:
    """What the other installation puts into its NIGHTLEDGER_SEED_PARTNERS: this one's address and public key.

    Example: nightledger seed key
    """
    with _services() as services:
        click.echo(f"{services.settings.public_url}+{services.signer.keys()[0].key}")


@command.command("open")
@click.argument("game")
@click.option("--account", required=True, help="The name of who opens the game.")
@click.option("--seat", "seats", multiple=True, required=True, help="`me`, `open`, `ai:LEVEL` or a name; repeatable.")
def open_game(game: str, account: str, seats: tuple[str, ...]) -> None:
    """Open a game whose seed the first of NIGHTLEDGER_SEED_PARTNERS shares: prints its id.

    Example: nightledger seed open nightfall --account marie --seat me --seat ai:greedy
    """
    with _services() as services:
        holder = services.accounts.by_name(account)
        if holder is None:
            raise click.ClickException(f"there is no account {account!r}")
        new = NewGame(game, [_wanted(seat) for seat in seats], shared_seed=True)
        click.echo(services.ledger.open_game(holder.id, new))


@command.command("show")
@click.argument("game")
def show(game: str) -> None:
    """What this installation keeps as the partner of a game elsewhere: shares given, and questions that it refused.

    Example: nightledger seed show 6f9619ff-8b86-4d11-b42d-00cf4fc964ff
    """
    with _services() as services:
        click.echo(json.dumps(to_json(services.shared_seeds.shown(game)), indent=2))


def _wanted(seat: str) -> Json:
    """A seat as the ledger is told of it."""
    if seat == "open":
        return {"open": True}
    level = seat.removeprefix("ai:")
    return {"account": seat} if level == seat else {"ai": level}
