"""The pages of people, searches, records, series and hosts: axe finds nothing, and nothing is wider than a phone."""

import json

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from domain.log.canon import canonical
from service.games.shapes import NewGame
from service.web.games.entropy import sealed
from tests.installation import install
from tests.service.web.browser.windows import DESKTOP, PHONE, stays_within_the_window
from tests.service.web.playing import play

pytestmark = pytest.mark.slow

ME, OPEN = {"account": "me"}, {"open": True}


@pytest.fixture(scope="module")
def elsewhere(tmp_path_factory):
    """The record of a game that was played on another installation, as a file."""
    other = install(tmp_path_factory.mktemp("elsewhere") / "home")
    zoe = other.accounts.create("Zoe")[0].id
    game = other.ledger.open_game(zoe, NewGame("pig", [ME, ME], {"goal": 3}))
    play(other, game, 200)
    yield canonical(other.ledger.record(game))
    other.close()


@pytest.fixture(scope="module")
def paths(services, elsewhere):
    """The addresses of the pages, with something to show on each."""
    ann, bob = (services.accounts.create(name, "correct horse")[0].id for name in ("Axe Ann", "Axe Bob"))
    for _ in range(4):
        game = services.ledger.open_game(ann, NewGame("pig", [ME, {"account": "Axe Bob"}], {"goal": 1}, rated=True))
        services.ledger.sit(bob, game)
        play(services, game, 100)
    waiting = services.ledger.open_game(ann, NewGame("pig", [ME, OPEN, OPEN]))
    services.hosting.invite(ann, waiting, "s2")
    services.accounts.set_operator(ann, True)
    owing = services.ledger.open_game(bob, NewGame("pig", [ME, OPEN]))
    services.ledger.sit(ann, owing, entropy_hash=sealed("the weather"))
    series = services.series.open(ann, NewGame("nightfall", [ME, OPEN]), 60)
    record = services.imports.take_in(ann, elsewhere).id
    paths = [
        f"/records/{record}",
        "/account",
        "/people/Axe%20Ann",
        "/search?name=axe",
        "/search?game=pig&status=over",
        "/records",
        "/series",
    ]
    paths += ["/operate/games", f"/games/{owing}"]
    return [*paths, f"/series/{series}", f"/games/{waiting}", f"/games/{waiting}/operate", "/account/notices", "/"]


@pytest.mark.parametrize(("viewport", "colors"), [(DESKTOP, "light"), (PHONE, "dark")])
def test_axe_finds_nothing_and_nothing_is_wider_than_the_window(visit, paths, viewport, colors, tmp_path):
    found = {}
    with visit(f"Reader {viewport['width']}", viewport, colors=colors) as page:
        if viewport == PHONE:
            page.get_by_role("button", name="Menu").click()
        page.get_by_role("button", name="Sign out").click()
        page.locator("#in-name").fill("Axe Ann")
        page.locator("#in-password").fill("correct horse")
        page.get_by_role("button", name="Sign in").click()
        for number, path in enumerate(paths):
            page.goto(path)
            results = Axe().run(page).response["violations"]
            if results or not stays_within_the_window(page):
                found[path] = [(one["id"], [node["html"] for node in one["nodes"]]) for one in results]
            page.screenshot(path=tmp_path / f"{number}.png", full_page=True)
    assert found == {}, json.dumps(found, indent=1)


@pytest.mark.parametrize(("viewport", "colors"), [(DESKTOP, "light"), (PHONE, "dark")])
def test_nor_on_a_form_whose_session_has_ended(chromium, address, viewport, colors, tmp_path):
    name, found = f"Late {viewport['width']}", {}
    context = chromium.new_context(base_url=address, viewport=viewport, color_scheme=colors)
    page = context.new_page()
    page.goto("/")
    page.locator("#up-name").fill(name)
    page.locator("#up-password").fill("correct horse")
    page.get_by_role("button", name="Sign up").click()
    expect(page.locator("form[action='/sign-out']")).to_be_attached()
    page.goto("/account/notices")
    context.clear_cookies()
    page.get_by_label("Address").first.fill("late@home.example")
    page.get_by_role("button", name="Keep it").click()
    for number, heading in enumerate(("Your session has ended", "This was not sent yet")):
        expect(page.get_by_role("heading", name=heading)).to_be_visible()
        results = Axe().run(page).response["violations"]
        if results or not stays_within_the_window(page):
            found[heading] = [(one["id"], [node["html"] for node in one["nodes"]]) for one in results]
        page.screenshot(path=tmp_path / f"{number}.png", full_page=True)
        if number == 0:
            page.get_by_label("Name").fill(name)
            page.get_by_label("Password").fill("correct horse")
            page.get_by_role("button", name="Sign in").click()
    page.get_by_role("button", name="Send it now").click()
    expect(page.get_by_role("heading", name="How you are told of your games")).to_be_visible()
    context.close()
    assert found == {}, json.dumps(found, indent=1)


def test_people_and_games_are_found_a_seat_is_left_and_a_game_declared_void_on_a_phone(visit, services):
    fred = services.accounts.create("Findable Fred", "correct horse")[0].id
    waiting = services.ledger.open_game(fred, NewGame("pig", [ME, OPEN, OPEN]))
    running = services.ledger.open_game(fred, NewGame("pig", [ME, {"ai": "random"}]))
    with visit("Nora", PHONE) as page:
        nora = services.accounts.by_name("Nora").id
        services.ledger.sit(nora, waiting)
        services.accounts.set_operator(nora, True)
        page.goto("/search")
        page.get_by_label("The name begins with").fill("findable")
        page.get_by_role("button", name="Find people").click()
        page.get_by_role("link", name="Findable Fred").click()
        expect(page.get_by_role("heading", name="Findable Fred")).to_be_visible()
        page.goto("/search")
        page.get_by_role("search", name="Games").get_by_label("Game").select_option("pig")
        page.get_by_label("State").select_option("open")
        page.get_by_role("button", name="Find games").click()
        page.locator(f"#found-games ~ * a[href$='{waiting}']").first.click()
        page.locator("summary", has_text="Leave seat s2").click()
        page.get_by_role("button", name="Yes, leave it").click()
        expect(page.get_by_role("button", name="Sit down")).to_be_visible()
        page.goto(f"/games/{running}/operate")
        page.locator("#void summary").click()
        page.locator("#void").get_by_label("Reason").fill("Opened twice.")
        page.locator("#void").get_by_role("button", name="Declare it void").click()
        expect(page.locator("#messages")).to_contain_text("It is done")
        assert stays_within_the_window(page)
    assert services.ledger.table(waiting).seats["s2"].account is None
    assert services.ledger.table(running).status == "void"
