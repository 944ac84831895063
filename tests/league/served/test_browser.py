"""The pages of leagues, challenges and tours in a real browser: on a phone, by keyboard, without a script."""

import json

import pytest
from axe_playwright_python.sync_playwright import Axe

from service.app.application import create_app
from service.games.shapes import NewGame
from tests.chromium import launched
from tests.league.bots import play_on
from tests.service.web.browser.windows import DESKTOP, PHONE, stays_within_the_window
from tests.serving import served

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def league_id(seasons):
    """A season that is over, with a final."""
    final = {"kind": "apocalypse-final", "limit": 30}
    league_id = seasons.begin(stages=[{"kind": "swiss", "rounds": 2}, final])
    seasons.play_season(league_id)
    return league_id


@pytest.fixture(scope="module")
def paths(seasons, league_id):
    """The page of a league, its log, its final, the list; a challenge that has ended, a tour of it, and their lists."""
    series = seasons.look(league_id, lambda league: list(league.stages.values())[-1].tables[1].game_id)
    challenge, tour = toured(seasons)
    return (
        f"/leagues/{league_id}", f"/leagues/{league_id}/log", f"/series/{series}", "/leagues",
        f"/challenges/{challenge}", f"/tours/{tour}", "/challenges", "/tours",
    )  # fmt: skip


def toured(seasons):
    """A challenge that AIs have tried, and a tour of it."""
    services, organiser = seasons.services, seasons.organiser
    wanted = NewGame("last-spell", [{}], {"scenario": "introduction"})
    challenge = services.challenges.open(organiser, wanted, "The first night of all")
    tour = services.tours.open(organiser, "One night", [challenge], [10, 6, 3, 1])
    for level in ("random", "greedy"):
        play_on(services, services.challenges.begin_ai(organiser, challenge, level))
    services.challenges.close_entries(organiser, challenge)
    return challenge, tour


@pytest.fixture(scope="module")
def further(seasons):
    """Leagues in other states and formats, a group that waits, ratings."""
    olga = seasons.organiser
    seasons.services.accounts.change(olga, password="correct horse")
    enrolling = seasons.open()
    seasons.ledger.open_season(olga, enrolling)
    seasons.ledger.enrol(olga, enrolling)
    begun = seasons.begin(stages=[{"kind": "round-robin"}])
    seasons.step(begun)
    drawn = seasons.begin(stages=[{"kind": "knock-out"}])
    seasons.play_season(drawn)
    wanted = NewGame("last-spell", [{}] * 2, {"scenario": "introduction"})
    group = seasons.services.challenges.open(olga, wanted, "Two by two")
    seasons.services.challenges.form(olga, group, [{"account": "me"}, {"open": True}])
    leagues = [f"/leagues/{one}{page}" for one in (seasons.open(), enrolling, begun, drawn) for page in ("", "/log")]
    return (*leagues, f"/challenges/{group}", "/ratings", "/ratings?game=counting-pig", "/tours")


@pytest.fixture(scope="module")
def address(seasons):
    with served(create_app(seasons.services)) as address:
        yield address


@pytest.fixture(scope="module")
def chromium():
    with launched() as browser:
        yield browser


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_every_page_fits_and_breaks_no_rule_of_its_policy(chromium, address, paths, size):
    context = chromium.new_context(viewport=size)
    page, complaints = context.new_page(), []
    page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    for path in paths:
        assert page.goto(address + path).status == 200
        width = page.evaluate("document.documentElement.scrollWidth")
        assert width <= size["width"], path
    assert complaints == []
    context.close()


@pytest.mark.parametrize(("size", "colors"), [(DESKTOP, "light"), (PHONE, "dark")], ids=["desktop", "phone"])
def test_axe_finds_nothing_on_any_of_them(chromium, address, paths, further, size, colors, tmp_path):
    context = chromium.new_context(viewport=size, color_scheme=colors)
    page, found = context.new_page(), {}
    page.goto(address)
    page.locator("#in-name").fill("olga")
    page.locator("#in-password").fill("correct horse")
    page.get_by_role("button", name="Sign in").click()
    page.get_by_role("button", name="Sign out", include_hidden=True).wait_for(state="attached")
    for number, path in enumerate((*paths, *further)):
        assert page.goto(address + path).status == 200, path
        if violations := Axe().run(page).response["violations"]:
            found[path] = [(one["id"], [node["html"] for node in one["nodes"]]) for one in violations]
        assert page.evaluate("document.documentElement.scrollWidth") <= size["width"], path
        page.screenshot(path=tmp_path / f"{number}.png", full_page=True)
    context.close()
    assert found == {}, json.dumps(found, indent=1)


def test_one_gets_to_a_game_by_keyboard_and_without_a_script(chromium, address, league_id):
    context = chromium.new_context(viewport=PHONE, java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{address}/leagues/{league_id}")
    page.locator("summary", has_text="Round 1").first.focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert page.locator(":focus").inner_text() == "game"
    page.keyboard.press("Enter")
    page.wait_for_url("**/games/*")
    assert page.get_by_role("link", name="league", exact=True).get_attribute("href") == f"/leagues/{league_id}"
    context.close()


def test_wide_standings_scroll_by_keyboard(chromium, address, league_id):
    context = chromium.new_context(viewport=PHONE)
    page = context.new_page()
    page.goto(f"{address}/leagues/{league_id}")
    standings = page.get_by_role("region", name="Standings of division A").first
    standings.focus()
    assert standings.evaluate("one => one.scrollWidth > one.clientWidth")
    page.keyboard.press("ArrowRight")
    page.wait_for_function("one => one.scrollLeft > 0", arg=standings.element_handle())
    assert standings.evaluate("one => one.scrollLeft") > 0
    context.close()


def test_a_result_is_disputed_on_a_phone(chromium, address, seasons):
    services, ledger = seasons.services, seasons.ledger
    ann = services.accounts.create("Ann", "correct horse")[0].id
    league_id = seasons.open(divisions=[{"name": "A", "size": 2}], stages=[{"kind": "swiss", "rounds": 1}])
    ledger.open_season(seasons.organiser, league_id)
    ledger.enrol(ann, league_id)
    ledger.enrol_ai(seasons.organiser, league_id, "random")
    seasons.organise(league_id, "close-enrolment")
    seasons.organise(league_id, "start-season")
    seasons.step(league_id)
    [game_id] = seasons.open_games(league_id)
    context = chromium.new_context(base_url=address, viewport=PHONE)
    page = context.new_page()
    page.goto("/")
    page.locator("#in-name").fill("Ann")
    page.locator("#in-password").fill("correct horse")
    page.get_by_role("button", name="Sign in").click()
    page.goto(f"/games/{game_id}")
    page.locator("#seat-leave > summary").click()
    page.locator("#seat-resign > summary").click()
    page.get_by_role("button", name="Yes, resign").click()
    page.get_by_role("heading", name="Over").wait_for()
    seasons.step(league_id)
    page.goto(f"/leagues/{league_id}?season=1")
    page.locator("summary", has_text="Dispute what came of a table of yours").click()
    page.get_by_label("What you have to say, which all may read").fill("The line broke.")
    page.get_by_role("button", name="Open the dispute").click()
    page.get_by_role("heading", name="Dispute 1, about table 1").wait_for()
    page.get_by_text("The line broke.").wait_for()
    assert stays_within_the_window(page)
    context.close()
