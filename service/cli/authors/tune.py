"""`nightledger tune`: the weights of the value of a table, fitted to games that bots play."""

from __future__ import annotations

import os

import click

from domain.bots.fitting import Position, fit, positions, surprise
from domain.contract.facets.searched import Searched
from service.installed import catalog_of
from service.settings import Settings

SEATS = (2, 2, 3, 4)
"""How many seats the games have in turn."""

TEST = 5
"""Every fifth game is not fitted to, but says how well the others tell its winner."""


@click.command("tune")
@click.argument("game_id", metavar="GAME")
@click.option("--games", default=2000, show_default=True)
@click.option("--seed", default="tune", show_default=True, help="Any text; the same one gives the same weights.")
def command(game_id: str, games: int, seed: str) -> None:
    """Print a data file of weights: what it is worth to have each thing that a search counts at its horizon.

    Greedy seats that each like other cards play the games, so that what won is told from what they all buy.

    Example: nightledger tune nightfall --games 2000 > domain/games/nightfall/bot/value.toml
    """
    game = catalog_of(Settings.from_env(os.environ)).get(game_id)
    if not isinstance(game, Searched):
        raise click.BadParameter("this game is not searched", param_hint="GAME")
    fitted: list[Position] = []
    kept: list[Position] = []
    for number in range(games):
        seats = SEATS[number % len(SEATS)]
        played = positions(game, {}, seats, f"{seed}/{number}".encode())
        (kept if number % TEST == 0 else fitted).extend(played)
    weights = fit(fitted)
    click.echo(f"# nightledger tune {game_id} --games {games} --seed {seed}")
    loss, blind = surprise(kept, weights), surprise(kept, dict.fromkeys(weights, 0.0))
    click.echo(f"# {len(fitted)} positions; of {len(kept)} others the winner surprises by {loss:.4f},")
    click.echo(f"# without weights by {blind:.4f} (mean logarithmic loss)")
    click.echo("\n[weights]")
    for name, weight in weights.items():
        click.echo(f'"{name}" = {weight:.3f}')
