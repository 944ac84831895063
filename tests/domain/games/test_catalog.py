"""The catalogue of games: each is loaded when it is first asked for, and says why if it cannot be."""

import re

import pytest

from domain.games.catalog import Catalog, UnloadableGame


@pytest.mark.parametrize(
    ("place", "says"),
    [
        ("tests.pigs.pig:HOG", "cannot be loaded from tests.pigs.pig:HOG: AttributeError: "),
        ("tests.pigs.boar:BOAR", "cannot be loaded from tests.pigs.boar:BOAR: ModuleNotFoundError: "),
        ("tests.pigs.pig:Roll", "tests.pigs.pig:Roll is no game"),
        ("domain.games.nightfall.game:Nightfall", "the one at domain.games.nightfall.game:Nightfall calls itself"),
    ],
)
def test_a_game_that_cannot_be_loaded_is_listed_and_says_why(place, says):
    catalog = Catalog({"hog": place})
    assert "hog" in list(catalog)
    with pytest.raises(UnloadableGame, match=re.escape(says)):
        catalog["hog"]


def test_games_are_added_to_those_of_the_program():
    catalog = Catalog({"pig": "tests.pigs.pig:PIG"})
    assert list(catalog) == ["nightfall", "darkness", "last-spell", "pig"]
    assert len(catalog) == 4
    assert catalog["pig"] is catalog["pig"]
    assert catalog.with_files({}) is catalog
