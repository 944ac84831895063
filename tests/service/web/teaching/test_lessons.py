"""Guided games as pages: no account, no script, no trace."""

from dataclasses import replace
from urllib.parse import parse_qs, urlsplit

import pytest
from markupsafe import escape

from domain.games.catalog import GAMES
from domain.lessons.lesson import lessons_of
from domain.lessons.playing import played
from service.web.teaching.coach import coach_of
from service.web.teaching.lessons import seen

FIGHT = "/learn/nightfall/first-fight"


def suggested(page):
    """The form that makes the suggested move; None where none is suggested."""
    return next((form for form in page.forms if form.buttons and form.buttons[0][2] == "Do it for me"), None)


def address(page):
    return parse_qs(urlsplit(page.path).query)


@pytest.mark.parametrize("game", GAMES)
def test_a_stranger_plays_one_to_its_end_without_a_script(nobody, services, game):
    [lesson] = lessons_of(services.catalog[game], "en")
    before = services.store.position()
    page = nobody.open(f"/learn/{game}/{lesson.id}")
    for number in range(1, len(lesson.own) + 1):
        assert f"Step {number} of {len(lesson.own)}" in page.text
        page = nobody.send(suggested(page))
        assert "refused" not in page.text
    assert escape(lesson.end) in page.text
    assert "You have won!" in page.text
    assert "A whole game with a beginner AI" in page.text
    assert services.store.position() == before, "nothing is stored"
    assert page.form("/guest").button("Play now as a guest") == ("game", game)


@pytest.mark.parametrize("game", GAMES)
def test_each_suggested_move_lies_on_the_table_or_is_a_button_of_the_bar(app, services, game):
    [lesson] = lessons_of(services.catalog[game], "en")
    with app.test_request_context():
        for move in range(len(lesson.own)):
            playing = played(services.catalog, lesson, move)
            found = seen(playing)
            coach = coach_of(playing, found.choices, is_far=False)
            offered = replace(found.choices, offered=coach.suggested)
            assert not offered.is_list_open
            assert coach.things or coach.suggested in {one.value for one in offered.buttons}, lesson.own[move]


def test_another_move_goes_on_freely_and_leads_back(nobody):
    page = nobody.open(FIGHT)
    page = nobody.send(page.answer, action='{"card":"yuri-koroviev","type":"link"}')
    assert "from here the game goes on freely" in page.text
    assert address(page) == {"own": ['[{"card":"yuri-koroviev","type":"link"}]']}
    assert suggested(page) is None
    assert FIGHT in page.links, "back to the guide"
    page = nobody.send(page.answer, action='{"type":"pass"}')
    assert "You have gone your own way" in page.text


def test_a_move_that_the_rules_refuse_is_explained_and_the_page_stays(nobody):
    page = nobody.open(f"{FIGHT}?at=1")
    page = nobody.send(page.answer, action='{"card":"wound:bite","type":"link"}')
    assert "The rules do not allow that here" in page.text
    assert address(page) == {"at": ["1"]}


@pytest.mark.parametrize("query", ["at=99", "own=nonsense", "own=[1]", 'own=[{"type":"fly"}]', "own=" + "[" * 300])
def test_an_address_that_no_moves_lead_to_is_not_found(nobody, query):
    assert nobody.open(f"{FIGHT}?{query}").status == 404


def test_it_goes_so_far_off_its_line_and_no_farther(nobody, monkeypatch):
    monkeypatch.setattr("service.web.teaching.lessons.MOST_OWN", 1)
    page = nobody.open(FIGHT)
    page = nobody.send(page.answer, action='{"card":"yuri-koroviev","type":"link"}')
    assert "So far goes a guided game" in page.text
    assert nobody.open(f'{FIGHT}?own=[{{"type":"pass"}},{{"type":"pass"}}]').status == 404


def test_one_that_is_not_there_is_not_found(nobody):
    assert nobody.open("/learn/nightfall/no-such").status == 404
    assert nobody.open("/learn/chess/first-fight").status == 404


def test_the_first_page_leads_to_all_of_them_and_shows_a_table(nobody):
    page = nobody.open("/")
    assert page.links.count(FIGHT) == 1
    assert 'class="sample-table" inert' in page.text
    assert nobody.open("/learn").links.count("/rules/darkness") == 1


def test_who_is_signed_in_is_led_to_a_game_of_the_same_kind(ann):
    page = ann.open("/learn/last-spell/hold-the-west-side?at=10")
    assert "/?game=last-spell#new" in page.links
