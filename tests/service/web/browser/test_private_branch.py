"""A private branch by touching its table: begun at the game and in its replay, answered for all, gone back in."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from service.games.shapes import NewGame
from tests.service.web.browser.windows import DESKTOP, PHONE, stays_within_the_window, touch_an_answer
from tests.service.web.playing import play

ME, AI = {"account": "me"}, {"ai": "random"}
WINDOWS = {"desktop": (DESKTOP, "light"), "phone": (PHONE, "dark")}
BRANCH = re.compile("/private-branches/")


def touch(page, answers):
    """Answer a branch by touching its table, so often."""
    given = page.locator("#log ol li")
    for _ in range(answers):
        number = given.count()
        touch_an_answer(page)
        expect(given).to_have_count(number + 1)


@pytest.mark.parametrize("window", [pytest.param("desktop", marks=pytest.mark.slow), "phone"])
def test_a_branch_is_tried_by_touching_and_looked_at_again(visit, services, window):
    viewport, colors = WINDOWS[window]
    name = f"Tries {window}"
    with visit(name, viewport, colors=colors) as page:
        account = services.accounts.by_name(name).id
        game = services.ledger.open_game(account, NewGame("nightfall", [ME, AI], {"draft": "quick"}))
        play(services, game, 12)
        begun = services.ledger.table(game).version
        play(services, game, 4)
        page.goto(f"/games/{game}")
        page.locator("#seat-branches > summary").click()
        page.get_by_role("button", name="Begin a private branch").click()
        expect(page).to_have_url(BRANCH)
        expect(page.locator("#seat")).to_have_count(0)
        touch(page, 4)
        page.get_by_label("Your note at this position").fill("A thought")
        page.get_by_role("button", name="Keep the note").click()
        expect(page.get_by_text("Your note is kept.")).to_be_visible()
        assert Axe().run(page).response["violations"] == []
        assert stays_within_the_window(page)

        page.locator("#log ol a").nth(1).click()
        expect(page).to_have_url(re.compile("step=1$"))
        late = page.context.new_page()
        late.goto(page.url)
        page.get_by_role("link", name="The end of the branch").click()
        expect(page.get_by_label("Your note at this position")).to_have_value("A thought")
        touch(page, 1)
        touch_an_answer(late)
        expect(late.get_by_text("changed in another window")).to_be_visible()
        expect(late.locator("#log ol li")).to_have_count(6)
        late.close()

        page.goto(f"/games/{game}/replay?at={begun}")
        page.get_by_role("button", name="Try in private from here").click()
        expect(page).to_have_url(BRANCH)
        assert Axe().run(page).response["violations"] == []
        services.absence.resign(account, game, "s1")
        page.goto(f"/games/{game}")
        page.get_by_text("Tried in private (2)").click()
        page.locator("#seat-branches a").first.click()
        expect(page.locator("#log ol li")).to_have_count(6)
