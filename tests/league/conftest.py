import pytest

from tests.league.api import LeagueHouse
from tests.league.seasons import Seasons


@pytest.fixture
def seasons(tmp_path):
    seasons = Seasons(tmp_path / "home")
    yield seasons
    seasons.close()


@pytest.fixture
def house(seasons):
    return LeagueHouse(seasons)


@pytest.fixture
def olga(house):
    return house.person("The organiser")


@pytest.fixture
def ann(house):
    return house.person("Ann")


@pytest.fixture
def bob(house):
    return house.person("Bob")
