"""`nightledger play`: a game in the terminal, alone or on a server."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

import click
from rich.console import Console

from domain.bots import LEVELS
from domain.games.catalog import Catalog
from service.cli._parts.games import check_levels, parse_options
from service.cli._terminal.alone import Alone
from service.cli._terminal.ends import Wanted
from service.cli._terminal.loop import Terminal
from service.cli._terminal.saves import SHORT, Save, left, named, told
from service.installed import catalog_of
from service.language.catalogues import SOURCE, TRANSLATED, catalogue
from service.settings import TOKEN, Settings


def language_of(environ: Mapping[str, str]) -> str:
    """The language of an environment, as programs find it; English where there is no translation."""
    said = next((environ[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if environ.get(name)), SOURCE)
    wanted = said[:2].lower()
    return wanted if wanted in TRANSLATED else SOURCE


@click.command("play")
@click.argument("game", required=False)
@click.option("--ai", default="greedy", show_default=True, help=f"Levels of the AI seats: {', '.join(LEVELS)}.")
@click.option(
    "--people", type=click.IntRange(1), default=1, show_default=True, help="Seats of people, before the AI seats."
)
@click.option("--options", "options_json", default="{}", show_default=True, help="The game's options, as JSON.")
@click.option(
    "--language",
    type=click.Choice([SOURCE, *TRANSLATED]),
    default=lambda: language_of(os.environ),
    show_default="that of LANG",
    help="Of all that is said.",
)
@click.option("--server", help="The address of a server to play on; the token is asked for.")
@click.option("--token", envvar=TOKEN, show_envvar=True, help="Of an account there.")
@click.option("--record", "file", type=click.Path(dir_okay=False, path_type=Path), help="Where to keep the record.")
def command(
    game: str | None,
    ai: str,
    people: int,
    options_json: str,
    language: str,
    server: str | None,
    token: str | None,
    file: Path | None,
) -> None:
    """Play a game in the terminal, alone or on a server.

    GAME is a game to begin, or the id of one to go on with; without it those are listed. Answer with the number of what
    there is to do, with words to look for, or with an action as JSON; `h` lists the keys, `q` leaves. A game alone is
    handed round when several people play.

    Example: nightledger play nightfall --ai greedy,greedy
    """
    settings = Settings.from_env(os.environ)
    levels = [level for level in ai.split(",") if level]
    check_levels(levels)
    catalog, options = catalog_of(settings), parse_options(options_json)
    if server is not None:
        _play_on_server(catalog, server.rstrip("/"), token, game, Wanted(game or "", options, people, levels), language)
    elif game is None:
        _list_left(catalog, _folder(settings))
    else:
        end = _alone(catalog, _folder(settings), Wanted(game, options, people, levels), language)
        try:
            Terminal(end, catalog[end.game], language, _console()).play()
            if file is not None:
                file.write_bytes(end.record())
                click.echo(f"The record is in {file}")
        finally:
            end.close()


def _alone(catalog: Catalog, folder: Path, wanted: Wanted, language: str) -> Alone:
    """A game of this terminal: one that begins, or one that was left."""
    words = catalogue(language)
    if wanted.game in catalog:
        return Alone.begin(catalog, folder, wanted, words)
    path = named(folder, wanted.game)
    if path is None:
        there = ", ".join(catalog)
        raise click.BadParameter(f"unknown game; there are {there}, and those that were left", param_hint="GAME")
    save = Save.open(path)
    if save.begun.game not in catalog:
        raise click.ClickException(f"this is a game of {save.begun.game}, which is not installed")
    return Alone(catalog, save, words)


def _list_left(catalog: Catalog, folder: Path) -> None:
    """Print the games that were left, and those that can begin."""
    for path in left(folder):
        click.echo(f"nightledger play {path.name[:SHORT]}  {told(path)}")
    click.echo(f"To begin: nightledger play {' | '.join(catalog)}")


def _play_on_server(
    catalog: Catalog, address: str, token: str | None, game: str | None, wanted: Wanted, language: str
) -> None:
    """Begin a game on a server or go on with one, or print those that can be gone on with."""
    try:
        from service.cli._terminal.served import Served, client_of, own_games
    except ImportError:
        missing = "the client is missing: pip install nightledger_client-*.whl (docs/command-line.md)"
        raise click.ClickException(missing) from None
    client = client_of(address, token or click.prompt("Token", hide_input=True))
    words = catalogue(language)
    if game is None:
        for one in own_games(client):
            click.echo(f"nightledger play --server {address} {one.id}  {one.game}, {one.status}")
        return
    end = Served.begin(client, address, wanted, words) if game in catalog else Served(client, address, game, words)
    played = end.look().game
    if played not in catalog:
        raise click.ClickException(f"this is a game of {played}, which is not installed here")
    Terminal(end, catalog[played], language, _console()).play()


def _folder(settings: Settings) -> Path:
    return settings.home / "terminal"


def _console() -> Console:
    """What is drawn on: without colours where there is no terminal, and with NO_COLOR."""
    return Console(highlight=False, markup=False, emoji=False)
