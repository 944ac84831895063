"""Opens what an installation keeps: its event store with the secret that it was made with, and its read models."""

from __future__ import annotations

import time
from pathlib import Path

from domain.games.catalog import Catalog
from projections.database import SqliteFile
from projections.read_models import ReadModels
from projections.unavailable import WAIT
from service.home import make_home
from service.installed import catalog_of
from service.notify.post import create_outbox
from service.secret import make_secret, secret_in
from service.settings import DatabaseAway, Settings, SettingsError
from service.store.event_store import Store
from service.store.published.receipts import Signer
from service.store.recorder import NoDatabase, Recorder
from service.store.sqlite import SqliteRecorder


def prepare(settings: Settings) -> None:
    """Make the home folder, the secret, and what is missing of the databases. Harmless to repeat."""
    make_home(settings.home)
    make_secret(settings.secret_path)
    init_database(settings)


def init_database(settings: Settings) -> None:
    """Create what is missing: the tables, and the key that signs receipts. The home folder and the secret are there."""
    store = open_store(settings)
    store.create_schema()
    _check_secret(store, settings)
    Signer(store).make_key(int(time.time()))
    read_models = read_models_of(settings, store, catalog_of(settings))
    read_models.create_schema()
    read_models.database.close()
    create_outbox(settings, store)
    store.close()


def read_models_of(settings: Settings, store: Store, catalog: Catalog) -> ReadModels:
    """The read models of an installation: in the store's database, or in a file of the home folder."""
    file = SqliteFile(settings.projections_path, settings.database_wait)
    return ReadModels(store.beside("read models") or file, store, catalog)


def open_store(settings: Settings) -> Store:
    """The event store of an installation; `SettingsError` without its secret, `DatabaseAway` without its database."""
    if settings.database_url is None:
        return store_at(str(settings.events_path), settings.secret_path, settings.database_wait)
    try:
        return store_at(settings.database_url, settings.secret_path, settings.database_wait)
    except NoDatabase as error:
        raise DatabaseAway(f"NIGHTLEDGER_DATABASE_URL: {error}") from None


def store_at(place: str, secret: Path, wait: float = WAIT) -> Store:
    """The event store in a file or under a `postgresql://` URL, with the file of its secret.

    `wait`: seconds to wait for a connection, or for another writer. `NoDatabase` when there is none under the URL,
    `SettingsError` when there is no secret.
    """
    key = secret_in(secret)
    return Store(_recorder(place, wait), key)


def checked_store(settings: Settings) -> Store:
    """The event store of an installation that is prepared, and of this secret; where there is none, none is made."""
    store = open_store(settings)
    if not (_may_be_there(settings) and store.is_ready()):
        raise SettingsError(f"{settings.database} holds no event store: run `nightledger db init`")
    if store.is_outdated():
        raise SettingsError(f"{settings.database} is as an earlier release has left it: run `nightledger db upgrade`")
    _check_secret(store, settings)
    return store


def _may_be_there(settings: Settings) -> bool:
    """Whether there is a file in which the store may lie, or a server: SQLite makes a file by looking into it."""
    return settings.database_url is not None or settings.events_path.exists()


def _check_secret(store: Store, settings: Settings) -> None:
    if not store.is_of_this_secret():
        raise SettingsError(
            f"{settings.secret_path} is not the secret that {settings.database} was made with: copy it from there"
        )


def _recorder(place: str, wait: float) -> Recorder:
    if not place.startswith("postgresql://"):
        return SqliteRecorder(Path(place), wait)
    try:
        from service.store.postgres.recorder import PostgresRecorder
    except ImportError as error:
        raise NoDatabase(f"install nightledger[postgres] ({error})") from None
    return PostgresRecorder(place, wait)
