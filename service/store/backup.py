"""A copy of an installation that goes on meanwhile."""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from service.durable import settle
from service.secret import SECRET_BYTES, secret_in
from service.settings import Settings, SettingsError
from service.store.event_store import SECRET
from service.store.own_files import CARDS, DATA
from service.store.relations import installation
from service.store.vault import Vault


class BackupError(Exception):
    """Why there is no copy, in one line for the operator."""


def back_up(settings: Settings, folder: Path) -> Iterator[Path]:
    """Copy what cannot be made anew into a new folder: each file written; `BackupError` when it cannot be done.

    The events come last, so that no other file knows of anything that the copy of the log has not got yet. What is
    derived from the log is left out. The folder gets its name when all is in it and on the disk, and the secret is that
    of the events: before that it is `FOLDER.part`, of which nothing stays where the copy is broken off.
    """
    if settings.database_url is not None:
        raise BackupError("the events lie in PostgreSQL: use pg_dump, and copy `secret`, `cards` and `data`")
    if not settings.events_path.exists():
        raise BackupError(f"{settings.events_path} is not there")
    if folder.exists():
        raise BackupError(f"{folder} is there already: name a new folder")
    part = folder.with_name(f"{folder.name}.part")
    try:
        with _removed_unless_whole(part):
            for file in _copied(settings, part):
                yield folder / file.name
            _check(settings, part)
            _settle(part)
            part.rename(folder)
        settle(folder.parent)
    except FileExistsError:
        raise BackupError(f"{part} is there already: remove what is left of a copy that was broken off") from None
    except (OSError, sqlite3.Error) as error:
        raise BackupError(f"{folder}: {error}") from None


@contextmanager
def _removed_unless_whole(part: Path) -> Iterator[None]:
    part.mkdir(mode=0o700, parents=True)
    try:
        yield
    except BaseException:
        shutil.rmtree(part)
        raise


def _check(settings: Settings, folder: Path) -> None:
    """`BackupError` for a copy that nobody could go on with: its events were made with another secret, or there are
    none."""
    try:
        mark = Vault(secret_in(folder / settings.secret_path.name)).mark
    except SettingsError:
        kind = f"secret of {SECRET_BYTES} bytes in hex"
        raise BackupError(f"{settings.secret_path} holds no {kind}: bring it back from where it is kept") from None
    copy = (folder / settings.events_path.name).absolute().as_uri()
    with closing(sqlite3.connect(f"{copy}?mode=ro&immutable=1", uri=True)) as events:
        if not events.execute(_HAS_STORE).fetchone():
            raise BackupError(f"{settings.events_path} holds no event store")
        if any(value != mark for (value,) in events.execute(_MARK)):
            raise BackupError(f"{settings.secret_path} is not the secret that {settings.events_path} was made with")


_HAS_STORE = f"SELECT 1 FROM sqlite_master WHERE name = '{installation.name}'"

_MARK = f"SELECT value FROM {installation.name} WHERE key = '{SECRET}'"


def _settle(folder: Path) -> None:
    """Have all that is in a folder on the disk."""
    for path in folder.rglob("*"):
        if path.is_file():
            with path.open("rb") as file:
                os.fsync(file.fileno())
        elif path.is_dir():
            settle(path)
    settle(folder)


def _copied(settings: Settings, folder: Path) -> Iterator[Path]:
    """Each file, and each folder of files, once it is copied."""
    yield _copy_secret(settings.secret_path, folder)
    for own in (settings.home / name for name in (CARDS, DATA)):
        if own.is_dir():
            yield Path(shutil.copytree(own, folder / own.name, ignore=_HIDDEN))
    others = {*settings.home.glob("*.sqlite")} - {settings.projections_path, settings.events_path}
    for file in (*sorted(others), settings.events_path):
        yield _copy_database(file, folder / file.name)


_HIDDEN = shutil.ignore_patterns(".*")
"""What is no data file: an editor's lock may be a link to nowhere."""


def _copy_secret(secret: Path, folder: Path) -> Path:
    copy = folder / secret.name
    with open(os.open(copy, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        file.write(secret.read_text())
    return copy


def _copy_database(file: Path, copy: Path) -> Path:
    """SQLite's own way, which sees one state of the file whoever writes meanwhile."""
    with (
        closing(sqlite3.connect(f"{file.as_uri()}?mode=ro", uri=True)) as source,
        closing(sqlite3.connect(copy)) as made,
    ):
        source.backup(made)
    return copy
