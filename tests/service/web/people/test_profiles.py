"""Profiles of people and the search for people and games."""

import re

import pytest

from service.games.shapes import NewGame
from tests.service.web.playing import play

ME, OPEN = {"account": "me"}, {"open": True}


@pytest.fixture
def met(ann, bob, opened, services):
    """Two rated games of Ann and Bob, and a private one, all played to their ends: their ids."""
    accounts, games = services.accounts, []
    for visibility in ("public", "public", "private"):
        new = NewGame("pig", [ME, {"account": "Bob"}], {"goal": 1}, visibility=visibility, rated=True)
        games.append(services.ledger.open_game(accounts.by_name("Ann").id, new))
        services.ledger.sit(accounts.by_name("Bob").id, games[-1])
        play(services, games[-1], 100)
    return games


def cells(page, section):
    part = page.text.partition(f'aria-labelledby="{section}"')[2].partition("</section>")[0]
    rows = re.findall('<tr><th scope="row">(.*?)</tr>', part, re.DOTALL)
    return [re.findall("<td>([0-9]+)</td>", row) for row in rows]


def test_a_profile_tells_results_by_game_and_opponent_and_ratings_over_time(nobody, met):
    ann, bob = nobody.open("/people/ann"), nobody.open("/people/Bob")
    [[games, won]] = cells(ann, "results")
    [[of_bob, won_by_bob]] = cells(bob, "results")
    assert (games, of_bob, int(won) + int(won_by_bob)) == ("2", "2", 2)
    [[met_often, before, after]] = cells(ann, "opponents")
    assert (met_often, before, after) == ("2", won, won_by_bob)
    assert 'href="/people/Bob"' in ann.text
    assert len(re.findall('class="line l1" d="M[0-9.]+ [0-9.]+L[0-9. L]+"', ann.text)) == 1
    assert len(cells(ann, "ratings")) == 3


def test_private_games_are_listed_for_those_who_belong_to_them(ann, nobody, met):
    public, _, private = met
    for visitor, listed in ((ann, True), (nobody, False)):
        page = visitor.open("/people/Ann").text
        assert (f"/games/{public}/result" in page, f"/games/{private}/result" in page) == (True, listed)


def test_nobody_of_a_name_has_no_profile(nobody):
    assert nobody.open("/people/Nobody").status == 404
    assert nobody.open("/people/a/b").status == 404


def test_people_are_found_by_the_beginning_of_their_names(nobody, person):
    for name in ("Anna", "Annette", "Bert", "Ánna"):
        person(name)
    page = nobody.open("/search?name=ANN")
    assert [link for link in page.links if link and link.startswith("/people/")] == ["/people/Anna", "/people/Annette"]
    assert "Nobody has a name that begins so." in nobody.open("/search?name=%25").text


def test_games_are_found_by_kind_and_state(ann, nobody, opened):
    running, waits = opened("Ann", ME, {"ai": "random"}), opened("Ann", ME, OPEN)
    page = nobody.open("/search?game=pig&status=running").text
    assert (f"/games/{running}" in page, f"/games/{waits}" in page) == (True, False)
    assert nobody.open("/search?game=chess").status == 404
    assert nobody.open("/search?status=running&older=x").status == 404


def test_the_search_shows_no_open_game_of_whom_one_keeps_apart_from(ann, bob, services):
    own = services.accounts.by_name("Ann").id
    game = services.ledger.open_game(own, NewGame("pig", [ME, OPEN]))
    assert game in bob.open("/search?status=open").text
    services.blocks.add(own, "Bob", "blocked")
    assert game not in bob.open("/search?status=open").text
    assert game not in bob.open("/search?game=pig").text
    assert game in ann.open("/search?status=open").text
