"""`nightledger games`: all games of an installation, before a release takes over."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import IO, TypeVar

import click
import msgspec
from rich.console import Console
from rich.progress import track

from domain.catalog import Catalog
from domain.release import Checked, Difference, Digest, check_log, digests, digests_at
from service.bootstrap import open_store, store_at
from service.recorder import NoDatabase
from service.rule_files import RuleFiles
from service.settings import Settings
from service.store import Store

T = TypeVar("T")

SHOWN = 20
"""How many differing games of a group are told one by one."""


@click.group("games")
def command() -> None:
    """All games of an installation. Nothing is written to them.

    Example: nightledger games digest --out digests.jsonl
    """


@command.command("digest")
@click.option("--out", type=click.File("wb"), required=True, help="A file for one JSON line a digest.")
@click.option("--samples", default=5, show_default=True, help="Versions of a closed game besides the last.")
def digest(out: IO[bytes], samples: int) -> None:
    """Write digests of table, pending decisions and legal actions: of running games now, of closed ones at samples.

    Example: nightledger games digest --out digests.jsonl
    """
    store = open_store(Settings.from_env(os.environ))
    catalog = _catalog(store)
    count = 0
    for game_id in _with_progress(store.games(), "Digesting"):
        for found in digests(store.entries(game_id), catalog, samples):
            out.write(msgspec.json.encode(found) + b"\n")
            count += 1
    store.close()
    click.echo(f"{count} digests")


@command.command("check-release")
@click.argument("database", metavar="OLD-DB")
@click.option("--digests", "file", type=click.File("rb"), help="What `games digest` of the old program wrote.")
@click.option("--secret", type=click.Path(exists=True, dir_okay=False, path_type=Path), help="The installation's.")
@click.option("--moved", is_flag=True, help="Tell too which commands later rules numbers would decide otherwise.")
def check_release(database: str, file: IO[bytes] | None, secret: Path | None, moved: bool) -> None:
    """Decide every command stored in OLD-DB (a file or a URL) again with this program, under its game's rules number.

    What comes is compared with what is stored, and tables with the digests. Exit 1 if anything differs. Run it on a
    copy; the secret is that of the home folder if none is named.

    Example: nightledger games check-release /backup/events.sqlite --digests digests.jsonl
    """
    store = _old_store(database, secret or Settings.from_env(os.environ).secret_path)
    catalog = _catalog(store)
    report = Report(catalog)
    for game_id in _with_progress(store.games(), "Deciding again"):
        report.add(game_id, _checked(store, catalog, game_id, moved=moved))
    differing = list(_differing_tables(store, catalog, file)) if file is not None else []
    store.close()
    for line in (*report.lines(), *differing):
        click.echo(line)
    if report.differs or differing:
        raise SystemExit(1)


class Report:
    """What was found, game by game, told by rules numbers."""

    def __init__(self, catalog: Catalog) -> None:
        self._catalog = catalog
        self._checked: dict[tuple[str, int], list[tuple[str, Checked]]] = {}

    @property
    def differs(self) -> bool:
        """Whether any game comes out otherwise than it is stored."""
        return any(checked.differs for group in self._checked.values() for _, checked in group)

    def add(self, game_id: str, checked: Checked) -> None:
        """Take in one game."""
        self._checked.setdefault((checked.game, checked.rules), []).append((game_id, checked))

    def lines(self) -> Iterator[str]:
        """The report: for each game and rules number how many games differ, and how; then what later numbers change."""
        for (game, rules), group in sorted(self._checked.items()):
            differing = [(game_id, checked.differs) for game_id, checked in group if checked.differs]
            unkept = sum(not checked.kept for _, checked in group)
            decided = sum(checked.decided for _, checked in group)
            told = f"{game}, rules {rules}: {len(group)} games, {decided} commands, {len(differing)} games differ"
            yield told + (f", {unkept} under rules no longer kept" if unkept else "")
            yield from _differing(differing)
            yield from self._moved(game, group)

    def _moved(self, game: str, group: Sequence[tuple[str, Checked]]) -> Iterator[str]:
        for change in self._catalog[game].changes if game in self._catalog else ():
            found = [(i, (checked.moved[change.number],)) for i, checked in group if change.number in checked.moved]
            if found:
                ids = ", ".join(change.rules) or "no rule named"
                yield f"  rules {change.number} ({ids}: {change.what}) would decide {len(found)} games otherwise"
                yield from _differing(found)


def _differing(games: Sequence[tuple[str, Sequence[Difference]]]) -> Iterator[str]:
    for game_id, differs in games[:SHOWN]:
        first = differs[0]
        more = f" (and {len(differs) - 1} more commands)" if len(differs) > 1 else ""
        who = f"{first.verb} of {first.seat}" if first.seat else first.verb
        yield f"  {game_id}, version {first.version}, {who}, under rules {first.rules}: {first.reason}{more}"
    if len(games) > SHOWN:
        yield f"  and {len(games) - SHOWN} more games"


def _old_store(place: str, secret: Path) -> Store:
    if not place.startswith("postgresql://") and not Path(place).is_file():
        raise click.ClickException(f"there is no file {place}")
    try:
        store = store_at(place, secret)
    except NoDatabase as error:
        raise click.ClickException(str(error)) from None
    if not store.is_ready():
        raise click.ClickException(f"{place} holds no event store")
    return store


def _checked(store: Store, catalog: Catalog, game_id: str, *, moved: bool) -> Checked:
    reserved = store.reservation(game_id)
    assert reserved is not None, f"{game_id} has no seed"
    return check_log(store.entries(game_id), reserved.seed, catalog, moved=moved)


def _differing_tables(store: Store, catalog: Catalog, file: IO[bytes]) -> Iterator[str]:
    """The digests that this program does not make any more."""
    known: dict[str, list[Digest]] = {}
    for line in file:
        found = msgspec.json.decode(line, type=Digest)
        known.setdefault(found.id, []).append(found)
    for game_id, old in _with_progress(list(known.items()), "Comparing tables"):
        entries = store.entries(game_id)
        new = {found.version: found for found in digests_at(entries, catalog, {one.version for one in old})}
        for one in old:
            now = new.get(one.version)
            parts = [part for part in ("table", "pending", "legal") if getattr(one, part) != getattr(now, part, None)]
            if parts:
                yield f"{game_id}, version {one.version}: other {', '.join(parts)}"


def _catalog(store: Store) -> Catalog:
    return Catalog(Settings.from_env(os.environ).extra_games, find=RuleFiles(store).text)


def _with_progress(items: Sequence[T], label: str) -> Iterable[T]:
    console = Console(stderr=True)
    return track(items, label, console=console) if console.is_terminal else items
