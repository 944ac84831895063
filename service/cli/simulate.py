"""`nightledger simulate`: whole games of bots, in process."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import click

from domain.bots import LEVELS, player
from domain.bots.simulation import play, play_logged
from domain.contract.game import Game, Outcome, Refused
from domain.games.catalog import Catalog
from domain.log.gameid import FORM, is_game_id
from domain.records.export import export
from service.cli._parts.games import check_levels, game_named, installed_catalog, parse_options
from service.cli._parts.progress import tracked
from service.cli._parts.telling import say
from service.dev.forms_page import lines, rows


@dataclass
class Tally:
    """What has been played: games by level and place, decisions, games without an end."""

    wins: Counter[str] = field(default_factory=Counter)
    seats: Counter[str] = field(default_factory=Counter)
    decisions: int = 0
    games: int = 0
    void: int = 0

    def count(self, outcome: Outcome | None, decisions: int, levels: dict[str, str]) -> None:
        self.games += 1
        self.decisions += decisions
        self.seats.update(levels.values())
        if outcome is None:
            self.void += 1
        else:
            self.wins.update(levels[seat] for seat in winners(outcome, levels))

    def as_json(self, seconds: float) -> dict[str, Any]:
        return {
            "games": self.games,
            "void": self.void,
            "decisions": self.decisions,
            "wins": dict(self.wins),
            "seats": dict(self.seats),
            "decisions_per_second": round(self.decisions / seconds, 1),
            "games_per_second": round(self.games / seconds, 2),
        }


def winners(outcome: Outcome, seats: Iterable[str]) -> list[str]:
    """The seats that won: those in first place, or all of a co-operative game that was won."""
    if outcome.places is None:
        return list(seats) if outcome.won else []
    return [seat for seat, place in outcome.places.items() if place == 1]


@click.command("simulate")
@click.argument("game_id", metavar="GAME")
@click.option("--seats", type=int, help="How many seats; as many as --ai names if left out.")
@click.option(
    "--ai", default="random", show_default=True, help=f"Levels, in seat order, repeated: {', '.join(LEVELS)}."
)
@click.option("--games", type=click.IntRange(1), default=100, show_default=True)
@click.option("--seed", default="1", show_default=True, help="Any text; the same one gives the same games.")
@click.option("--options", "options_json", default="{}", show_default=True, help="The game's options, as JSON.")
@click.option("--records", type=click.Path(file_okay=False, path_type=Path), help="A folder for one record a game.")
@click.option("--forms", "by_form", is_flag=True, help="So many games in each form of the game and at each level.")
def command(
    game_id: str,
    seats: int | None,
    ai: str,
    games: int,
    seed: str,
    options_json: str,
    records: Path | None,
    by_form: bool,
) -> None:
    """Play whole games with bots at every seat; wins per level, decisions and games a second.

    With `--forms` a table of Markdown: each form of the game (of those that have the --options, and so many --seats) at
    each --ai level.

    Example: nightledger simulate nightfall --seats 4 --ai greedy,random --games 50 --records games/
    """
    catalog = installed_catalog()
    game = game_named(catalog, game_id)
    levels = seat_levels(ai, seats, game)
    options = parse_options(options_json)
    if by_form:
        for line in lines(list(rows(game, ai.split(","), games, seed, options, seats))):
            say(line, row=line)
        return
    try:
        game.check_options(options, list(levels))
    except Refused as refused:
        raise click.ClickException(refused.reason) from None
    if records is not None:
        if not is_game_id(f"{game_id}-{seed}-{games}"):
            raise click.BadParameter(f"records have it in their ids, and an id is {FORM}", param_hint="--seed")
        records.mkdir(parents=True, exist_ok=True)
    tally, began = Tally(), time.process_time()
    for number in tracked(range(games), games, "Playing"):
        key = f"{seed}/{number}".encode()
        if records is None:
            _play(game, options, levels, key, tally)
        else:
            _record(catalog, game_id, options, levels, key, records / f"{game_id}-{seed}-{number}.json", tally)
    _print(tally.as_json(max(time.process_time() - began, 1e-9)))


def seat_levels(ai: str, seats: int | None, game: Game[Any]) -> dict[str, str]:
    """Seat -> level, the named levels repeated round the table."""
    named = ai.split(",")
    check_levels(named)
    count = seats or max(len(named), game.seat_range[0])
    return {f"s{n + 1}": named[n % len(named)] for n in range(count)}


def _play(game: Game[Any], options: dict[str, Any], levels: dict[str, str], key: bytes, tally: Tally) -> None:
    played = play(game, options, list(levels), key, {seat: player(level) for seat, level in levels.items()})
    tally.count(played.outcome, played.decisions, levels)


def _record(
    catalog: Catalog,
    game_id: str,
    options: dict[str, Any],
    levels: dict[str, str],
    key: bytes,
    file: Path,
    tally: Tally,
) -> None:
    players = {seat: player(level) for seat, level in levels.items()}
    log = play_logged(catalog, file.stem, game_id, options, list(levels), key, players, levels)
    names = {seat: f"{level} {seat}" for seat, level in levels.items()}
    file.write_bytes(export(log.table, log.entries, names, ()).encode())
    tally.count(log.table.result, log.table.command - len(levels) - 2, levels)


def _print(result: dict[str, Any]) -> None:
    lines = [f"{result['games']} games, {result['decisions']} decisions, {result['void']} without an end"]
    for level, seats in sorted(result["seats"].items()):
        won = result["wins"].get(level, 0)
        lines.append(f"{level}: {won} wins from {seats} seats ({100 * won / seats:.1f} %)")
    lines.append(f"{result['decisions_per_second']} decisions/s, {result['games_per_second']} games/s of CPU")
    say("\n".join(lines), **result)
