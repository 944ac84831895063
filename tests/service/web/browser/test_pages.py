"""The pages in a real browser: games by clicking, updates without a reload, keys, a phone, and no script at all."""

import re

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
from tests.service.web.playing import answer_for_ais, play

pytestmark = pytest.mark.slow


def test_a_whole_game_of_pig_by_clicking(visit, services):
    with visit("Ann") as page:
        page.get_by_role("link", name="Pig", exact=True).click()
        page.get_by_label("Seat 2").select_option("me")
        page.get_by_label("Goal").fill("12")
        page.get_by_role("button", name="Open the game").click()
        opened_at, answers = page.url, 0
        while page.locator("#confirm").count():
            version = int(page.locator("#about").get_attribute("data-version"))
            points = services.ledger.view(game_of(page)).table["turn_points"]
            page.locator("#spoken").get_by_role("button", name="Hold" if points >= 6 else "Roll").click()
            page.locator("#confirm").click()
            wait_for_version(page, version + 1)
            answers += 1
        assert page.url == opened_at
        expect(page.get_by_role("heading", name="Over")).to_be_visible()
        assert answers >= 2
        assert services.ledger.table(game_of(page)).status == "over"


def test_twenty_decisions_of_nightfall_by_touching_while_the_page_follows_the_others(visit, services):
    with visit("Bob") as page:
        page.get_by_label("Seat 3").select_option("ai:random")
        page.get_by_role("button", name="Open the game").click()
        page.evaluate("window.sameDocument = true")
        kinds, recaps, log = set(), [], page.locator("#log")
        for _ in range(20):
            answer_for_ais(services, game_of(page), ("s2", "s3"))
            wait_for_version(page, services.ledger.table(game_of(page)).version)
            recaps += [recap.bounding_box()["y"] < log.bounding_box()["y"] for recap in page.locator(".stories").all()]
            kinds.add(page.locator("#question").inner_text().partition(" ")[0])
            version = services.ledger.table(game_of(page)).version
            touch_an_answer(page)
            wait_for_version(page, version + 1)
        assert {"Pick", "Link"} <= kinds
        assert kinds & {"Claim", "Discard"}, "by what is possible"
        assert set(recaps) == {True}, "what has happened stands above the log"
        assert page.evaluate("window.sameDocument") is True
        assert services.ledger.table(game_of(page)).version > version


def test_the_panel_stays_untouched_while_others_move(visit, services):
    """So that a half-filled form is not lost."""
    with visit("Cy") as page:
        page.get_by_role("link", name="Pig", exact=True).click()
        page.get_by_label("Guess").check()
        page.get_by_role("button", name="Open the game").click()
        page.evaluate("document.getElementById('panel').untouched = true")
        answer_for_ais(services, game_of(page), ("s2",))
        wait_for_version(page, services.ledger.table(game_of(page)).version)
        assert page.evaluate("document.getElementById('panel').untouched") is True


def test_the_replay_by_slider_and_keys(visit, services):
    with visit("Dee") as page:
        page.get_by_label("Draft").select_option("quick")
        page.get_by_role("button", name="Open the game").click()
        game = game_of(page)
        play(services, game, 12)
        last = services.ledger.table(game).version
        page.goto(f"/games/{game}/replay?at=5")
        shown = page.locator("output")
        page.keyboard.press("ArrowRight")
        expect(shown).to_have_text(f"Version 6 of {last}")
        step = page.get_by_role("link", name="One event on")
        step.focus()
        page.keyboard.press("Enter")
        expect(shown).to_have_text(f"Version 7 of {last}")
        expect(step).to_be_focused()
        page.keyboard.press("End")
        expect(shown).to_have_text(f"Version {last} of {last}")
        page.keyboard.press("ArrowLeft")
        expect(shown).to_have_text(f"Version {last - 1} of {last}")
        page.get_by_role("slider").fill("8")
        expect(shown).to_have_text(f"Version 8 of {last}")
        expect(page).to_have_url(re.compile("at=8"))
        page.get_by_role("link", name="Version 10").click()
        expect(shown).to_have_text(f"Version 10 of {last}")
        page.reload()
        expect(shown).to_have_text(f"Version 10 of {last}")
        expect(page.get_by_role("slider")).to_have_value("10")


def test_by_keyboard_alone(visit, services):
    with visit("Eve") as page:
        page.keyboard.press("Tab")
        expect(page.get_by_role("link", name="To the content")).to_be_focused()
        page.get_by_role("button", name="Open the game").focus()
        page.keyboard.press("Enter")
        page.locator("button.thing.lit").first.focus()
        version = services.ledger.table(game_of(page)).version
        page.keyboard.press("Enter")
        page.locator("#confirm").focus()
        page.keyboard.press("Enter")
        wait_for_version(page, version + 1)
        expect(page.locator("#question")).to_be_focused()


