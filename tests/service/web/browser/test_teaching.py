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


MOST_OF_A_PHONE = 0.41
"""So much of a phone's height the bar covers at most while its list is closed."""

SEEN = """marked => {
  const panel = document.getElementById("panel"), box = marked.getBoundingClientRect();
  const foot = marked.closest("#panel") ? window.innerHeight : panel.getBoundingClientRect().top;
  return [box.top >= 0 && box.top + Math.min(box.height, 40) <= foot, panel.offsetHeight / window.innerHeight];
}"""
"""Whether what is marked is in sight, and how much of the window the bar covers."""


COVERED = """() => {
  const box = document.getElementById("about-box").getBoundingClientRect();
  const meets = one => one.left < box.right && box.left < one.right && one.top < box.bottom && box.top < one.bottom;
  const lit = [...document.querySelectorAll(".thing.lit")];
  return lit.filter(one => meets(one.getBoundingClientRect())).map(one => one.dataset.thing);
}"""
"""What is lit behind the box that tells about a card."""


def tap_marked(page):
    """Tap what is marked where it is seen, with no scrolling by the test; what it was."""
    marked = page.wait_for_selector(".suggested")
    is_seen, covered = marked.evaluate(SEEN)
    assert is_seen, marked.inner_text()
    assert covered <= MOST_OF_A_PHONE
    assert page.locator("#all-answers[open]").count() == 0
    box = marked.bounding_box()
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + min(box["height"], 40) / 2)
    return marked


def play_on(page, steps):
    """Follow the guide for so many steps from the first one."""
    for number in range(1, steps + 1):
        expect(page.locator(".step-number")).to_contain_text(f"Step {number} of")
        while (marked := tap_marked(page)).get_attribute("id") != "confirm":
            page.wait_for_function("marked => !marked.isConnected || !marked.matches('.suggested')", arg=marked)
    expect(page.locator(".message.refused")).to_have_count(0)


def test_a_guided_game_is_won_by_touching_what_is_marked(stranger):
    stranger.goto("/")
    stranger.get_by_role("link", name="Play Your first fight").click()
    play_on(stranger, 14)
    expect(stranger.locator("#question")).to_contain_text("You have won!")
    expect(stranger.locator(".places")).to_contain_text("Ada (you)")
    expect(stranger.locator("#lesson-end")).to_contain_text("more wounds, 8 against 2")
    assert stranger.locator("#lesson-end").bounding_box()["y"] >= 0, "it is read from its beginning"
    stranger.go_back()
    expect(stranger.locator(".step-number")).to_contain_text("Step 14 of 14")
    stranger.wait_for_selector(".suggested")
    stranger.go_forward()
    expect(stranger.locator("#question")).to_contain_text("You have won!")
    assert stays_within_the_window(stranger)
    assert Axe().run(stranger).response["violations"] == []
    stranger.get_by_role("button", name="Play now as a guest").click()
    expect(stranger.locator(".guest-line")).to_contain_text("keep this account")
    expect(stranger.locator("main")).to_contain_text("unrated game")
    assert stays_within_the_window(stranger)


def test_a_game_of_dice_is_guided_without_opening_the_list(stranger):
    stranger.goto("/learn/darkness/a-bar-at-night")
    play_on(stranger, 5)
    expect(stranger.locator(".step-number")).to_contain_text("Step 6 of 18")


def test_what_is_marked_on_the_map_is_in_sight_when_the_table_was_drawn_anew(visit):
    with visit("Walker", DESKTOP) as page:
        page.goto("/learn/darkness/a-bar-at-night")
        for step in (1, 2):
            expect(page.locator(".step-number")).to_contain_text(f"Step {step} of")
            page.locator("#spoken .suggested").click()
            page.locator("#confirm.suggested").click()
        marked = page.wait_for_selector(".wd-map .suggested")
        assert marked.evaluate(SEEN)[0]
        expect(page.locator(".coach .wd-die")).to_have_count(3)


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
        assert page.evaluate(COVERED) == [], "what may be touched stays in sight"
        page.goto("/rules/nightfall")
        assert Axe().run(page).response["violations"] == []
