"""`nightledger db`: the state of an installation."""

from __future__ import annotations

import os
from pathlib import Path

import click

from service.cli._parts.telling import say
from service.settings import Settings


@click.group("db")
def command() -> None:
    """Prepare the database.

    Example: nightledger db init
    """


@command.command("init")
def init() -> None:
    """Make the home folder, the secret and the relations, as far as they are missing. Harmless to repeat.

    Example: NIGHTLEDGER_HOME=/srv/nightledger nightledger db init
    """
    from service.databases import prepare

    settings = Settings.from_env(os.environ)
    try:
        prepare(settings)
    except OSError as error:
        raise click.ClickException(f"{settings.home}: {error.strerror}") from None


@command.command("upgrade")
def upgrade() -> None:
    """Let this release store its events: migrate the schema, and raise the event catalogue's number.

    All migrations that are missing are carried out in one transaction, or none. From then on processes of older
    releases read and do not write: run it when all of them are to be replaced.

    Example: nightledger db upgrade
    """
    from service.databases import init_database, open_store
    from service.errors import ServiceError

    settings = Settings.from_env(os.environ)
    try:
        init_database(settings)
        store = open_store(settings)
        before, now = store.upgrade()
        store.close()
    except ServiceError as error:
        raise click.ClickException(error.reason) from None
    line = f"event catalogue {now}" if before == now else f"event catalogue {before} raised to {now}"
    say(line, catalogue=now, before=before)


@command.command("due")
def due() -> None:
    """Have every running game looked at once for what is due in it, should the relation that says so be wrong.

    The clock and the reminders do that while everything goes on.

    Example: nightledger db due
    """
    from service.databases import checked_store
    from service.games.timing.due import look_at_all

    store = checked_store(Settings.from_env(os.environ))
    looked_at = look_at_all(store)
    store.close()
    say(f"{looked_at} running games are looked at", games=looked_at)


@command.command("backup")
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
def backup(folder: Path) -> None:
    """Copy an installation on SQLite into FOLDER, which must not exist yet; it may go on meanwhile.

    Copied are the events with accounts and texts (events.sqlite), the secret, the outbox (outbox.sqlite: who was told
    of what) and the folders of card sets (cards) and data files (data). What is derived from the events is left out:
    `nightledger db init` with the copy as NIGHTLEDGER_HOME makes it anew.

    Whoever has events and secret can read every running game: keep them as safe as the installation itself.

    Example: nightledger db backup /backup/today
    """
    from service.store.backup import BackupError, back_up

    try:
        copied = list(back_up(Settings.from_env(os.environ), folder))
    except BackupError as error:
        raise click.ClickException(str(error)) from None
    for file in map(click.format_filename, copied):
        say(file, file=file)
