"""What is touched on maps beside plain squares: a tile that is turned, a door, a weapon that is aimed, a monster."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tests.service.web.browser.positions import (
    asks_how_a_tile_lies,
    has_a_target,
    has_a_way_in,
    position_of,
)
from tests.service.web.browser.windows import DESKTOP, PHONE, stays_within_the_window, wait_for_version

TURNED = {0: "as it was drawn", 90: "quarter, clockwise", 180: "by half", 270: "quarter, counter-clockwise"}

BUS, LAKE = ("darkness", {"scenario": "last-bus-out"}), ("last-spell", {"scenario": "lakeburg"})


def shown(page, services, name, played, ready):
    """A game of the visitor that has come to such a position, on the page; its id."""
    game = position_of(services, services.accounts.by_name(name).id, *played, ready)
    page.goto(f"/games/{game}")
    return game


def has_no_findings(page):
    return stays_within_the_window(page) and Axe().run(page).response["violations"] == []


def test_a_drawn_tile_is_turned_where_it_will_lie(visit, services):
    with visit("Turner", PHONE) as page:
        game = shown(page, services, "Turner", BUS, asks_how_a_tile_lies)
        rotations = services.ledger.table(game).pending["s1"].details["rotations"]
        tile, ghosts = page.locator("[data-turns]"), page.locator(".wd-ghost")
        expect(ghosts).to_have_count(len(rotations))
        for rot in (*rotations, rotations[0]):
            expect(ghosts.locator("visible=true")).to_have_attribute("data-with", f"ghost/{rot}")
            expect(page.locator("#follows")).to_contain_text(TURNED[rot])
            tile.click()
        assert has_no_findings(page)
        turned = rotations[1 % len(rotations)]
        version = services.ledger.table(game).version
        page.locator("#confirm").click()
        wait_for_version(page, version + 1)
        assert turned in {place.rot for place in services.ledger.table(game).state.places.values()}


def test_a_door_tells_its_odds(visit, services):
    with visit("Forcer") as page:
        shown(page, services, "Forcer", BUS, has_a_way_in)
        door = page.locator("[data-thing^='edge/'].lit").first
        assert "%" in door.get_attribute("data-badge")
        door.click()
        if page.locator("#which button").count():
            page.locator("#which button", has_text="%").first.click()
        expect(page.locator("#follows")).to_contain_text("%")
        expect(page.locator("#confirm")).to_be_enabled()
        assert has_no_findings(page)


@pytest.mark.parametrize("viewport", [pytest.param(DESKTOP, marks=pytest.mark.slow), PHONE], ids=["desktop", "phone"])
def test_a_weapon_is_aimed_and_a_monster_looked_at(visit, services, viewport):
    name = f"Archer {viewport['width']}"
    with visit(name, viewport) as page:
        game = shown(page, services, name, LAKE, has_a_target)
        expect(page.locator("#confirm")).to_be_hidden()
        page.locator("[data-thing^='technique/'].lit").first.click()
        expect(page.locator(".reach.begun")).to_have_count(1)
        targets = page.locator(".thing.lit[data-badge*='%']")
        standing = {f"square/{at.at[0]}/{at.at[1]}" for at in services.ledger.table(game).state.monsters.values()}
        assert targets.count() > 0
        assert standing & {thing for one in targets.all() for thing in one.get_attribute("data-thing").split()}
        targets.first.click()
        expect(page.locator("#follows")).to_contain_text("hit with")
        expect(page.locator("#confirm")).to_be_enabled()
        assert has_no_findings(page)
        page.locator("#undo").click()
        expect(page.locator(".reach.begun")).to_have_count(0)
        monster = page.locator("g.monster").last
        monster.scroll_into_view_if_needed()
        monster.dispatch_event("click")
        expect(page.locator("#about-box")).to_contain_text("Next it")
        assert page.locator(".way.told").count() <= 2
        page.locator("#ls-all-ways summary").click()
        expect(page.locator(".way").first).to_have_css("display", "inline")
        assert has_no_findings(page)
