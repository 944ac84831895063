"""How fast the read models follow the log, and how long it takes to make them anew."""

from __future__ import annotations

import time
from functools import partial

from domain.games.catalog import Catalog
from projections.database import SqliteFile
from projections.read_models import ReadModels
from service.dev.bench.figures import empty_store, milliseconds, played_games, tell
from service.store.recorder import Recorder

EVENTS = 20_000


def measure(catalog: Catalog, game: str, seats: int, recorder: Recorder | None = None) -> None:
    """Events a second by the wall's clock, of all read models together and of each made anew; in a SQLite file, or in
    the database of a recorder. Of all together those of a second of CPU as well, whatever else is done."""
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
        for name in models.rebuilder.names:
            spent = milliseconds(partial(models.rebuilder.rebuild, name, _unseen)) / 1000
            tell("projections", f"rebuild_{name}", store.position() / spent, "events/s")
        models.database.close()


def _unseen(position: int) -> None:
    """Nobody watches the progress."""
