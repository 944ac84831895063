"""The line to the server as a page sees it: lost, or one of many tabs'; and updates touch nothing that is in use."""

import re

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
    expect(page.locator("#about")).to_be_visible()
    return game_of(page)


def answered(services, game):
    return sum(done.seat == "s1" for done in services.ledger.table(game).commands)


def test_a_move_made_offline_is_kept_and_sent_once(chromium, address, services):
    context = chromium.new_context(base_url=address)
    page = context.new_page()
    page.goto("/")
    page.locator("#up-name").fill("Offline Ann")
    page.locator("#up-password").fill("correct horse")
    page.get_by_role("button", name="Sign up").click()
    game = open_pig(page)
    before = answered(services, game)
    context.set_offline(True)
    page.locator("#spoken").get_by_role("button", name="Hold").click()
    page.locator("#confirm").click()
    expect(page.locator("#line")).to_contain_text("What you sent is kept")
    assert answered(services, game) == before
    context.set_offline(False)
    wait_until(lambda: answered(services, game) == before + 1, "the move is there")
    expect(page.locator("#line")).to_be_hidden()
    page.reload()
    assert answered(services, game) == before + 1
    context.close()


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
