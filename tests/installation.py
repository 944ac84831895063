"""An installation of its own for a test: SQLite files in a folder, or a database, with pig among its games."""

import shutil
from collections.abc import Callable
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from projections.database import SqliteFile
from projections.read_models import ReadModels
from service.bootstrap import Services, build
from service.databases import init_database, open_store
from service.installed import catalog_of
from service.notify.post import create_outbox
from service.operation.secret import make_secret
from service.settings import Settings
from service.store.sqlite import SqliteRecorder

GAMES = ",".join(
    [
        "pig=tests.pigs.pig:PIG",
        "thinking-pig=tests.pigs.thinking_pig:ThinkingPig",
        "talking-pig=tests.pigs.talking_pig:TalkingPig",
        "searched-pig=tests.pigs.searched_pig:SearchedPig",
    ]
)


UNLIMITED = {"NIGHTLEDGER_REQUESTS_PER_MINUTE": "0"}
"""A test asks more in a second than a person in an hour."""


def settings_of(home: Path, **environ: str) -> Settings:
    """The settings of an installation in this folder."""
    return Settings.from_env({"NIGHTLEDGER_HOME": str(home), "NIGHTLEDGER_EXTRA_GAMES": GAMES, **UNLIMITED, **environ})


def prepare(home: Path, **environ: str) -> Settings:
    """The settings of a fresh installation whose database is there."""
    settings = settings_of(home, **environ)
    home.mkdir(exist_ok=True)
    make_secret(settings.secret_path)
    if settings.database_url is None and not settings.events_path.exists():
        shutil.copytree(_prepared(), home, dirs_exist_ok=True)
    init_database(settings)
    return settings


@cache
def _prepared() -> Path:
    """A folder of databases with their schemas and nothing in them, that each test may copy: to make them takes long.

    The secret and what is made with it is each installation's own.
    """
    made = settings_of(Path(_FOLDER.name) / "made")
    made.home.mkdir()
    make_secret(made.secret_path)
    recorder = SqliteRecorder(made.events_path)
    recorder.migrate()
    recorder.close()
    store = open_store(made)
    read_models = ReadModels(SqliteFile(made.projections_path), store, catalog_of(made))
    read_models.create_schema()
    read_models.database.close()
    create_outbox(made, store)
    store.close()
    made.secret_path.unlink()
    return made.home


_FOLDER = TemporaryDirectory(prefix="nightledger-schema-")


def install(home: Path, clock: Callable[[], int] | None = None, **environ: str) -> Services:
    """The services of a fresh installation; `clock()` is its time, if it has one of its own."""
    return build(prepare(home, **environ), clock)
