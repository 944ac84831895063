"""`nightledger operate`: an operator's verb, from the machine itself."""

from __future__ import annotations

import click

from service.cli._parts.installation import installation
from service.cli._parts.telling import say


def _read_places(context: click.Context, parameter: click.Parameter, values: tuple[str, ...]) -> dict[str, int] | None:
    places = {}
    for value in values:
        seat, _, place = value.partition("=")
        if not place.isdecimal():
            raise click.BadParameter(f"{value!r} is not SEAT=PLACE")
        places[seat] = int(place)
    return places or None


@click.command("operate")
@click.argument("game")
@click.argument("verb")
@click.option("--reason", required=True, help="In words that all may read.")
@click.option(
    "--to", type=int, help="A version, a rules number, an instant (seconds UTC) or seconds, as the verb asks."
)
@click.option("--seat", help="The seat that changes hands, or whose clock is meant.")
@click.option("--account", help="The name of who takes the seat.")
@click.option("--level", help="Or the level of an AI.")
@click.option("--place", "places", multiple=True, metavar="SEAT=PLACE", callback=_read_places, help="Repeatable.")
def command(
    game: str,
    verb: str,
    reason: str,
    to: int | None,
    seat: str | None,
    account: str | None,
    level: str | None,
    places: dict[str, int] | None,
) -> None:
    """Do to a game what operators may: take-back, replace, move-rules, adjudicate, void, pause, resume, extend,
    bring-forward.

    Unlike an operator's account it may act in every game, whoever plays there; log, result page and audit tell of it.

    Example: nightledger operate 6f9619ff-8b86-4d11-b42d-00cf4fc964ff void --reason "the tables were mixed up"
    """
    from service.games.shapes import OperatorAct

    with installation() as services:
        done = services.corrections.operate(None, game, OperatorAct(verb, reason, to, seat, account, level, places))
    told = done.game
    say(
        f"{verb}: the game is {told.status}, at version {told.version}",
        verb=verb,
        game=game,
        status=told.status,
        version=told.version,
    )
