"""One service for all tests of a module: each has series and leagues of its own."""

import pytest

from service.app.application import create_app
from tests.league.api import LeagueHouse
from tests.league.seasons import Seasons


@pytest.fixture(scope="module")
def seasons(tmp_path_factory):
    seasons = Seasons(tmp_path_factory.mktemp("home") / "home")
    yield seasons
    seasons.close()


@pytest.fixture(scope="module")
def house(seasons):
    return LeagueHouse(seasons)


@pytest.fixture(scope="module")
def app(seasons):
    return create_app(seasons.services)
