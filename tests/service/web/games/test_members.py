"""What a page shows to somebody who has lost the seat, and to whom it offers to sit down."""

import pytest

from service.games.shapes import OperatorAct

ME, OPEN = {"account": "me"}, {"open": True}


@pytest.fixture
def operate(services, person):
    """Does something to a game as an operator who has nothing to do with it."""
    person("Opal")
    opal = services.accounts.by_name("Opal").id
    services.accounts.set_operator(opal, True)

    def call(game_id, verb, **how):
        return services.corrections.operate(opal, game_id, OperatorAct(verb, "it had to be", **how))

    return call


def sits(services, name, game_id):
    services.ledger.sit(services.accounts.by_name(name).id, game_id)


def test_the_page_of_a_seat_that_was_lost_stands_still(ann, bob, opened, services, operate):
    game_id = opened("Ann", ME, {"account": "Bob"}, visibility="private", goal=90)
    sits(services, "Bob", game_id)
    operate(game_id, "replace", seat="s2", level="random")
    version = services.ledger.view(game_id, services.accounts.by_name("Ann").id).version - 1
    page = bob.open(f"/games/{game_id}")
    assert (page.status, f'data-version="{version}"' in page.text) == (200, True)
    assert "data-news" not in page.text
    assert "data-news" in ann.open(f"/games/{game_id}").text
    assert "Sit down" not in page.text
    assert 'action="/games/' + game_id + '/talk"' not in page.text
    assert bob.open(f"/games/{game_id}/news?after={version}").status == 204
    assert bob.open(f"/games/{game_id}/replay?at=99").status == 200


def test_nobody_is_offered_a_seat_that_is_kept_for_others_nor_who_sits_already(ann, bob, person, opened):
    path = f"/games/{opened('Ann', ME, {'account': 'Bob'})}"
    assert "Sit down" in bob.open(path).text
    assert "Sit down" not in person("Cy").open(path).text
    assert "Sit down" not in ann.open(path).text


def test_the_page_of_a_link_offers_a_seat_to_whom_it_is_open(ann, bob, person, opened, services):
    game_id = opened("Ann", ME, OPEN, OPEN, visibility="private")
    link = services.hosting.invite(services.accounts.by_name("Ann").id, game_id, "s2")
    path = f"/invitations/{link.token}"
    assert "Sit down" not in ann.open(path).text, "she sits there already"
    assert "Sit down" in bob.open(path).text
    services.ledger.sit(services.accounts.by_name("Bob").id, game_id, invitation=link.token)
    assert "Sit down" not in person("Cy").open(path).text, "the seat is taken"


def test_the_result_tells_what_an_operator_did_and_why(ann, opened, operate):
    game_id = opened("Ann", ME, ME)
    operate(game_id, "void")
    text = ann.open(f"/games/{game_id}").text
    assert "An operator acted at event" in text
    assert "void: <q>it had to be</q>" in text
