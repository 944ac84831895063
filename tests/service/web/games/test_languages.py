"""Pages of running games in another language: nothing that has a translation is left in English."""

import pytest

from tests.service.web.playing import play
from tests.service.web.words import said_on, untranslated

ME, AI = {"account": "me"}, {"ai": "random"}

GAMES = {"darkness": 6, "last-spell": 4, "nightfall": 40}
"""Game -> after so many decisions its page is looked at."""


@pytest.mark.parametrize("game", GAMES)
def test_the_page_of_a_running_game_is_in_polish_throughout(services, ann, opened, game):
    services.accounts.change(services.accounts.by_name("Ann").id, language="pl")
    game_id = opened("Ann", ME, AI, game=game)
    play(services, game_id, GAMES[game])
    said = said_on(ann.open(f"/games/{game_id}").text)
    assert "Stałe polecenia" in said, "the page is in Polish"
    assert untranslated(services.catalog[game], said) == set()
