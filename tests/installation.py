"""An installation of its own for a test: SQLite files in a folder, or a database, with pig among its games."""

import shutil
from collections.abc import Callable
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from service.bootstrap import Services, build, init_database
from service.cli.db import make_secret
from service.settings import Settings
from service.store.sqlite import SqliteRecorder

GAMES = ",".join(
    [
        "pig=tests.pigs.pig:PIG",
        "thinking-pig=tests.pigs.thinking_pig:ThinkingPig",
        "talking-pig=tests.pigs.talking_pig:TalkingPig",
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
        shutil.copyfile(_migrated(), settings.events_path)
    init_database(settings)
    return settings


@cache
def _migrated() -> Path:
    """A file with the schema and nothing in it, that each test may copy: to migrate takes a tenth of a second."""
    path = Path(_FOLDER.name) / "events.sqlite"
    recorder = SqliteRecorder(path)
    recorder.migrate()
    recorder.close()
    return path


_FOLDER = TemporaryDirectory(prefix="nightledger-schema-")


def install(home: Path, clock: Callable[[], int] | None = None, **environ: str) -> Services:
    """The services of a fresh installation; `clock()` is its time, if it has one of its own."""
    return build(prepare(home, **environ), clock)
