import pytest

from tests.league.seasons import Seasons


@pytest.fixture
def seasons(tmp_path):
    seasons = Seasons(tmp_path / "home")
    yield seasons
    seasons.close()
