"""The replay plays by itself, on the page and, without a network, in the file that is kept of it."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from service.games.shapes import NewGame
from tests.service.web.browser.windows import PHONE, stays_within_the_window
from tests.service.web.playing import answer_for_ais, play

ME, AI = {"account": "me"}, {"ai": "random"}


@pytest.fixture
def offline(chromium):
    """A window without a network, on a phone; it must have had nothing to complain of."""
    context = chromium.new_context(viewport=PHONE, offline=True, color_scheme="dark")
    page, complaints = context.new_page(), []
    page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    yield page
    context.close()
    assert complaints == []


def test_a_film_plays_on_the_page_and_in_the_file_that_is_kept(visit, services, offline, tmp_path):
    with visit("Filmer") as page:
        account = services.accounts.by_name("Filmer").id
        game = services.ledger.open_game(account, NewGame("nightfall", [ME, AI], {"draft": "quick"}))
        play(services, game, 60)
        answer_for_ais(services, game, ("s2",))
        page.goto(f"/games/{game}?seat=s1")
        page.get_by_role("link", name="Play it on the table").click()
        told = page.locator("#stories li")
        expect(told.last).to_have_attribute("aria-current", "step")
        expect(page.get_by_role("button", name="▶ Play")).to_be_visible()
        page.goto(f"/games/{game}/replay?at=20")
        page.get_by_role("button", name="4×").click()
        page.get_by_role("button", name="▶ Play").click()
        expect(page.locator("#steps output b").first).not_to_have_text("20")
        page.get_by_role("button", name="Pause").click()
        # The scene that was on its way takes the place of the link, between the press of a mouse and its release, too.
        page.get_by_role("link", name="On to the next: turn").dispatch_event("click")
        expect(page.locator(".now")).to_contain_text("Turn")
        assert Axe().run(page).response["violations"] == []
        kept = tmp_path / "film.html"
        services.ledger.close(game, "void")
        kept.write_bytes(page.request.get(f"/games/{game}/film").body())
    offline.goto(kept.as_uri())
    at = offline.locator("#at")
    expect(at).to_contain_text("Version")
    first = at.inner_text()
    offline.get_by_role("button", name="▶ Play").click()
    expect(at).not_to_have_text(first)
    offline.get_by_role("button", name="Pause").click()
    offline.locator("[data-jump='turn']").click()
    expect(offline.locator("#table .card").first).to_be_visible()
    assert stays_within_the_window(offline)
    assert Axe().run(offline).response["violations"] == []
