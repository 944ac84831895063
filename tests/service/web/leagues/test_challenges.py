"""The pages of challenges, without a script: opened, tried alone and in groups, ranked, proved."""

import re

import pytest

from service.games.shapes import NewGame
from tests.service.playing import ME
from tests.service.web.playing import play

TWO = {"name": "Two <by> two", "seats": "2", "option:scenario": "introduction", "ai_seats": "yes"}


@pytest.fixture
def opened(ann):
    """The path of a challenge that Ann opens by the form."""
    page = ann.send(ann.open("/challenges").form("/challenges"), **TWO)
    assert re.fullmatch(r"/challenges/[0-9a-f-]{36}", page.path), page.text
    return page.path


@pytest.fixture
def ended(services, ann, opened):
    """A challenge in which Ann has tried alone and an AI too: its path."""
    game = ann.send(ann.open(opened).form(f"{opened}/try")).path.rpartition("/")[2]
    challenge_id, account = opened.rpartition("/")[2], services.accounts.by_name("Ann").id
    play(services, game, 10_000)
    play(services, services.challenges.begin_ai(account, challenge_id, "greedy"), 10_000)
    ann.send(ann.open(opened).form(f"{opened}/end"))
    services.challenges.step(challenge_id)
    return opened


def grouped(visitor, path, *seats, names=("", "")):
    """The page after a group was formed with these seats."""
    return visitor.send(visitor.open(path).form(f"{path}/groups"), seat=list(seats), name=list(names))


def group(path, number, verb):
    return f"{path}/groups/{number}/{verb}"


def link_of(page):
    """The path of the link for the others."""
    return re.search(r'readonly value="http://[^/]*([^"]*)"', page.text).group(1).replace("&amp;", "&")


def test_a_challenge_is_opened_by_the_form_and_listed(opened, nobody):
    page = nobody.open("/challenges")
    assert opened in page.links
    assert "Two &lt;by&gt; two" in page.text
    page = nobody.open(opened)
    assert "Introduction" in page.text.title()
    assert "until " in page.text
    assert page.forms == []
    assert "Sign in or make an account" in page.text


@pytest.mark.parametrize(
    "fields", [{"seats": "9"}, {"seats": "x"}, {"name": " "}, {"days": "x"}, {"game": "chess"}, {"game": "nightfall"}]
)
def test_a_challenge_that_cannot_be_is_told(ann, nobody, fields):
    page = ann.send(ann.open("/challenges").form("/challenges"), **{**TWO, **fields})
    assert "No challenge was opened: " in page.text
    assert "There is no challenge yet." in nobody.open("/challenges").text


def test_the_page_says_what_nobody_can_prevent(opened, nobody):
    assert "Nothing keeps groups from telling each other what is to come" in nobody.open(opened).text


def test_somebody_tries_alone_once(opened, ann, bob):
    game = ann.send(ann.open(opened).form(f"{opened}/try")).path
    assert game.startswith("/games/")
    assert bob.open(game).status == 404
    page = ann.open(opened)
    assert game in page.links
    assert f"{opened}/try" not in [form.action for form in page.forms]


def test_a_group_waits_until_its_link_was_followed(opened, ann, bob, person):
    page = grouped(ann, opened, "me", "open")
    assert page.path == opened
    link = link_of(page)
    offered = bob.open(opened)
    assert group(opened, 1, "join") not in [form.action for form in offered.forms]
    page = bob.send(bob.open(link).form(group(opened, 1, "join")))
    assert page.path.startswith("/games/")
    assert ann.open(page.path).status == 200
    assert group(opened, 1, "join") not in [form.action for form in person("Cy").open(link).forms]


def test_who_is_named_finds_the_group_and_may_leave_it(opened, ann, bob):
    page = grouped(ann, opened, "me", "invite", names=("", "Bob"))
    assert "Bob" in page.text
    assert group(opened, 1, "join") in [form.action for form in bob.open(opened).forms]
    page = ann.send(ann.open(opened).form(group(opened, 1, "leave")))
    assert f"{opened}/try" in [form.action for form in page.forms]
    assert group(opened, 1, "join") not in [form.action for form in bob.open(opened).forms]


def test_the_leader_begins_with_ais(opened, ann):
    grouped(ann, opened, "me", "open")
    page = ann.send(ann.open(opened).form(group(opened, 1, "start")), level="greedy")
    assert page.path.startswith("/games/")
    assert "Club player (AI)" in ann.open(opened).text


def test_what_is_refused_is_told(opened, ann):
    form = ann.open(opened).form(f"{opened}/groups")
    assert "This was not done: " in ann.send(form, seat=["open", "open"], name=["", ""]).text
    assert "This was not done: " in ann.send(form, seat=["me", "invite"], name=["", "Nobody"]).text
    grouped(ann, opened, "me", "open")
    assert "you have yours" in ann.send(form, seat=["me", "me"], name=["", ""]).text


def test_an_invitation_that_nobody_made_leads_nowhere(opened, ann):
    assert ann.open(f"{opened}?invitation=x").status == 404


def test_nothing_of_the_deal_is_told_before_the_end(opened, ann, nobody):
    game = ann.send(ann.open(opened).form(f"{opened}/try")).path
    page = nobody.open(opened)
    assert "kept back" in page.text
    assert game not in page.links
    assert "The seed of the deal" not in page.text
    assert not any("/tries/" in link for link in page.links)


def test_in_the_end_the_ranking_shows_every_value_in_the_order_that_counts(ended, nobody, services):
    page = nobody.open(ended)
    view = services.challenges.view(ended.rpartition("/")[2])
    heads = re.findall(r'<th scope="col">(\w+) <small>', page.text)
    assert [head.lower() for head in heads] == ["result", *view.tie_breaks]
    assert "nights, rounds, mages, heroes, flames and constructions" in page.text
    rows = re.findall(r"<tr[^>]*><td>(\d+)</td>", page.text)
    assert rows == sorted(str(own.rank) for own in view.tries)
    for own in view.tries:
        assert all(f"<td>{own.values[name]}</td>" in page.text for name in view.tie_breaks)


def test_in_the_end_seed_and_records_are_there(ended, nobody, services):
    page = nobody.open(ended)
    view = services.challenges.view(ended.rpartition("/")[2])
    assert f"--deal {view.id}:{view.seed}" in page.text
    assert view.commitment in page.text
    for link in (f"/api/v1{ended}/record", f"/api/v1{ended}/tries/1/record", f"/api/v1{ended}/tries/2/record"):
        assert link in page.links
        assert nobody.open(link).status == 200


def test_a_challenge_of_one_seat_offers_no_group(services, ann):
    account = services.accounts.by_name("Ann").id
    path = f"/challenges/{services.challenges.open(account, NewGame('last-spell', [ME], {}), 'Alone')}"
    assert [form.action for form in ann.open(path).forms if "groups" in form.action] == []
