"""`nightledger messages`: the catalogues of a game that lies outside the program."""

from __future__ import annotations

from pathlib import Path

import click

from domain.games.catalog import GAMES
from service.cli._parts.games import game_named, installed_catalog
from service.cli._parts.telling import say


@click.command("messages")
@click.argument("game_id", metavar="GAME")
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
def command(game_id: str, folder: Path) -> None:
    """Bring the catalogues of GAME in FOLDER, a file `LANGUAGE.po` each, up to what its pages say.

    FOLDER is `po` beside the module of the game, in its sources. New messages come without a translation, those that
    are gone are taken out, all others keep theirs.

    Example: nightledger messages oh-hell examples/oh_hell/nightledger_oh_hell/po
    """
    from service.dev.messages import catalogues_in, untranslated, write

    if game_id in GAMES:
        raise click.BadParameter("make messages writes those of the program's own games", param_hint="GAME")
    for file, language, messages in catalogues_in(folder, game_named(installed_catalog(), game_id)):
        catalog = write(file, language, messages)
        missing = untranslated(catalog)
        says = f"{file}: {len(catalog)} messages, {missing} without a translation"
        say(says, file=str(file), messages=len(catalog), untranslated=missing)
