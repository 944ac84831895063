"""Whole games by touching the table alone: each game, in each window, in each language."""

from itertools import product
from random import Random

import pytest
from playwright.sync_api import expect

from service.games.shapes import NewGame
from tests.service.web.browser.windows import (
    DESKTOP,
    PHONE,
    game_of,
    stays_within_the_window,
    touch_an_answer,
    wait_for_version,
)
from tests.service.web.playing import answer_for_ais

pytestmark = pytest.mark.slow

ME, AI = {"account": "me"}, {"ai": "random"}
GAMES = {
    "nightfall": ([ME, AI], {"draft": "quick"}),
    "darkness": ([ME, AI], {"scenario": "last-bus-out"}),
    "last-spell": ([ME], {"scenario": "introduction"}),
}
WINDOWS = {"desktop": DESKTOP, "phone": PHONE}
LANGUAGES = ("en", "de", "fr", "pl")


@pytest.mark.parametrize(("game", "window", "language"), list(product(GAMES, WINDOWS, LANGUAGES)))
def test_a_whole_game_is_played_by_touching_its_table_alone(visit, services, game, window, language):
    name = f"{game.title()} {window} {language}"
    chance = Random(name)
    with visit(name, WINDOWS[window], language=language) as page:
        account = services.accounts.by_name(name).id
        page.goto(f"/games/{services.ledger.open_game(account, NewGame(game, *GAMES[game]))}")
        while True:
            answer_for_ais(services, game_of(page), ("s2",))
            table = services.ledger.table(game_of(page))
            wait_for_version(page, table.version)
            if table.closed is not None:
                break
            touch_an_answer(page, chance.randrange)
            wait_for_version(page, table.version + 1)
        expect(page.locator("#confirm")).to_have_count(0)
        assert stays_within_the_window(page)
