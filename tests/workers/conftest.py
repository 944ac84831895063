from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from service.bootstrap import build
from service.dev.servers.redis import RedisServer
from service.games.shapes import NewGame
from service.operation.turns import TurnQueue
from tests.installation import GAMES, prepare

MORE_GAMES = (
    "picky=tests.workers.games:Picky,hopeless=tests.workers.games:Hopeless,still=tests.workers.games:Still,"
    "hiding-pig=tests.pigs.hiding_pig:HidingPig"
)


@pytest.fixture(scope="session")
def redis_server():
    """One server for all tests that do not stop it; in a folder whose path is short enough for a socket."""
    with TemporaryDirectory(prefix="nl-") as folder:
        server = RedisServer(Path(folder))
        server.start()
        yield server
        server.stop()


@pytest.fixture
def redis(redis_server):
    """An empty Redis."""
    client = redis_server.client()
    client.flushall()
    yield client
    client.close()


@pytest.fixture
def queue(redis):
    return TurnQueue(redis)


@pytest.fixture
def settings(tmp_path, redis_server):
    return prepare(tmp_path / "home", NIGHTLEDGER_EXTRA_GAMES=f"{GAMES},{MORE_GAMES}", REDIS_URL=redis_server.url)


@pytest.fixture
def services(settings):
    services = build(settings)
    yield services
    services.close()


@pytest.fixture
def ledger(services):
    return services.ledger


@pytest.fixture
def ann(services):
    """The id of an account."""
    return services.accounts.create("ann")[0].id


@pytest.fixture
def opened(ledger, ann):
    """Opens a game of these seats: `me`, or an AI level; its id."""

    def open_game(game, *seats, **options):
        wanted = [{"account": "me"} if seat == "me" else {"ai": seat} for seat in seats]
        return ledger.open_game(ann, NewGame(game=game, seats=wanted, options=options))

    return open_game
