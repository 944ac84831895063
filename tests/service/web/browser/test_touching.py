"""The beginning of a game of each, by touching the table alone: on a desktop and on a phone, in light and in dark, in
English and in German."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from domain.games.nightfall.actions import LinkCard
from service.games.shapes import NewGame
from tests.service.web.browser.windows import (
    DESKTOP,
    PHONE,
    game_of,
    stays_within_the_window,
    touch_an_answer,
    wait_for_version,
)
from tests.service.web.playing import answer_for_ais, play

ME, AI = {"account": "me"}, {"ai": "random"}
GAMES = {
    "nightfall": ([ME, AI], {"draft": "quick"}),
    "darkness": ([ME, AI], {"scenario": "last-bus-out"}),
    "last-spell": ([ME], {"scenario": "lakeburg"}),
}
WINDOWS = {"desktop": (DESKTOP, "light", "en", 0.25), "phone": (PHONE, "dark", "de", 0.4)}
"""Each with its size, colours and language, and how much of it the bar covers at most while nothing is unfolded."""

COVERED = "document.querySelector('.foot').offsetHeight / window.innerHeight"


@pytest.mark.parametrize("window", [pytest.param("desktop", marks=pytest.mark.slow), "phone"])
@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_begun_by_touching_its_table_alone(visit, services, game, window):
    viewport, colors, language, most = WINDOWS[window]
    name = f"{game.title()} {window}"
    with visit(name, viewport, colors=colors, language=language) as page:
        seats, options = GAMES[game]
        account = services.accounts.by_name(name).id
        page.goto(f"/games/{services.ledger.open_game(account, NewGame(game, seats, options))}")
        for _ in range(6):
            answer_for_ais(services, game_of(page), ("s2", "s3"))
            version = services.ledger.table(game_of(page)).version
            wait_for_version(page, version)
            if not page.locator("#all-answers[open]").count():
                assert page.evaluate(COVERED) <= most, page.locator("#question").inner_text()
            touch_an_answer(page)
            wait_for_version(page, version + 1)
        assert stays_within_the_window(page)
        assert Axe().run(page).response["violations"] == []


MOST_GAMES, MOST_ANSWERS = 20, 400


def game_that_asks(services, account, seats, kind, ready):
    """A game of Nightfall whose first seat is asked this, the table being ready for it: the first that comes to it."""
    for _ in range(MOST_GAMES):
        game = services.ledger.open_game(account, NewGame("nightfall", seats, {"draft": "quick"}))
        for _ in range(MOST_ANSWERS):
            table = services.ledger.table(game)
            if table.closed is not None:
                break
            if "s1" in table.pending and table.pending["s1"].kind == kind and ready(table):
                return game
            play(services, game, 1)
    raise AssertionError(f"never asked: {kind}")


def has_two_minions(table):
    return len(table.state.players["s1"].in_play) == 2


def has_a_card_that_does_not_fit(table):
    fitting = {action.card for action in table.game.legal(table.state, "s1").actions if isinstance(action, LinkCard)}
    return table.state.chain and not fitting.issuperset(table.state.players["s1"].hand)


def test_an_attack_is_put_together_undone_and_confirmed(visit, services):
    with visit("Attacker") as page:
        account = services.accounts.by_name("Attacker").id
        game = game_that_asks(services, account, [ME, AI, AI], "attack", has_two_minions)
        page.goto(f"/games/{game}")
        minions = page.locator("[data-thing^='minion/s1/']")
        confirm, arrows = page.locator("#confirm"), page.locator(".arrow-line")
        expect(confirm).to_be_hidden()
        minions.first.click()
        expect(page.locator(".whom .thing.person.lit")).to_have_count(2)
        page.locator(".whom [data-thing='seat/s2']").click()
        expect(arrows).to_have_count(1)
        expect(page.locator("#follows")).to_contain_text("takes")
        minions.last.click()
        page.locator(".opponents [data-thing='seat/s3']").click()
        expect(arrows).to_have_count(2)
        page.locator("#undo").click()
        expect(arrows).to_have_count(1)
        expect(confirm).to_be_hidden()
        minions.last.click()
        page.locator(".whom [data-thing='seat/s2']").click()
        version = services.ledger.table(game).version
        confirm.click()
        wait_for_version(page, version + 1)
        assert {seat for _, seat in services.ledger.table(game).state.attacks} <= {"s2"}


def test_a_card_that_does_not_fit_says_why_and_is_shown_close(visit, services):
    with visit("Linker") as page:
        account = services.accounts.by_name("Linker").id
        game = game_that_asks(services, account, [ME, AI], "link", has_a_card_that_does_not_fit)
        page.goto(f"/games/{game}")
        page.locator("[data-thing^='hand/'].dim").first.click()
        closeup = page.locator("#closeup")
        expect(closeup).to_contain_text("only")
        expect(page.locator("#about-box")).to_be_visible()
        version = services.ledger.table(game).version
        page.locator("#spoken").get_by_role("button", name="Pass").click()
        assert services.ledger.table(game).version == version, "nothing counts before it is confirmed"
        page.keyboard.press("Escape")
        expect(page.locator("#confirm")).to_be_hidden()


def test_what_another_has_taken_is_offered_no_more_beside_points_to_spend(visit, services):
    with visit("Chooser") as page:
        account = services.accounts.by_name("Chooser").id
        game = services.ledger.open_game(account, NewGame("darkness", [ME, AI], {"scenario": "last-bus-out"}))
        page.goto(f"/games/{game}")
        plan = page.locator("#plan")
        assert "steve" in plan.get_attribute("data-plan")
        steve = {"type": "character", "character": "steve"}
        services.ledger.act_as_bot(game, "s2", services.ledger.table(game).decision_id("s2"), steve)
        wait_for_version(page, services.ledger.table(game).version)
        assert "steve" not in plan.get_attribute("data-plan")
