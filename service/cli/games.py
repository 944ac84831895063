"""`nightledger games`: the games of an installation, before a release takes over and where a seed is shared."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import IO, TYPE_CHECKING

import click
import msgspec

from domain.audit.release_check import Digest
from domain.games.catalog import Catalog
from domain.records.export import BadRecord
from service.cli._parts.progress import tracked
from service.cli._parts.shared_seeds import open_game, partner, shares
from service.cli._parts.telling import say
from service.installed import games_beside
from service.settings import Settings

if TYPE_CHECKING:
    from service.dev.release_check import Games

PROCESSES = click.option(
    "--processes",
    type=click.IntRange(1),
    default=lambda: os.cpu_count() or 1,
    show_default="one a core",
    help="How many share the work.",
)


@click.group("games")
def command() -> None:
    """The games of an installation. Nothing is written to those that are there.

    Example: nightledger games digest --out digests.jsonl
    """


for shared in (partner, open_game, shares):
    command.add_command(shared)


@command.command("digest")
@click.option("--out", type=click.File("wb"), required=True, help="A file for one JSON line a digest.")
@click.option(
    "--samples",
    type=click.IntRange(0),
    default=5,
    show_default=True,
    help="Versions of a closed game besides the last.",
)
@PROCESSES
def digest(out: IO[bytes], samples: int, processes: int) -> None:
    """Write digests of table, pending decisions and legal actions: of running games now, of closed ones at samples.

    Example: nightledger games digest --out digests.jsonl
    """
    settings = Settings.from_env(os.environ)
    place = settings.database_url or str(settings.events_path)
    games = _games(place, settings.secret_path, settings, processes)
    ids, count = games.ids(), 0
    out.write(b"")  # click opens the file at the first write, and it is wanted without a game too
    for found in tracked(games.digests(ids, samples), len(ids), "Digesting"):
        out.writelines(msgspec.json.encode(one) + b"\n" for one in found)
        count += len(found)
    say(f"{count} digests", digests=count)


@command.command("check-release")
@click.argument("database", metavar="OLD-DB")
@click.option("--digests", "file", type=click.File("rb"), help="What `games digest` of the old program wrote.")
@click.option("--secret", type=click.Path(exists=True, dir_okay=False, path_type=Path), help="The installation's.")
@click.option("--moved", is_flag=True, help="Tell too which commands later rules numbers would decide otherwise.")
@PROCESSES
def check_release(database: str, file: IO[bytes] | None, secret: Path | None, moved: bool, processes: int) -> None:
    """Decide every command stored in OLD-DB (a file or a URL) again with this program, under its game's rules number.

    What comes is compared with what is stored, and tables with the digests. Exit 1 if anything differs. Run it on a
    copy; the secret is that of the home folder if none is named.

    Example: nightledger games check-release /backup/events.sqlite --digests digests.jsonl
    """
    from service.dev.release_check import Report

    settings = Settings.from_env(os.environ)
    old = None if file is None else _digests(file)
    games = _games(database, secret or settings.secret_path, settings, processes)
    report, ids = Report(Catalog(games.extra)), games.ids()
    for game_id, checked in tracked(games.check(ids, moved=moved), len(ids), "Deciding again"):
        report.add(game_id, checked)
    differing = list(_differing_tables(games, old)) if old is not None else []
    for line in (*report.lines(), *differing):
        say(line, told=line)
    if report.differs or differing:
        raise SystemExit(1)


def _games(place: str, secret: Path, settings: Settings, processes: int) -> Games:
    """The games of a store that is there."""
    from service.databases import store_at
    from service.dev.release_check import Games
    from service.store.recorder import NoDatabase

    if not place.startswith("postgresql://") and not Path(place).is_file():
        raise click.ClickException(f"there is no file {place}")
    try:
        store = store_at(place, secret)
    except NoDatabase as error:
        raise click.ClickException(str(error)) from None
    ready = store.is_ready()
    store.close()
    if not ready:
        raise click.ClickException(f"{place} holds no event store")
    return Games(place, secret, games_beside(settings), processes)


def _digests(file: IO[bytes]) -> list[Digest]:
    """What `games digest` has written; `BadRecord` names the line that it has not."""
    found = []
    for number, line in enumerate(file, 1):
        try:
            found.append(msgspec.json.decode(line, type=Digest))
        except msgspec.DecodeError as error:
            raise BadRecord(f"{file.name}: line {number} is no digest: {error}") from None
    return found


def _differing_tables(games: Games, old: Sequence[Digest]) -> Iterator[str]:
    """The digests that this program does not make any more."""
    count = len({one.id for one in old})
    for told in tracked(games.compare(old), count, "Comparing tables"):
        yield from told