def test_on_a_phone_nothing_is_wider_than_the_window(visit, services):
    with visit("Flo", viewport=PHONE) as page:
        assert stays_within_the_window(page)
        page.get_by_role("button", name="Open the game").click()
        game = game_of(page)
        assert stays_within_the_window(page)
        play(services, game, 60)
        page.goto(f"/games/{game}")
        assert stays_within_the_window(page)
        page.goto(f"/games/{game}/replay?at=40")
        assert stays_within_the_window(page)
        page.goto("/account")
        assert stays_within_the_window(page)


def test_without_a_script_everything_works_by_loading_pages(visit, services):
    with visit("Gus", script=False) as page:
        page.get_by_role("button", name="Open the game").click()
        game = game_of(page)
        card = page.locator("button.thing[name=action]").first
        version = services.ledger.table(game).version
        card.click()
        assert services.ledger.table(game).version > version
        answer_for_ais(services, game, ("s2",))
        page.get_by_role("link", name="Reload").click()
        expect(page.locator("button.thing[name=action]").first).to_be_visible()
        page.get_by_role("link", name="Replay").click()
        page.get_by_role("link", name="One event back").click()
        expect(page.get_by_role("button", name="Show")).to_be_visible()


@pytest.mark.parametrize("viewport", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_hero_is_chosen_and_placed_by_touching_the_board(services, visit, viewport):
    name = f"Mage {viewport['width']}"
    with visit(name, viewport) as page:
        account = services.accounts.by_name(name).id
        game = services.ledger.open_game(account, NewGame("last-spell", [{"account": "me"}], {"scenario": "lakeburg"}))
        page.goto(f"/games/{game}")
        page.get_by_role("button", name="Hagen", exact=True).click()
        version = services.ledger.table(game).version
        page.locator("#confirm").click()
        wait_for_version(page, version + 1)
        page.locator("[data-thing~='square/13/13']").click()
        page.locator("#which").get_by_role("button", name="Stand there").click()
        page.locator("#confirm").click()
        expect(page.locator(".ls-board .piece.hero")).to_have_count(1)
        assert services.ledger.table(game).state.heroes["s1"].at == (13, 13)
        assert stays_within_the_window(page)


@pytest.mark.parametrize("viewport", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_game_master_and_a_player_of_darkness_by_clicking(services, visit, viewport):
    """A piece is placed, the player's page shows it by itself; the player tries something, the master rules."""
    master, player = f"Gwen {viewport['width']}", f"Hal {viewport['width']}"
    with visit(master, viewport) as page, visit(player, viewport) as other:
        account, guest = (services.accounts.by_name(name).id for name in (master, player))
        options = {"scenario": "the-awakening", "gm": "s1", "characters": {"s2": "helen"}}
        seats = [{"account": "me"}, {"account": player}]
        game = services.ledger.open_game(account, NewGame("darkness", seats, options))
        services.ledger.sit(guest, game)
        other.goto(f"/games/{game}")
        other.locator(".thing.spot.lit").first.click()
        other.locator("#confirm").click()
        expect(other.get_by_role("heading", name="Your turn")).to_be_visible()

        page.goto(f"/games/{game}")
        page.locator("#unasked-place > summary").click()
        at = services.ledger.table(game).state.people["s2"].at
        page.locator("#unasked-place select[name='one:kind']").select_option('"ghoul"')
        page.locator("#unasked-place select[name='one:at']").select_option(f'"{at}"')
        page.get_by_role("button", name="Place a piece").click()
        expect(other.locator(".wd-piece.foe")).to_have_count(1)
        assert [piece.kind for piece in services.ledger.table(game).state.master.pieces.values()] == ["ghoul"]

        other.locator("#all-answers > summary").click()
        other.get_by_role("textbox", name="What").fill("Climb the drain pipe")
        other.get_by_role("button", name="Try something").click()
        expect(page.get_by_role("heading", name="tries something")).to_be_visible()
        page.locator("#spoken").get_by_role("button", name="Deny").click()
        page.locator("#confirm").click()
        expect(other.get_by_role("heading", name="Your turn")).to_be_visible()
        assert stays_within_the_window(page)
        assert stays_within_the_window(other)


def test_the_points_of_a_new_character_are_counted_down(visit):
    """WD-CHAR-2, WD-CHAR-3."""
    with visit("Ivy") as page:
        page.goto("/characters")
        attributes, skills = page.get_by_label("Attributes: points left"), page.get_by_label("Skills: points left")
        expect(attributes).to_have_value("6")
        page.locator("select[name='one:attributes.Dex']").select_option("5")
        expect(attributes).to_have_value("3")
        page.get_by_label("Lockpick (3)").check()
        expect(skills).to_have_value("7")
