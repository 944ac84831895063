"""The line to the server as a page sees it: lost, or one of many tabs'; and updates touch nothing that is in use."""

import re
from contextlib import contextmanager

import pytest
from playwright.sync_api import expect

from service.games.shapes import NewGame
from tests.house import wait_until
from tests.service.web.browser.windows import game_of, wait_for_version
from tests.service.web.playing import answer_for_ais, play

pytestmark = pytest.mark.slow


def open_pig(page):
    page.get_by_role("link", name="Pig", exact=True).click()
    page.get_by_label("Goal").fill("100")
    page.get_by_role("button", name="Open the game").click()
    expect(page.locator("html.scripted #about")).to_be_visible()
    return game_of(page)


def answered(services, game):
    return sum(done.seat == "s1" for done in services.ledger.table(game).commands)


@contextmanager
def signed_up(chromium, address, name):
    """A page of somebody new, on which a server that is away is no fault."""
    context = chromium.new_context(base_url=address)
    page = context.new_page()
    page.goto("/")
    page.locator("#up-name").fill(name)
    page.locator("#up-password").fill("correct horse")
    page.get_by_role("button", name="Sign up").click()
    yield page
    context.close()


def test_a_move_made_offline_is_kept_and_sent_once(chromium, address, services):
    with signed_up(chromium, address, "Offline Ann") as page:
        game = open_pig(page)
        before = answered(services, game)
        page.context.set_offline(True)
        page.locator("#spoken").get_by_role("button", name="Hold").click()
        page.locator("#confirm").click()
        expect(page.locator("#line")).to_contain_text("What you sent is kept")
        assert answered(services, game) == before
        page.context.set_offline(False)
        wait_until(lambda: answered(services, game) == before + 1, "the move is there")
        expect(page.locator("#line")).to_be_hidden()
        page.reload()
        assert answered(services, game) == before + 1


def test_what_one_writes_is_not_touched_by_an_update(visit, services):
    with visit("Writing Ann") as page:
        game = open_pig(page)
        page.locator("#seat-back > summary").click()
        field = page.get_by_label("Back to version")
        field.fill("3")
        play(services, game, 1)
        answer_for_ais(services, game, ("s2",))
        wait_for_version(page, services.ledger.table(game).version)
        expect(field).to_have_value("3")
        expect(page.locator("#seat-back")).to_have_attribute("open", "")


def test_eight_tabs_of_running_games_all_update(visit, services):
    with visit("Busy Ann") as page:
        account = services.accounts.by_name("Busy Ann").id
        seats = [{"account": "me"}, {"account": "me"}]
        games = [services.ledger.open_game(account, NewGame("pig", seats, {"goal": 100})) for _ in range(8)]
        tabs = [page.context.new_page() for _ in games]
        for tab, game in zip(tabs, games):
            tab.goto(f"/games/{game}")
        for tab, game in zip(tabs, games):
            play(services, game, 1)
            tab.bring_to_front()
            wait_for_version(tab, services.ledger.table(game).version)


def test_of_two_updates_under_way_the_earlier_one_is_not_shown_last(visit, services):
    with visit("Overtaken") as page:
        account = services.accounts.by_name("Overtaken").id
        game = services.ledger.open_game(account, NewGame("pig", [{"account": "me"}] * 2, {"goal": 1000}))
        page.goto(f"/games/{game}?seat=s1")
        held = []

        def hold_the_first(route):
            if held:
                route.continue_()
            else:
                held.append((route, route.fetch()))

        page.route(re.compile(rf"/games/{game}\?seat=s1$"), hold_the_first)
        play(services, game, 1)
        wait_until(lambda: page.evaluate("1") and held, "the first update is asked for")
        play(services, game, 1)
        version = services.ledger.table(game).version
        wait_for_version(page, version)
        route, first = held[0]
        with page.expect_response(re.compile(rf"/games/{game}\?seat=s1$")):
            route.fulfill(response=first)
        page.evaluate("fetch('/healthz').then((answer) => answer.text())")
        assert page.locator("#about").get_attribute("data-version") == str(version)


def test_a_page_goes_on_where_the_server_was_away_for_a_moment(chromium, address, services):
    with signed_up(chromium, address, "Patient Ann") as page:
        game, asked = open_pig(page), re.compile(r"/(stream|news)\b")
        page.route(asked, lambda route: route.fulfill(status=502, body="Bad Gateway"))
        page.reload()
        expect(page.locator("#line")).to_have_text(page.locator("#line").get_attribute("data-lost"))
        page.unroute(asked)
        play(services, game, 1)
        wait_for_version(page, services.ledger.table(game).version)
        expect(page.locator("#line")).to_be_hidden()


def test_a_game_is_not_left_for_a_page_that_tells_of_an_error(chromium, address, services):
    with signed_up(chromium, address, "Lasting Ann") as page:
        game = open_pig(page)
        here = re.compile(rf"/games/{game}$")
        page.route(here, lambda route: route.fulfill(status=503, content_type="text/html", body="<h1>Away</h1>"))
        play(services, game, 1)
        expect(page.locator("#line")).to_have_text(page.locator("#line").get_attribute("data-lost"))
        expect(page.locator("#about")).to_be_visible()
        page.unroute(here)
        wait_for_version(page, services.ledger.table(game).version)


def test_a_form_that_was_begun_stays_where_the_browser_had_put_the_page_away(visit):
    with visit("Returning Ann") as page:
        page.get_by_role("link", name="Pig", exact=True).click()
        page.get_by_label("Goal").fill("77")
        asked = []
        page.on("request", lambda request: asked.append(request.url))
        page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', {persisted: true}))")
        page.evaluate("fetch('/healthz')")
        assert [url.rpartition("/")[2] for url in asked] == ["healthz"]
        expect(page.get_by_label("Goal")).to_have_value("77")
