"""`nightledger arena`: matches of AI levels, with intervals, that can be broken off and gone on with."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from functools import partial
from pathlib import Path
from time import process_time
from typing import Any

import click

from domain.bots import player
from domain.bots.arena import Match, Tally, shown_elo, shown_share, tally
from domain.bots.player import AT_TABLES
from domain.bots.simulation import play
from domain.contract.chance import Seeded, Stream
from domain.contract.facets.searched import Searched
from domain.contract.facets.seating import ranked
from domain.contract.facets.tunable import Tunable
from domain.contract.game import Action, Game, Refused, State
from service.cli._parts.games import game_named, installed_catalog, parse_options
from service.cli._parts.telling import say
from service.cli.authors.arena.results import Terms, note, read

WEIGHTS = click.Path(exists=True, dir_okay=False, path_type=Path)


@click.command("arena")
@click.argument("game_id", metavar="GAME")
@click.option("--levels", default="search,greedy", show_default=True, help="Two levels: the first against the second.")
@click.option("--seats", type=int, help="How many seats; as few as the game is played with if left out.")
@click.option("--games", type=click.IntRange(1), default=100, show_default=True, help="So many games at most.")
@click.option("--seed", default="arena", show_default=True, help="Any text; the same one gives the same games.")
@click.option("--options", "options_json", default="{}", show_default=True, help="The game's options, as JSON.")
@click.option("--playouts", type=int, help="Playouts for a choice of a level that thinks ahead.")
@click.option("--bar", type=float, help="Stop when the share of games won is surely above, or below, so many per cent.")
@click.option("--goal", is_flag=True, help="All seats have the first level, and a game is won by its goal.")
@click.option("--value", type=WEIGHTS, help="A file of weights by which the first level values tables: `data tune`.")
@click.option("--ratings", type=WEIGHTS, help="A file of weights by which it rates answers: `data tune-ratings`.")
@click.option("--results", type=click.Path(dir_okay=False, path_type=Path), help="A file to go on with, a line a game.")
def command(
    game_id: str,
    levels: str,
    seats: int | None,
    games: int,
    seed: str,
    options_json: str,
    playouts: int | None,
    bar: float | None,
    goal: bool,
    value: Path | None,
    ratings: Path | None,
    results: Path | None,
) -> None:
    """Play one level at one seat, which goes round the table, against another at all other seats.

    Besides the levels that are offered there is `seeing`, a twin of `search` that sees all hands and decks. The first
    level thinks ahead also in a game that does not offer that.

    Games in which the seats alone have changed are played with the same luck. Where all seats play together the first
    level has them all, and the second is not needed; with `--goal` it has them all in other games, too, and a game is
    won when it comes to the end that it is played for, whoever wins by that. Prints the share of games won with its
    95 % interval, and the difference in Elo. A match that is stopped by `--bar` was looked at with 99 % intervals, from
    the twentieth game on.

    Example: nightledger arena nightfall --levels search,greedy --seats 2 --games 400 --bar 70 --results match.jsonl
    """
    game = _game(game_id)
    named = _levels(levels)
    if goal and not isinstance(game, Searched):
        raise click.BadParameter("nobody looks ahead in this game, so that it does not say", param_hint="--goal")
    terms = Terms(
        game_id, seats or game.seat_range[0], list(named), parse_options(options_json), seed, playouts, goal,
        _weights(value), _weights(ratings),
    )  # fmt: skip
    own = _by_weights(game, terms)
    together = _plays_together(game, terms)
    match = Match(terms.seats, *named, together=goal or together)
    won = read(results, terms)
    begun = process_time()
    for number in range(len(won), games):
        if bar is not None and tally(won).clears(bar / 100) is not None:
            break
        won.append(_won(game, own, match, terms, number, by_goal=goal and not together))
        note(results, {"game": number, "won": won[-1]})
    _print(tally(won), match, bar, process_time() - begun)


def _game(game_id: str) -> Game[Any]:
    return game_named(installed_catalog(), game_id)


def _levels(text: str) -> tuple[str, str]:
    match text.split(","):
        case [first, second] if first in AT_TABLES and second in AT_TABLES:
            return first, second
    raise click.BadParameter(f"two of {', '.join(AT_TABLES)}", param_hint="--levels")


def _plays_together(game: Game[Any], terms: Terms) -> bool:
    """Whether the seats play together, asked of the beginning of a game."""
    ids = [f"s{n}" for n in range(1, terms.seats + 1)]
    try:
        return not ranked(game, game.setup(terms.options, ids, Seeded(b"")).state)
    except Refused as refused:
        raise click.ClickException(refused.reason) from None


def _weights(file: Path | None) -> dict[str, float]:
    if file is None:
        return {}
    try:
        return {name: float(weight) for name, weight in tomllib.loads(file.read_text("utf-8"))["weights"].items()}
    except (ValueError, KeyError, AttributeError, TypeError):
        raise click.ClickException(f"{file}: no data file of weights, as `nightledger data tune` prints it") from None


def _by_weights(game: Game[Any], terms: Terms) -> Game[Any]:
    """The game as the first level looks at it, which may go by other weights than those of the data files, and thinks
    ahead also where that is not offered."""
    if terms.ratings:
        if not isinstance(game, Tunable) or terms.ratings.keys() != game.rating_weights.keys():
            raise click.BadParameter("the ratings of this game go by other weights", param_hint="--ratings")
        game = game.rated_by(terms.ratings)
    if terms.value:
        if not isinstance(game, Searched):
            raise click.BadParameter("nobody looks ahead in this game", param_hint="--value")
        game = game.valued_by(terms.value)
    return game.thinking() if isinstance(game, Searched) else game


def _as_seen(
    seen: Game[Any], choose: Callable[[Game[Any], State, str, Stream], Action], game: Game[Any], state: State,
    seat: str, rng: Stream,
) -> Action:  # fmt: skip
    """The answer of a seat that looks at a game as another one."""
    return choose(seen, state, seat, rng)


def _won(game: Game[Any], own: Game[Any], match: Match, terms: Terms, number: int, *, by_goal: bool) -> bool:
    levels = match.levels(number)
    key = f"{terms.seed}/{match.deal(number)}".encode()
    players = {seat: player(level, terms.playouts) for seat, level in levels.items()}
    players |= {seat: partial(_as_seen, own, players[seat]) for seat in match.own(number)}
    played = play(game, terms.options, list(levels), key, players)
    if by_goal:
        return isinstance(game, Searched) and game.is_over(played.state) and game.is_reached(played.state)
    return match.won(number, played.outcome)


def _print(found: Tally, match: Match, bar: float | None, seconds: float) -> None:
    share = shown_share(found)
    points = None if match.together else shown_elo(found, match.seats)
    who = f"{match.level} at all" if match.together else f"{match.level} against {match.against},"
    lines = [f"{who} {match.seats} seats: {share}"]
    if points is not None:
        lines.append(f"Elo: {points}")
    clears = None if bar is None else found.clears(bar / 100)
    if bar is not None:
        verdict = {True: "above", False: "below", None: "not told from"}[clears]
        lines.append(f"{verdict} {bar:g} %")
    lines.append(f"{seconds:.1f} s of CPU")
    parts = {"level": match.level, "against": match.against, "seats": match.seats, "share": share}
    say("\n".join(lines), **parts, elo=points, clears=clears, seconds=seconds)
