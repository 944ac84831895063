"""Pages of running games in another language: nothing that has a translation is left in English."""

from html.parser import HTMLParser

import pytest

from service.dev.messages import messages_of, own_messages
from service.language.catalogues import catalogue
from tests.service.web.playing import play

ME, AI = {"account": "me"}, {"ai": "random"}

SAID = ("aria-label", "title", "data-touch", "data-begun", "data-chosen", "data-counted", "data-missing", "data-barred")
"""Attributes that hold words."""

GAMES = {"darkness": 6, "last-spell": 4, "nightfall": 40}
"""Game -> after so many decisions its page is looked at."""


class Words(HTMLParser):
    """Notes what a page says: its texts, and the attributes that hold words."""

    def __init__(self):
        super().__init__()
        self.said = set()
        self._silent = False

    def handle_starttag(self, tag, attributes):
        self._silent = tag in ("script", "style")
        self.said |= {words for name, words in attributes if name in SAID and words}

    def handle_endtag(self, tag):
        self._silent = False

    def handle_data(self, data):
        if not self._silent:
            self.said.add(" ".join(data.split()))


def said_on(page):
    """What a page says."""
    words = Words()
    words.feed(page)
    return words.said


def untranslated(game, said):
    """What of it is a message that has another Polish translation."""
    polish = catalogue("pl", game)
    messages = [message for message in (*own_messages(), *messages_of(game, "pl")) if isinstance(message, str)]
    translations = {polish.told(message) for message in messages}
    return {message for message in messages if message in said and polish.told(message) != message} - translations


@pytest.mark.parametrize("game", GAMES)
def test_the_page_of_a_running_game_is_in_polish_throughout(services, ann, opened, game):
    services.accounts.change(services.accounts.by_name("Ann").id, language="pl")
    game_id = opened("Ann", ME, AI, game=game)
    play(services, game_id, GAMES[game])
    said = said_on(ann.open(f"/games/{game_id}").text)
    assert "Stałe polecenia" in said, "the page is in Polish"
    assert untranslated(services.catalog[game], said) == set()
