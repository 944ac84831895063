"""`nightledger data`: whether a game's data fit together, and the weights of a search, which are data too."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from domain.contract.facets.data_files import DataFiles, check_data
from domain.contract.facets.exercised import Exercised
from domain.contract.facets.searched import Searched
from domain.contract.facets.tunable import Tunable
from domain.contract.game import Game, Json
from service.cli._parts.games import game_named, installed_catalog, parse_options
from service.cli._parts.telling import say
from service.installed import catalog_of
from service.settings import Settings
from service.store.own_files import lay, place_of

USUAL: list[tuple[int, Mapping[str, Json]]] = [(seats, {}) for seats in (2, 2, 3, 4)]
"""How many seats the games have in turn, with the options that are usual."""

NAME = re.compile(r"(?!built-in$)[a-z0-9]+(-[a-z0-9]+)*")
"""What a card set is called."""

TEST = 5
"""Every fifth game is not fitted to, but says how well the others tell its winner."""


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
    faults = check_data(game_named(installed_catalog(), game), None if file is None else file.read_bytes())
    for fault in faults:
        say(fault, fault=fault)
    if faults:
        raise SystemExit(1)
    say(f"{file or game}: the data agree with themselves", data=file or game, agree=True)


@command.command("install")
@click.argument("game_id", metavar="GAME")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--name", default="printed", show_default=True, help="Of a card set of Nightfall, as games ask for it.")
def install(game_id: str, file: Path, name: str) -> None:
    """Have new games of GAME played with the data in FILE, if they agree with themselves; exit 1 and a line for each
    fault if not.

    FILE is copied into the home folder, to data/GAME.toml or cards/NAME.toml, and counts when the service is started
    again. Games that were begun go on with what they were begun with.

    Example: nightledger data install darkness darkness.toml
    """
    settings = Settings.from_env(os.environ)
    game, raw = game_named(catalog_of(settings), game_id), file.read_bytes()
    if not isinstance(game, DataFiles):
        raise click.BadParameter("this game is played with no data file", param_hint="GAME")
    if not NAME.fullmatch(name):
        raise click.BadParameter("a name is of small letters, digits and hyphens", param_hint="--name")
    if faults := check_data(game, raw):
        for fault in faults:
            say(fault, fault=fault)
        raise SystemExit(1)
    place = place_of(settings.home, game, name)
    lay(place, raw)
    say(f"{place}: new games are played with it when the service is started again", file=str(place), game=game_id)


@command.command("tune")
@click.argument("game_id", metavar="GAME")
@click.option("--games", type=click.IntRange(2), default=2000, show_default=True)
@click.option("--seed", default="tune", show_default=True, help="Any text; the same one gives the same weights.")
@click.option("--forms", "by_form", is_flag=True, help="The forms of the game in turn, in place of the usual one.")
@click.option("--penalty", default=1e-4, show_default=True, help="On weights far from the prior: more for few games.")
def tune(game_id: str, games: int, seed: str, by_form: bool, penalty: float) -> None:
    """Print a data file of weights: what it is worth to have each thing that a search counts at its horizon.

    Greedy seats that each like other cards play the games, so that what won is told from what they all buy. Weights are
    drawn to the `prior` of the data file there is, which is printed again: what was held of them before. Without one
    they are drawn to 0.

    Example: nightledger data tune nightfall --games 2000 > domain/games/nightfall/bot/value.toml
    """
    from domain.bots.fitting import Position, fit, positions, surprise

    game = game_named(installed_catalog(), game_id)
    if not isinstance(game, Searched):
        raise click.BadParameter("this game is not searched", param_hint="GAME")
    fitted: list[Position] = []
    kept: list[Position] = []
    forms = _forms(game) if by_form else USUAL
    for number in range(games):
        seats, options = forms[number % len(forms)]
        played = positions(game, options, seats, f"{seed}/{number}".encode())
        (kept if number % TEST == 0 else fitted).extend(played)
    weights = fit(fitted, penalty, game.prior)
    loss, before, blind = (surprise(kept, one) for one in (weights, game.prior, {}))
    by_prior = f"by the prior by {before:.4f}, " if game.prior else ""
    lines = [
        f"# nightledger data tune {game_id} --games {games} --seed {seed} --penalty {penalty:g}{' --forms' * by_form}",
        f"# {len(fitted)} positions; of {len(kept)} others the winner surprises by {loss:.4f},",
        f"# {by_prior}without weights by {blind:.4f} (mean logarithmic loss)",
        *(["\n[prior]", *_told(game.prior)] if game.prior else []),
        "\n[weights]",
        *_told(weights),
    ]
    say("\n".join(lines), positions=len(fitted), loss=loss, without_weights=blind, weights=weights)


@command.command("tune-ratings")
@click.argument("game_id", metavar="GAME")
@click.option(
    "--seats",
    type=click.IntRange(1),
    default=2,
    show_default=True,
    help="At each table, one of them with the candidate.",
)
@click.option("--options", "options_json", multiple=True, default=["{}"], help="The game's, as JSON; several in turn.")
@click.option("--goal", is_flag=True, help="All seats have the candidate, and games count that come to their goal.")
@click.option(
    "--generations",
    type=click.IntRange(1),
    default=40,
    show_default=True,
    help="Of candidates, each from the best of the last.",
)
@click.option("--games", type=click.IntRange(1), default=300, show_default=True, help="That each candidate plays.")
@click.option(
    "--last",
    type=click.IntRange(1),
    default=2000,
    show_default=True,
    help="Games of a last match, which tells how good they are.",
)
@click.option("--seed", default="tune", show_default=True, help="Any text; the same one gives the same weights.")
def tune_ratings(
    game_id: str, seats: int, options_json: Sequence[str], goal: bool, generations: int, games: int, last: int,
    seed: str,
) -> None:  # fmt: skip
    """Print a data file of weights that greedy seats go by, found by matches against those of the file there is.

    At its head stands how many games seats with the new weights have won in a last match of others, beside what is
    fair; for each generation a line goes to the standard error. With `--goal`, which games want that all play
    together, there stands how many of these games came to their goal, and how many with the weights before.

    Example: nightledger data tune-ratings nightfall > domain/games/nightfall/bot/ratings.toml
    """
    from domain.bots.tuning import Progress, Tables, tune, worth

    game = game_named(installed_catalog(), game_id)
    if not isinstance(game, Tunable):
        raise click.BadParameter("the ratings of this game do not go by weights", param_hint="GAME")
    tables = Tables(seats, [parse_options(one) for one in options_json], goal)
    measured = "of the games came to their goal" if goal else "times what is fair"

    def told(progress: Progress) -> None:
        click.echo(f"generation {progress.generation}: {progress.worth:.2f} {measured}", err=True)

    before = game.rating_weights
    weights = tune(game, tables, generations, games, seed, told)
    found, was = (worth(game, one, [before], tables, last, f"{seed}/last".encode()) for one in (weights, before))
    result = f"In {last} games against the weights before it was won {found:.2f} times what is fair."
    if goal:
        result = f"Of {last} other games {found:.1%} came to their goal, by the weights before {was:.1%}."
    asked = "".join(f" --options '{one}'" for one in options_json if one != "{}")
    lines = [
        f"# nightledger data tune-ratings {game_id} --seats {seats} --generations {generations} --games {games} "
        f"--seed {seed}{' --goal' * goal}{asked}",
        f"# {result}",
        "\n[weights]",
        *(f'"{name}" = {weight:.2f}' for name, weight in weights.items()),
    ]
    say("\n".join(lines), weights=weights, worth=found)


def _told(weights: Mapping[str, float]) -> list[str]:
    """A line of the data file for each."""
    return [f'"{name}" = {weight:.3f}' for name, weight in weights.items()]


def _forms(game: Game[Any]) -> list[tuple[int, Mapping[str, Json]]]:
    return list(game.forms()) if isinstance(game, Exercised) else USUAL
