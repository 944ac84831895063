"""A guided game on a phone by what it suggests alone, the rules at hand, and what a card does."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tests.service.web.browser.windows import DESKTOP, PHONE, stays_within_the_window


@pytest.fixture
def stranger(chromium, address):
    """A window of somebody without an account, on a phone in the dark."""
    context = chromium.new_context(base_url=address, viewport=PHONE, color_scheme="dark", has_touch=True)
    page, complaints = context.new_page(), []
    page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    yield page
    context.close()
    assert complaints == []


def test_a_guided_game_is_won_by_touching_what_is_marked(stranger):
    stranger.goto("/")
    stranger.get_by_role("link", name="Play Your first fight").click()
    for number in range(1, 15):
        expect(stranger.locator(".step-number")).to_contain_text(f"Step {number} of 14")
        while (marked := stranger.wait_for_selector(".suggested")).get_attribute("id") != "confirm":
            marked.click()
            stranger.wait_for_function("marked => !marked.classList.contains('suggested')", arg=marked)
        marked.click()
    expect(stranger.locator("#question")).to_have_text("The game is over")
    expect(stranger.locator(".message.refused")).to_have_count(0)
    assert stays_within_the_window(stranger)
    assert Axe().run(stranger).response["violations"] == []


def test_the_rules_are_at_hand_and_a_card_tells_what_it_does(visit):
    with visit("Reader", DESKTOP) as page:
        page.goto("/learn/nightfall/first-fight")
        page.locator("#rules-drawer > summary").click()
        expect(page.locator("#rules-chain")).to_contain_text("carried out backwards")
        expect(page.locator("#rules-combat > p").first).to_be_hidden()
        assert Axe().run(page).response["violations"] == []
        page.keyboard.press("Escape")
        expect(page.locator("#rules-chain")).to_be_hidden()
        page.get_by_role("link", name="Rules", exact=True).click()
        expect(page.locator("#rules-chain")).to_contain_text("carried out backwards")
        page.keyboard.press("Escape")
        expect(page.locator(".to-rules")).to_be_focused()
        about = page.locator("#about-box")
        page.locator("[data-thing='hand/lilith-lawrence']").focus()
        page.keyboard.press("i")
        expect(about).to_contain_text("Deal 1 damage to a chosen player.")
        page.keyboard.press("Escape")
        expect(about).to_be_hidden()
        page.locator("[data-thing='archive/commons/vulko']").hover()
        expect(about).to_contain_text("Vulko")
        page.goto("/rules/nightfall")
        assert Axe().run(page).response["violations"] == []
