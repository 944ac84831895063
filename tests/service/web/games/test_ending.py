"""The page at the end of a game: places, what decided them, deeds, seats and operators, ratings, and once more."""

import re
from html import unescape

import pytest

from service.games.shapes import NewGame
from tests.service.web.playing import play

ME, AI = {"account": "me"}, {"ai": "random"}


@pytest.fixture
def rated(ann, bob, services):
    """A rated game of pig between Ann and Bob that is over."""
    account = services.accounts.by_name("Ann").id
    game = services.ledger.open_game(account, NewGame("pig", [ME, {"account": "Bob"}], {"goal": 20}, rated=True))
    services.ledger.sit(services.accounts.by_name("Bob").id, game)
    play(services, game, 5000)
    return game


def test_places_and_the_change_of_ratings_are_told(nobody, rated, services):
    page = nobody.open(f"/games/{rated}/result")
    places = services.ledger.view(rated).result.places
    won, lost = sorted(places, key=places.get)
    assert re.findall(r'<li value="(\d)">(.*?)</li>', page.text) == [
        (str(places[seat]), f"{services.ledger.view(rated).seats[seat].name}") for seat in (won, lost)
    ]
    changes = services.read_models.ratings.changes(rated)
    for change in changes:
        assert f"<dd>{change.before} → <b>{change.after}</b> ({change.after - change.before:+d})</dd>" in page.text
    assert len(changes) == 2


def test_a_game_that_goes_on_has_no_result_yet(ann, opened):
    game = opened("Ann", ME, AI)
    assert ann.open(f"/games/{game}/result").path == f"/games/{game}"


def test_why_a_rating_has_not_changed_is_told(nobody, opened, ann, services):
    game = opened("Ann", ME, AI)
    play(services, game, 5000)
    page = nobody.open(f"/games/{game}/result")
    assert "No rating has changed." in page.text
    assert "opened, or made by an operator, as unrated" in page.text


def test_a_rematch_is_opened_once_and_the_other_sits_down_at_it(ann, bob, nobody, rated, services):
    assert "rematch" not in [form.action.rpartition("/")[2] for form in nobody.open(f"/games/{rated}/result").forms]
    page = ann.open(f"/games/{rated}/result")
    form = page.form(f"/games/{rated}/rematch")
    made = ann.send(form, form.button("Once more in the same seats")).path
    page = bob.open(f"/games/{rated}/result")
    form = page.form(f"/games/{rated}/rematch")
    assert bob.send(form, form.button("Once more in the same seats")).path == made
    again = services.ledger.table(made.removeprefix("/games/"))
    assert [seat.account for seat in again.seats.values()] == [
        seat.account for seat in services.ledger.table(rated).seats.values()
    ]


def test_a_resignation_is_told_with_where_it_stands_in_the_replay(ann, bob, services):
    account = services.accounts.by_name("Ann").id
    game = services.ledger.open_game(account, NewGame("pig", [ME, {"account": "Bob"}], {}))
    services.ledger.sit(services.accounts.by_name("Bob").id, game)
    play(services, game, 3)
    services.absence.resign(services.accounts.by_name("Bob").id, game, "s2")
    page = unescape(ann.open(f"/games/{game}/result").text)
    assert re.search(r'<li><a href="[^"]*at=\d+">\d+</a> Bob resigns</li>', page)


def test_nightfall_tells_each_comparison_and_what_each_did_most_in_the_readers_language(ann, opened, services):
    game = opened("Ann", ME, AI, game="nightfall", draft="quick")
    play(services, game, 5000)
    page = unescape(ann.open(f"/games/{game}/result").text)
    first, second = services.ledger.view(game).result.detail["ranking"]
    name = {"s1": "Ann", "s2": "Beginner (AI)"}
    assert f"{name[first]} wins, with the fewest wounds: " in page
    assert re.search(rf"{re.escape(f'{name[second]} comes after {name[first]}')}: (more|as many) wounds", page)
    assert re.search(r"<dt>Ann</dt><dd>[A-Z][^<]*: \d+</dd>", page)
    assert page.count('<figure class="chart">') == 3
    ann.read_in("fr")
    for path in (f"/games/{game}/result", f"/games/{game}", f"/games/{game}/replay?at=9999", f"/games/{game}/film"):
        page = unescape(ann.open(path).text)
        assert "gagne, avec le moins de blessures" in page
        assert "fewest wounds" not in page
