"""`nightledger bench`: what the parts cost, one JSON line a figure."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time
from typing import TYPE_CHECKING, Any

import click

from domain.bots.levels import LEVELS
from domain.bots.simulation import play, play_logged
from domain.contract.chance import Stream
from domain.contract.facets.searched import Searched
from domain.contract.game import Action, Game, State
from domain.contract.quantities import whole
from service.cli._parts.games import game_named, installed_catalog

if TYPE_CHECKING:
    from service.store.recorder import Recorder

BUDGET = 2.0
"""CPU seconds that one run measures."""

RUNS = 5

FOLDER = click.Path(file_okay=False, path_type=Path)


def _known(ctx: click.Context, param: click.Parameter, value: str) -> str:
    game_named(installed_catalog(), value)
    return value


GAME = click.option("--game", default="nightfall", show_default=True, callback=_known)


@click.group("bench")
def command() -> None:
    """Measure a part; the best of five runs, in CPU seconds of this process.

    Example: nightledger bench engine
    """


@command.command("engine")
@GAME
@click.option("--seats", type=click.IntRange(1), default=4, show_default=True)
@click.option("--seconds", default=BUDGET, show_default=True, help="CPU seconds of one run.")
def engine(game: str, seats: int, seconds: float) -> None:
    """Random play: legal actions, advance and folding; then the same with the log written.

    Example: nightledger bench engine --game nightfall --seats 4
    """
    catalog = installed_catalog()
    played = catalog[game]
    ids = [f"s{n}" for n in range(1, seats + 1)]

    def bare(key: bytes) -> int:
        return play(played, {}, ids, key, dict.fromkeys(ids, any_legal)).decisions

    def recorded(key: bytes) -> int:
        levels = dict.fromkeys(ids, "random")
        log = play_logged(catalog, "bench", game, {}, ids, key, dict.fromkeys(ids, any_legal), levels)
        return log.table.command

    _report("engine", best(bare, seconds), "decisions_per_second", "games_per_second")
    _report("engine", best(recorded, seconds, RUNS), "decisions_per_second_recorded", "games_per_second_recorded")


@command.command("replay")
@GAME
@click.option("--seats", type=click.IntRange(1), default=4, show_default=True)
@click.option("--every", type=click.IntRange(1), default=200, show_default=True, help="Events between snapshots.")
def replay(game: str, seats: int, every: int) -> None:
    """Loading stored games from SQLite and folding them, and tables in the past of a long one.

    Example: nightledger bench replay --every 100
    """
    from service.dev.bench.replay import measure

    measure(installed_catalog(), game, seats, every)


@command.command("store")
@GAME
@click.option("--seats", type=click.IntRange(1), default=4, show_default=True)
@click.option("--database", metavar="URL", help="An empty PostgreSQL database; a SQLite file of its own if left out.")
@click.option("--postgres", is_flag=True, help="A PostgreSQL server of its own, which comes with the tests.")
def store(game: str, seats: int, database: str | None, postgres: bool) -> None:
    """Commits of commands with 1, 10 and 200 events, by the wall's clock, and bytes an event.

    In PostgreSQL also the moves that 1, 8 and 32 writers commit in a second, beside bare inserts of the same rows.

    Example: nightledger bench store --postgres
    """
    from service.dev.bench.store import measure, measure_postgres
    from service.store.recorder import NoDatabase

    catalog = installed_catalog()
    try:
        with ExitStack() as opened:
            url = opened.enter_context(_own_postgres()) if postgres else database
            if url is None:
                measure(catalog, game, seats)
            else:
                measure_postgres(catalog, game, seats, url, _empty_postgres(url))
    except (ImportError, NoDatabase) as error:
        raise click.ClickException(str(error)) from None


@command.command("projections")
@GAME
@click.option("--seats", type=click.IntRange(1), default=4, show_default=True)
@click.option("--postgres", is_flag=True, help="A PostgreSQL server of its own, which comes with the tests.")
def projections(game: str, seats: int, postgres: bool) -> None:
    """Read models that follow a log, and that are made anew from it.

    Example: nightledger bench projections
    """
    from service.dev.bench.projections import measure

    catalog = installed_catalog()
    try:
        with ExitStack() as opened:
            recorder = _empty_postgres(opened.enter_context(_own_postgres())) if postgres else None
            measure(catalog, game, seats, recorder)
    except ImportError as error:
        raise click.ClickException(str(error)) from None


@command.command("orders")
@GAME
@click.option("--seats", type=click.IntRange(1), default=4, show_default=True)
@click.option("--games", type=click.IntRange(1), default=50, show_default=True)
@click.option("--ai", "level", type=click.Choice(tuple(LEVELS)), default="greedy", show_default=True)
@click.option("--planning", is_flag=True, help="Also with conditional answers, of seats that look ahead.")
@click.option(
    "--first",
    type=click.IntRange(0),
    default=0,
    show_default=True,
    help="The number of the first game: others are other games.",
)
def orders(game: str, seats: int, games: int, level: str, planning: bool, first: int) -> None:
    """How often people are needed in a game, with and without the standing orders that it suggests.

    Example: nightledger bench orders --games 20 --ai random
    """
    from service.dev.bench.orders import measure

    numbers = range(first, first + games)
    measure(installed_catalog()[game], seats, numbers, level, planning=planning)


@command.command("search")
@GAME
@click.option("--seats", type=click.IntRange(1), default=2, show_default=True)
@click.option("--seconds", default=BUDGET, show_default=True, help="CPU seconds of each figure.")
def search(game: str, seats: int, seconds: float) -> None:
    """Worlds, playouts and the answers in them (nodes), a CPU second.

    Example: nightledger bench search --game nightfall --seats 4
    """
    from service.dev.bench.search import measure

    played = installed_catalog()[game]
    if not isinstance(played, Searched):
        raise click.BadParameter("this game is not searched", param_hint="--game")
    measure(played, seats, seconds)


@command.command("league")
@GAME
def league(game: str) -> None:
    """Pairing 64 and 256 entrants, standings of 10,000 games, and ratings beside openskill alone.

    Example: nightledger bench league
    """
    from service.dev.bench.league import measure

    measure(installed_catalog(), game)


@command.command("api")
@click.option("--requests", type=click.IntRange(1), default=1000, show_default=True, help="Moves of each run.")
def api(requests: int) -> None:
    """Moves through a web server of its own with 1, 8 and 16 clients, beside a bare route that commits one row.

    Example: nightledger bench api --requests 300
    """
    try:
        from service.dev.bench.api import measure
    except ImportError as error:
        raise click.ClickException(f"install nightledger[test] ({error})") from None
    measure(requests)


@command.command("crowd")
@click.option(
    "--requests",
    type=click.IntRange(1),
    default=500,
    show_default=True,
    help="Moves with the crowd, and as many without.",
)
def crowd(requests: int) -> None:
    """Moves among 200 half-sent requests, 400 streams and 100 long polls, beside moves without them.

    Example: nightledger bench crowd --requests 100
    """
    try:
        from service.dev.bench.crowd import measure
    except ImportError as error:
        raise click.ClickException(f"install nightledger[test] ({error})") from None
    measure(requests)


@command.command("growth")
@click.option("--games", default="1000,10000,100000", show_default=True, metavar="N,...", help="How many games.")
@click.option("--folder", type=FOLDER, help="Where the installations are kept, to be measured again or to grow on.")
@click.option("--postgres", is_flag=True, help="In PostgreSQL servers of their own, which come with the tests.")
def growth(games: str, folder: Path | None, postgres: bool) -> None:
    """Moves, lists, steps of the processes, starts and memory in installations of so many running games each.

    The games are copies of a dozen under ids of their own, and a sample of them is audited. A larger installation
    begins as a copy of a smaller one that is kept in the folder.

    Example: nightledger bench growth --games 1000,10000 --folder grown
    """
    try:
        from service.dev.bench.growth import Unsound, measure
    except ImportError as error:
        raise click.ClickException(f"install nightledger[test] ({error})") from None
    sizes = [whole(one) for one in games.split(",")]
    if not all(sizes):
        raise click.BadParameter("numbers of games, separated by commas", param_hint="--games")
    try:
        with TemporaryDirectory(prefix="nightledger-bench-") as thrown_away:
            measure([size for size in sizes if size], folder or Path(thrown_away), postgres=postgres)
    except Unsound as error:
        raise click.ClickException(str(error)) from None


def _own_postgres() -> AbstractContextManager[str]:
    from service.dev.bench.writers import own_server

    return own_server()


def _empty_postgres(url: str) -> Recorder:
    from service.store.postgres.recorder import PostgresRecorder

    recorder = PostgresRecorder(url)
    if recorder.has("installation"):
        raise click.ClickException("this database holds a store already: give an empty one")
    return recorder


def any_legal(game: Game[Any], state: State, seat: str, rng: Stream) -> Action:
    """A random answer out of the listed legal actions, or a sampled one where the list is not complete."""
    legal = game.legal(state, seat)
    return rng.choice(legal.actions) if legal.complete else game.sample(state, seat, rng)


def best(game: Callable[[bytes], int], seconds: float, runs: int = RUNS) -> tuple[float, float]:
    """Decisions and games per CPU second, the best of several runs of `seconds` each."""
    return max(_run(game, seconds, keys) for keys in [_keys(run) for run in range(runs)])


def _run(game: Callable[[bytes], int], seconds: float, keys: Iterator[bytes]) -> tuple[float, float]:
    decisions = games = 0
    begun = process_time()
    while (spent := process_time() - begun) < seconds:
        decisions += game(next(keys))
        games += 1
    return decisions / spent, games / spent


def _keys(run: int) -> Iterator[bytes]:
    number = 0
    while True:
        yield f"bench/{run}/{number}".encode()
        number += 1


def _report(bench: str, values: tuple[float, float], *metrics: str) -> None:
    for metric, value in zip(metrics, values, strict=True):
        click.echo(json.dumps({"bench": bench, "metric": metric, "value": round(value, 1), "unit": "1/s"}))
