"""`nightledger league`: a whole league of AIs, played by real workers; the logs of leagues and series as files."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event
from time import monotonic
from typing import TYPE_CHECKING, Any

import click

from domain.audit.aggregates import Document
from domain.bots.levels import LEVELS
from domain.contract.chance import Stream, joined
from domain.league.plan import DIVISION_NAMES
from service.cli._parts.games import parse_options
from service.cli._parts.installation import installation
from service.cli._parts.progress import bar
from service.cli._parts.recompute import command as recompute
from service.cli._parts.standings import command as standings
from service.cli._parts.telling import say, say_document, wants_json
from service.errors import ServiceError

if TYPE_CHECKING:
    from service.bootstrap import Services
    from service.dev.league_simulation import SimulatedLeague

TICK = 0.25
"""Seconds between two looks at how far it is."""

STILL_SECONDS = 300.0
"""After so long without a result something is wrong."""


@click.group("league")
def command() -> None:
    """A league of AIs, to see that everything holds; leagues and series as files; published tournaments.

    Example: nightledger league simulate --players 28 --divisions 4 --seasons 3
    """


@command.command("simulate")
@click.option("--game", default="nightfall", show_default=True)
@click.option("--players", type=click.IntRange(2, 400), default=28, show_default=True)
@click.option("--divisions", type=click.IntRange(1, len(DIVISION_NAMES)), default=4, show_default=True)
@click.option("--seasons", type=click.IntRange(1, 20), default=3, show_default=True)
@click.option("--ai", "level", type=click.Choice(list(LEVELS)), default="random", show_default=True)
@click.option("--seats", type=click.IntRange(2, 12), default=4, show_default=True, help="At a table.")
@click.option("--final", type=click.IntRange(1), help="An Apocalypse final up to so many wounds in each division.")
@click.option("--options", "options_json", default="{}", show_default=True, help="The game's options, as JSON.")
@click.option("--workers", type=click.IntRange(1, 16), default=2, show_default=True)
@click.option("--seed", help="Any text: the same one gives the same league. Without it each is another.")
@click.option("--home", type=click.Path(file_okay=False, path_type=Path), help="Keep the installation in this folder.")
def simulate(
    game: str,
    players: int,
    divisions: int,
    seasons: int,
    level: str,
    seats: int,
    final: int | None,
    options_json: str,
    workers: int,
    seed: str | None,
    home: Path | None,
) -> None:
    """Play a league of AIs in an installation of its own, through dispatcher and workers, and examine the outcome.

    Exit 1 if promotions are wrong, or standings are not what the results make.

    Example: nightledger league simulate --players 28 --divisions 4 --seasons 3 --ai random
    """
    from service.dev.league_simulation import Shape, SimulatedLeague
    from service.dev.throwaway import NotReady, installation

    if players < 2 * divisions:
        raise click.BadParameter("a division has at least two players", param_hint="--divisions")
    shape = Shape(game, players, divisions, level, seats, final, options=parse_options(options_json))
    began = monotonic()
    try:
        with _folder(home) as folder, installation(folder, workers, _entropy(seed)) as services:
            league = SimulatedLeague(services, shape)
            tables = sum(_play_season(league, number, seasons) for number in range(1, seasons + 1))
            told = {"tables": tables, "seconds": round(monotonic() - began, 1), "faults": league.faults()}
            _print(told | league.outcome())
    except (NotReady, ServiceError) as error:
        raise click.ClickException(str(error)) from None
    if told["faults"]:
        raise SystemExit(1)


def _play_season(league: SimulatedLeague, number: int, seasons: int) -> int:
    """Wait until the workers have played a season: how many tables that were."""
    from service.dev.throwaway import NotReady

    league.begin_season()
    tick, last, news = Event(), 0, monotonic()
    with bar() as progress:
        task = progress.add_task(f"Season {number} of {seasons}", total=None)
        while True:
            finished, tables, over = league.progress()
            progress.update(task, completed=finished, total=tables or None)
            if over:
                break
            if finished != last:
                last, news = finished, monotonic()
            if monotonic() - news > STILL_SECONDS:
                raise NotReady(f"season {number}: no result for {STILL_SECONDS:.0f} seconds")
            tick.wait(TICK)
    if not wants_json():
        click.echo(f"season {number} of {seasons}: {tables} tables played")
    return tables


@contextmanager
def _folder(home: Path | None) -> Iterator[Path]:
    """The folder of the installation; one of its own is thrown away afterwards."""
    if home is not None:
        yield home
        return
    folder = Path(tempfile.mkdtemp(prefix="nl-"))
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _entropy(seed: str | None) -> Callable[[int], bytes]:
    return os.urandom if seed is None else Stream(joined("nightledger/simulated-league/1", seed)).random_bytes


def _print(told: dict[str, Any]) -> None:
    lines = [
        f"{stage}: " + ", ".join(f"{rank}. {entrant} ({points})" for rank, entrant, points in places)
        for stage, places in told["standings"].items()
    ]
    lines.append(f"{told['tables']} tables in {told['seconds']} s")
    lines += [f"wrong: {fault}" for fault in told["faults"]]
    if not told["faults"]:
        lines.append("promotions are right, and every table of standings is what its results make")
    say("\n".join(lines), **told)


@command.command("export")
@click.argument("log_id", metavar="ID")
@click.option("--trf", "stage", metavar="STAGE", help="A stage of the league as FIDE's report file instead: 1/A/1.")
def export(log_id: str, stage: str | None) -> None:
    """Print the log of a league, or of a series, as one document, for `nightledger audit`.

    With --trf a stage at tables of two comes as a tournament report file, for `nightledger league recompute` and other
    programs: season, division and number of the stage.

    Example: nightledger league export 2f9c0d0e-8f1e-4b53-9b07-0d1a4c1d2b7e > league.json
    """
    with installation() as services:
        if stage is not None:
            say_document(services.league_views.report_file(log_id, f"{log_id}/{stage}"))
        else:
            click.echo(_document(services, log_id).encode())


command.add_command(recompute)
command.add_command(standings)


def _document(services: Services, log_id: str) -> Document:
    if services.series.is_series(log_id):
        return services.series.document(log_id, operator=True)
    return services.league_views.document(log_id)
