"""What `nightledger games` does with seeds that are shared: games opened so, and what a partner is told and keeps."""

from __future__ import annotations

import json

import click

from domain.contract.game import to_json
from domain.log.canon import Json
from service.cli._parts.installation import account_named, installation
from service.cli._parts.telling import say, say_document


@click.command("partner")
def partner() -> None:
    """What another installation puts into its NIGHTLEDGER_SEED_PARTNERS: the address and public key of this one.

    Example: nightledger games partner
    """
    with installation() as services:
        url, key = services.settings.public_url, services.signer.keys()[0].key
        say(f"{url}+{key}", url=url, key=key)


@click.command("open")
@click.argument("game")
@click.option("--account", required=True, help="The name of who opens the game.")
@click.option("--seat", "seats", multiple=True, required=True, help="`me`, `open`, `ai:LEVEL` or a name; repeatable.")
@click.option("--shared-seed", is_flag=True, help="The first of NIGHTLEDGER_SEED_PARTNERS shares the seed.")
def open_game(game: str, account: str, seats: tuple[str, ...], shared_seed: bool) -> None:
    """Open a game for an account: prints its id.

    Example: nightledger games open nightfall --account marie --seat me --seat ai:greedy --shared-seed
    """
    from service.games.shapes import NewGame

    with installation() as services:
        holder = account_named(services, account)
        new = NewGame(game, [_wanted(seat) for seat in seats], shared_seed=shared_seed)
        opened = services.ledger.open_game(holder, new)
        say(opened, game=opened)


@click.command("shares")
@click.argument("game")
def shares(game: str) -> None:
    """What this installation keeps as the partner of a game elsewhere: shares given, and questions that it refused.

    Example: nightledger games shares 6f9619ff-8b86-4d11-b42d-00cf4fc964ff
    """
    with installation() as services:
        say_document(json.dumps(to_json(services.shared_seeds.shown(game)), indent=2))


def _wanted(seat: str) -> Json:
    """A seat as the ledger is told of it."""
    if seat == "open":
        return {"open": True}
    level = seat.removeprefix("ai:")
    return {"account": seat} if level == seat else {"ai": level}
