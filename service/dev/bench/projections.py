"""How fast the read models follow the log, and how long it takes to make them anew."""

from __future__ import annotations

import time
from functools import partial

from sqlalchemy import MetaData, Table, insert

from domain.games.catalog import Catalog
from projections.columns import integer, number_key, words
from projections.database import Database, SqliteFile
from projections.follow import BATCH
from projections.read_models import ReadModels
from service.dev.bench.figures import empty_store, milliseconds, played_games, tell
from service.store.event_store import Store
from service.store.recorder import Recorder

EVENTS = 20_000

BARE = Table("bare_events", MetaData(), number_key("position"), words("game"), words("type"), integer("version"))

_ADD = insert(BARE)


def measure(catalog: Catalog, game: str, seats: int, recorder: Recorder | None = None) -> None:
    """Events a second by the wall's clock, of all read models together, of a bare loop, and of each made anew; in a
    SQLite file, or in the database of a recorder. Of all together those of a second of CPU as well, whatever else is
    done."""
    logs = played_games(catalog, game, seats, EVENTS)
    with empty_store(recorder) as (store, folder):
        for log in logs:
            store.append([(log.id, 0, log.entries)])
        database = store.beside("read models") or SqliteFile(folder / "projections.sqlite")
        models = ReadModels(database, store, catalog)
        models.create_schema()
        began = time.process_time()
        seconds = milliseconds(lambda: models.follower.catch_up(seconds=600)) / 1000
        tell("projections", "follow", store.position() / seconds, "events/s")
        tell("projections", "follow_per_cpu", store.position() / (time.process_time() - began), "events/CPU s")
        seconds = milliseconds(lambda: _apply_batches(database, store)) / 1000
        tell("projections", "bare_loop", store.position() / seconds, "events/s")
        for name in models.rebuilder.names:
            spent = milliseconds(partial(models.rebuilder.rebuild, name, _unseen)) / 1000
            tell("projections", f"rebuild_{name}", store.position() / spent, "events/s")
        models.database.close()


def _apply_batches(database: Database, store: Store) -> None:
    """Read the log in batches, and write a row for each event, a transaction for each batch."""
    with database.writing() as db:
        database.create(db, BARE)
    reached = 0
    while batch := store.notifications(reached, BATCH):
        rows = [
            {"position": position, "game": game, "type": entry.label.type, "version": entry.label.version}
            for position, game, entry in batch
            if entry is not None
        ]
        with database.writing() as db:
            db.executemany(_ADD, rows)
        reached = batch[-1][0]


def _unseen(position: int) -> None:
    """Nobody watches the progress."""
