"""`nightledger puzzle`: positions of played games in which one answer is far better than all others."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click
import yaml

from domain.contract.game import Action, Refused, to_json
from domain.contract.quantities import whole
from domain.games.catalog import Catalog
from domain.lessons.playing import Playing
from domain.lessons.puzzle import Puzzle, Verdict, posed, puzzles_of, verdict
from domain.records.export import BadRecord, read
from service.cli._parts.games import game_named, games_named, installed_catalog
from service.cli._parts.telling import say
from service.games.shapes.answers import Decision
from service.language.catalogues import SOURCE, TRANSLATED
from service.language.names import Names

MOST = 200
"""How many answers are listed."""


@click.group("puzzle")
def command() -> None:
    """Puzzles: solve them, list them, make them of games that were played.

    Example: nightledger puzzle solve nightfall
    """


@command.command("list")
@click.argument("games", nargs=-1)
def list_puzzles(games: tuple[str, ...]) -> None:
    """The puzzles of GAMES, or of all games.

    Example: nightledger puzzle list nightfall
    """
    for puzzle in (one for game in games_named(installed_catalog(), games) for one in puzzles_of(game)):
        say(f"{puzzle.game} {puzzle.id}", game=puzzle.game, id=puzzle.id)


@command.command("solve")
@click.argument("game")
@click.argument("name", required=False)
@click.option("--answer", help="The answer, as its number or as JSON; asked for if left out.")
@click.option("--language", type=click.Choice([SOURCE, *TRANSLATED]), default=SOURCE, show_default=True)
def solve(game: str, name: str | None, answer: str | None, language: str) -> None:
    """Show a puzzle of GAME, the first one if NAME is left out, and say what the answer is worth; exit 1 unless it is
    the best.

    Example: nightledger puzzle solve nightfall
    """
    catalog = installed_catalog()
    puzzle = _puzzle(catalog, game, name)
    playing = posed(catalog, puzzle)
    listed = playing.table.game.legal(playing.table.state, puzzle.lesson.learner, MOST).actions
    _show(playing, puzzle, listed, language)
    try:
        action = _read(playing, answer or click.prompt("Your answer", prompt_suffix="> "), listed)
        found = verdict(playing, puzzle, action)
    except Refused as refused:
        raise click.ClickException(refused.reason) from None
    say(_said(found), is_best=found.is_best, value=found.value, best=found.best)
    if not found.is_best:
        raise SystemExit(1)


@command.command("extract")
@click.argument("records", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--out", required=True, type=click.Path(file_okay=False, path_type=Path), help="A folder for the files.")
@click.option("--seed", default="puzzle", show_default=True, help="Any text; the same one gives the same puzzles.")
@click.option(
    "--playouts", type=click.IntRange(1), default=256, show_default=True, help="How many for each of the best answers."
)
@click.option("--last", type=click.IntRange(1), help="Only so many decisions of each game, its last ones.")
def extract_from(records: tuple[Path, ...], out: Path, seed: str, playouts: int, last: int | None) -> None:
    """Write a file for each decision of RECORDS, of closed games, in which one answer is far better than all others.

    All answers are played on to the end of the game a few times, the better ones more often.

    Example: nightledger puzzle extract games/*.json --out puzzles
    """
    from domain.mirror.puzzles import Terms, extract

    terms = Terms(seed, playouts, last)
    out.mkdir(parents=True, exist_ok=True)
    for path in records:
        try:
            record = read(path.read_bytes())
            found = extract(record.entries(), installed_catalog().with_files(record.files), terms)
            for number, text in enumerate(found, 1):
                file = out / f"{path.stem}-{number}.yaml"
                file.write_text(text, "utf-8")
                say(str(file), file=str(file))
        except BadRecord as bad:
            raise click.ClickException(f"{path}: {bad}") from None


def _puzzle(catalog: Catalog, game: str, name: str | None) -> Puzzle:
    known = {one.id: one for one in puzzles_of(game_named(catalog, game))}
    if not known:
        raise click.BadParameter("it has no puzzles", param_hint="GAME")
    if name is not None and name not in known:
        raise click.BadParameter(f"there are {', '.join(known)}", param_hint="NAME")
    return known[name or next(iter(known))]


def _show(playing: Playing, puzzle: Puzzle, listed: tuple[Action, ...], language: str) -> None:
    table, seat = playing.table, puzzle.lesson.learner
    view = table.game.view(table.state, seat)
    names = Names.of_game(table.game, language)
    click.echo(yaml.safe_dump(view, sort_keys=False, default_flow_style=None), err=True)
    click.echo(names.question(Decision.of(table.pending[seat]), view), err=True)
    for number, action in enumerate(listed, 1):
        click.echo(f"{number:4} {json.dumps(to_json(action), ensure_ascii=False)}", err=True)


def _read(playing: Playing, answer: str, listed: tuple[Action, ...]) -> Action:
    number = whole(answer)
    if number is not None and 1 <= number <= len(listed):
        return listed[number - 1]
    try:
        raw: Any = json.loads(answer)
    except ValueError:
        raw = None
    if not isinstance(raw, dict):
        raise Refused("malformed", f"a number from 1 to {len(listed)}, or an action as JSON")
    return playing.table.game.parse(raw)


def _said(found: Verdict) -> str:
    best = f"{100 * found.best:.0f} %"
    if found.is_best:
        return f"Right: it wins {best}."
    if found.value is None:
        return f"It was not among the answers that were looked at; the best wins {best}."
    return f"Not the best: it wins {100 * found.value:.0f} %, the best {best}."
