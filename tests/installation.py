"""An installation of its own for a test: SQLite files in a folder, or a database, with pig among its games."""

import shutil
from collections.abc import Callable
from functools import cache
from itertools import cycle
from pathlib import Path
from tempfile import TemporaryDirectory

from service.bootstrap import Services, build
from service.databases import init_database
from service.secret import make_secret
from service.settings import Settings
from tests.streams import bytes_of_this_test

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
    """The settings of a fresh installation whose database is there; any few in a row have different secrets."""
    settings = settings_of(home, **environ)
    if settings.database_url is None and not (settings.events_path.exists() or settings.secret_path.exists()):
        shutil.copytree(_prepared(next(_TURNS)), home, dirs_exist_ok=True)
        return settings
    home.mkdir(exist_ok=True)
    make_secret(settings.secret_path)
    init_database(settings)
    return settings


@cache
def _prepared(number: int) -> Path:
    """The folder of an installation with nothing in it, that tests may copy: to make it takes long."""
    made = settings_of(Path(_FOLDER.name) / str(number))
    made.home.mkdir()
    make_secret(made.secret_path)
    init_database(made)
    return made.home


_FOLDER = TemporaryDirectory(prefix="nightledger-schema-")
_TURNS = cycle(range(6))


def install(home: Path, clock: Callable[[], int] | None = None, **environ: str) -> Services:
    """The services of a fresh installation, where chance is the same whenever a test is run; `clock()` is its time, if
    it has one of its own."""
    return build(prepare(home, **environ), clock, bytes_of_this_test())
