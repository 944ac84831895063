"""The pages in a real browser: games by clicking, updates without a reload, keys, a phone, and no script at all."""

import logging
import re
from contextlib import contextmanager
from pathlib import Path
from threading import Thread

import pytest
from playwright.sync_api import expect, sync_playwright
from werkzeug.serving import make_server

from service.app.application import create_app
from service.games.ledger import NewGame
from tests.house import wait_until
from tests.installation import install
from tests.service.web.playing import answer_for_ais, play

pytestmark = pytest.mark.slow

CHROMIUM = Path("/usr/bin/chromium")
FLAGS = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
)  # fmt: skip
DESKTOP, PHONE = {"width": 1280, "height": 900}, {"width": 390, "height": 844}
PATIENCE = 20_000
"""Milliseconds for what takes a fraction of a second, on a busy machine."""


@pytest.fixture(scope="module")
def services(tmp_path_factory):
    services = install(tmp_path_factory.mktemp("installation") / "home")
    yield services
    services.close()


@pytest.fixture(scope="module")
def address(services):
    """Where the service listens."""
    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    server = make_server("127.0.0.1", 0, create_app(services, waiting=64), threaded=True)
    thread = Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.port}"
    server.shutdown()
    thread.join()


@pytest.fixture(scope="module")
def chromium():
    if not CHROMIUM.exists():
        pytest.fail(f"{CHROMIUM} is not there: on Debian, apt-get install chromium")
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def visit(chromium, address):
    """Opens a window for a new account, signed in; at its end the browser must have had nothing to complain of."""

    @contextmanager
    def window(name, viewport=DESKTOP, script=True):
        context = chromium.new_context(base_url=address, viewport=viewport, java_script_enabled=script)
        context.set_default_timeout(PATIENCE)
        page, complaints = context.new_page(), []
        page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto("/")
        page.locator("#up-name").fill(name)
        page.locator("#up-password").fill("correct horse")
        page.get_by_role("button", name="Sign up").click()
        expect(page.get_by_role("button", name="Sign out")).to_be_visible()
        yield page
        context.close()
        assert complaints == []

    return window


def game_of(page):
    return page.url.partition("/games/")[2][:36]


def wait_for_version(page, version):
    """Until the page, by itself, shows the game at this version or a later one."""
    about = page.locator("#about")
    wait_until(lambda: int(about.get_attribute("data-version")) >= version, f"the page shows version {version}")


def stays_within_the_window(page):
    return page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")


def test_a_whole_game_of_pig_by_clicking(visit, services):
    with visit("Ann") as page:
        page.get_by_role("link", name="Pig", exact=True).click()
        page.get_by_label("Seat 2").select_option("me")
        page.get_by_label("Goal").fill("12")
        page.get_by_role("button", name="Open the game").click()
        opened_at, answers = page.url, 0
        while page.locator("#answer").count():
            version = int(page.locator("#about").get_attribute("data-version"))
            points = services.ledger.view(game_of(page)).table["turn_points"]
            page.get_by_role("button", name="Hold" if points >= 6 else "Roll").click()
            wait_for_version(page, version + 1)
            answers += 1
        assert page.url == opened_at
        expect(page.get_by_role("heading", name="Over")).to_be_visible()
        assert answers >= 2
        assert services.ledger.table(game_of(page)).status == "over"


def test_twenty_decisions_of_nightfall_by_clicking_while_the_page_follows_the_others(visit, services):
    with visit("Bob") as page:
        page.get_by_label("Seat 3").select_option("ai:random")
        page.get_by_role("button", name="Open the game").click()
        page.evaluate("window.sameDocument = true")
        kinds = set()
        for _ in range(20):
            answer_for_ais(services, game_of(page), ("s2", "s3"))
            wait_for_version(page, services.ledger.table(game_of(page)).version)
            kinds.add(page.locator("#question").inner_text())
            version = services.ledger.table(game_of(page)).version
            click_an_answer(page)
            wait_for_version(page, version + 1)
        assert {"Draft", "Link", "Claim"} <= kinds
        assert page.evaluate("window.sameDocument") is True
        assert services.ledger.table(game_of(page)).version > version


def click_an_answer(page):
    """The last picture that can be clicked, else the panel's first button."""
    pictures = page.locator("button.pick")
    if pictures.count():
        pictures.last.click()
    else:
        page.locator("#panel button").first.click()


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
        page.locator("button.pick").first.focus()
        version = services.ledger.table(game_of(page)).version
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
        card = page.locator("button.pick").first
        version = services.ledger.table(game).version
        card.click()
        assert services.ledger.table(game).version > version
        answer_for_ais(services, game, ("s2",))
        page.get_by_role("link", name="Reload").click()
        expect(page.locator("button.pick").first).to_be_visible()
        page.get_by_role("link", name="Replay").click()
        page.get_by_role("link", name="One event back").click()
        expect(page.get_by_role("button", name="Show")).to_be_visible()


@pytest.mark.parametrize("viewport", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_squares_of_the_last_spell_are_clicked_on_the_board(services, visit, viewport):
    name = f"Mage {viewport['width']}"
    with visit(name, viewport) as page:
        account = services.accounts.by_name(name).id
        game = services.ledger.open_game(account, NewGame("last-spell", [{"account": "me"}], {"scenario": "lakeburg"}))
        page.goto(f"/games/{game}")
        page.get_by_role("button", name="Hero Hagen").click()
        page.get_by_role("button", name="Place at 13, 13", exact=True).click()
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
        other.get_by_role("button", name="Begin at").first.click()
        expect(other.get_by_role("heading", name="Your turn")).to_be_visible()

        page.goto(f"/games/{game}")
        page.locator("#unasked-place > summary").click()
        at = services.ledger.table(game).state.people["s2"].at
        page.locator("#unasked-place select[name='one:kind']").select_option('"ghoul"')
        page.locator("#unasked-place select[name='one:at']").select_option(f'"{at}"')
        page.get_by_role("button", name="Place a piece").click()
        expect(other.locator(".wd-piece.foe")).to_have_count(1)
        assert [piece.kind for piece in services.ledger.table(game).state.master.pieces.values()] == ["ghoul"]

        other.get_by_role("textbox", name="What").fill("Climb the drain pipe")
        other.get_by_role("button", name="Try something").click()
        expect(page.get_by_role("heading", name="The table waits for the game master")).to_be_visible()
        page.get_by_role("button", name="Deny").click()
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
