"""What who has opened a game does for it by its page, and what is asked once more."""

import re

import pytest

ME, OPEN = {"account": "me"}, {"open": True}


@pytest.fixture
def game(ann, opened):
    """A private game of Ann's with two open seats: its path."""
    return f"/games/{opened('Ann', ME, OPEN, OPEN, visibility='private')}"


def secret_link(page):
    [address] = re.findall(r'readonly value="http://localhost(/invitations/[^"]+)"', page.text)
    return address


def test_who_has_a_link_made_by_page_sits_down_at_a_private_game(ann, bob, game):
    link = secret_link(ann.send(ann.open(game).form(f"{game}/invitations"), seat="s3"))
    assert bob.open(game).status == 404
    page = bob.send(bob.open(link).form(link))
    assert page.path == game
    assert "Bob</a>" in page.text


def test_a_revoked_link_is_worth_nothing(ann, bob, game):
    page = ann.send(ann.open(game).form(f"{game}/invitations"))
    link = secret_link(page)
    assert "The link is worth nothing" in ann.send(page.form(f"{game}/invitations/revoke")).text
    assert bob.open(link).status == 404


def test_others_see_no_link_and_make_none(ann, person, opened):
    game = f"/games/{opened('Ann', ME, OPEN)}"
    made = ann.send(ann.open(game).form(f"{game}/invitations"))
    cy = person("Cy")
    assert secret_link(made) not in cy.open(game).text
    stolen = made.form(f"{game}/invitations")
    stolen.fields["csrf"] = cy.open("/").form("/games").fields["csrf"]
    assert "only who opened a game invites to it" in cy.send(stolen).text


def test_a_free_seat_is_given_to_an_ai_and_a_taken_one_is_freed(ann, bob, opened, services):
    game_id = opened("Ann", ME, OPEN, OPEN)
    game = f"/games/{game_id}"
    bob.send(bob.open(game).form(f"{game}/sit"))
    ann.send(ann.open(game).form(f"{game}/seats/free"), seat="s2")
    page = ann.send(ann.open(game).form(f"{game}/seats/ai"), seat="s3", level="random")
    seats = services.ledger.view(game_id).seats
    assert [seat.kind for seat in seats.values()] == ["person", "open", "ai"]
    assert page.status == 200


@pytest.mark.parametrize(
    ("path", "question"),
    [("leave", "Somebody else may take it then."), ("cancel", "the game is over before it began")],
)
def test_leaving_and_cancelling_ask_once_more(ann, game, path, question):
    page = ann.open(game).text
    asked = next(part for part in page.split('<details class="asked-again"')[1:] if f'action="{game}/{path}"' in part)
    assert question in asked.partition("<form")[0]
