"""What is given to the chance of a game by its page: sealed when one sits down, opened when all have sat."""

import pytest

from service.web.games.entropy import sealed, typed

ME, OPEN = {"account": "me"}, {"open": True}


@pytest.fixture
def game_id(ann, opened):
    """A game that Ann has opened, with one seat more."""
    return opened("Ann", ME, OPEN, goal=90)


def form_of(page, ending):
    """The form of a page whose address ends so."""
    return next(form for form in page.forms if form.action.endswith(ending))


def test_what_is_typed_is_sealed_and_opened_when_all_have_sat(ann, bob, game_id, services):
    page = bob.open(f"/games/{game_id}")
    page = bob.send(form_of(page, "/sit"), entropy=" the weather ")
    table = services.ledger.table(game_id)
    assert (table.seats["s2"].entropy_hash, table.seats["s2"].entropy) == (sealed("the weather"), None)
    assert table.status == "open", "it waits for what was sealed"
    assert "the weather" not in page.text
    page = bob.send(form_of(page, "/entropy"), entropy="the wether")
    assert "the entropy is not the one whose hash was given" in page.text
    bob.send(form_of(page, "/entropy"), entropy="the weather")
    table = services.ledger.table(game_id)
    assert (table.seats["s2"].entropy, table.status) == (typed("the weather"), "running")


def test_a_seal_that_the_browser_made_is_taken_as_it_is(bob, game_id, services):
    page = bob.open(f"/games/{game_id}")
    bob.send(form_of(page, "/sit"), entropy_hash=sealed("the weather"))
    assert services.ledger.table(game_id).seats["s2"].entropy_hash == sealed("the weather")


def test_who_opens_a_game_may_seal_too(ann, services):
    form = ann.open("/?game=pig").form("/games")
    form.action = "/games/reserve"
    form = ann.send(form, seat=["me", "ai:random"]).form("/games")
    page = ann.send(form, seat=["me", "ai:random"], entropy="the weather", sealed="yes")
    assert "Open it" in page.text
    assert services.ledger.table(form.fields["reservation"]).seats["s1"].entropy_hash == sealed("the weather")


def test_nobody_is_asked_to_open_what_is_not_theirs(ann, bob, game_id):
    page = bob.send(form_of(bob.open(f"/games/{game_id}"), "/sit"), entropy="the weather")
    assert "Open it" in page.text
    assert "Open it" not in ann.open(f"/games/{game_id}").text
