"""The replay as a film: scenes and landmarks to go to, charts, stories that are played, and what a seat saw live."""

import re
from html import unescape

import pytest

from service.web.games.film.charts import MOST, charts_of
from tests.service.web.playing import play

ME, AI = {"account": "me"}, {"ai": "random"}
PARTS = ("table", "stories", "log", "charts")


@pytest.fixture
def game(ann, opened, services):
    """A game of Nightfall under way."""
    game = opened("Ann", ME, AI, game="nightfall", draft="quick")
    play(services, game, 60)
    return game


def parts_of(page):
    """The parts of a replay that show the game, as they were sent."""
    found = {}
    for name in PARTS:
        begin = re.search(rf'<(div|section) id="{name}"', page.text)
        found[name] = page.text[begin.start() :].partition(f"</{begin[1]}>\n<")[0]
    return found


def test_a_game_that_is_over_is_seen_through_a_seats_eyes_as_that_seat_saw_it_live(ann, nobody, game, services):
    versions = (5, 60, services.ledger.table(game).version)
    path = f"/games/{game}/replay?seat=s1&spoilers=no&at="
    live = [parts_of(ann.open(f"{path}{at}")) for at in versions]
    play(services, game, 5000)
    assert services.ledger.table(game).status == "over"
    assert [parts_of(ann.open(f"{path}{at}")) for at in versions] == live
    assert [parts_of(nobody.open(f"{path}{at}"))["table"] for at in versions] == [one["table"] for one in live]
    assert all(one["log"] and one["charts"] for one in live[1:])


def test_without_spoilers_nothing_is_told_of_what_comes(ann, opened, services):
    game = opened("Ann", ME, AI)
    play(services, game, 5000)
    last = services.ledger.table(game).version
    page = ann.open(f"/games/{game}/replay?spoilers=no&at={last - 1}")
    assert 'type="range"' not in page.text
    assert 'class="strip"' not in page.text
    assert f"of {last}" not in page.text
    assert '<span class="status over">' not in page.text
    later = [link for link in page.links if link and re.search(rf"/replay\?at={last}\b", link)]
    assert {link.partition("?")[2] for link in later} == {f"at={last}&spoilers=no"}
    end = ann.open(f"/games/{game}/replay?spoilers=no&at={last}")
    assert 'class="places"' not in end.text
    assert 'class="places"' in ann.open(f"/games/{game}/replay?at={last}").text


def test_jumps_lead_to_the_next_landmark_of_each_sort(ann, game, services):
    film = services.films.film(game, services.accounts.by_name("Ann").id)
    page = ann.open(f"/games/{game}/replay?at=40")
    jumps = dict(film.jumps(40))
    assert {"turn", "combat"} <= set(jumps)
    for kind, version in jumps.items():
        if version is not None:
            assert f'href="/games/{game}/replay?at={version}" aria-label="On to the next: {kind}"' in page.text
    scene = re.search(r'class="step scene" href="([^"]*)"', page.text)[1]
    assert scene == f"/games/{game}/replay?at={film.scene_after(40)}"


def test_where_a_command_has_ended_the_film_tells_what_it_led_to(ann, game, services):
    film = services.films.film(game, services.accounts.by_name("Ann").id)
    ends = [scene for scene in film.scenes if scene not in {mark.version for mark in film.landmarks}]
    said = [re.search(r'<div class="now"[^>]*>(.*?)</div>', ann.open(f"/games/{game}/replay?at={at}").text)[1]
            for at in ends[10:13]]  # fmt: skip
    assert all(one.startswith("<p>") for one in said)
    assert "<p>The next decisions are open.</p>" not in said


def test_charts_have_a_title_a_line_for_each_seat_and_their_numbers_in_a_table(ann, game):
    page = unescape(ann.open(f"/games/{game}/replay?at=60&seat=s1").text)
    charts = re.findall(r'<figure class="chart">.*?</figure>', page, re.DOTALL)
    assert [re.search("<figcaption>(.*?)<", one)[1] for one in charts] == [
        "Wounds", "Cards of each deck", "Influence, the most in each turn",
    ]  # fmt: skip
    assert [len(re.findall('<path class="line l[0-9]" d="M[0-9]', one)) for one in charts] == [2, 4, 4]
    assert "Beginner (AI)" not in charts[0]
    for one in charts:
        rows = re.findall('<tr><th scope="row">(.*?)</th>', one)
        assert rows[0] == "0"
        assert rows[-1] == "now"


def test_a_chart_of_many_turns_leaves_some_out_but_never_the_last(ann, game, services):
    account = services.accounts.by_name("Ann").id
    moments = services.films.course(game, account, "s1")
    with ann.client.application.test_request_context("/"):
        [wounds, *_] = charts_of(services.ledger.view(game, account, "s1"), moments * 30, "now")
    assert MOST / 2 < len(wounds.rows) <= MOST + 1
    assert wounds.rows[-1][0] == "now"


def test_what_has_happened_since_ones_last_move_is_played_on_the_table(ann, game):
    page = ann.open(f"/games/{game}?seat=s1")
    [link] = [link for link in page.links if link and "story=" in link]
    told = re.findall(r"<span>([^<]*)</span></li>", page.text.partition('id="stories-title"')[2].partition("</ol>")[0])
    film = ann.open(link)
    seen = []
    while (scene := re.search(r'class="step scene" href="([^"]*)"', film.text)) is not None:
        film = ann.open(unescape(scene[1]))
        seen.append(re.search(r'<li aria-current="step"><a [^>]*>(.*?)</a>', film.text)[1])
    assert seen == told[::-1]
    assert f'href="/games/{game}?seat=s1">Back to the game' in film.text


def test_a_game_without_landmarks_and_charts_is_a_film_too(ann, opened, services):
    game = opened("Ann", ME, AI)
    play(services, game, 9)
    page = ann.open(f"/games/{game}/replay?at=6")
    assert 'class="step scene"' in page.text
    assert "<figure" not in page.text
