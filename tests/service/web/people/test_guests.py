"""Playing without having signed up, and keeping the account."""

import re

import pytest

from domain.games.catalog import GAMES
from tests.service.web.visitor import Visitor

LINE = "You play as a guest:"


def play(visitor, game="nightfall", path="/"):
    """The table that the button leads to."""
    return visitor.send(visitor.open(path).form("/guest"), ("game", game))


def name_of(page):
    [name] = set(re.findall(r"Guest \d{4,}", page.text))
    return name


@pytest.mark.parametrize("game", GAMES)
def test_a_stranger_is_led_to_the_table_of_an_unrated_game_against_a_beginner(nobody, services, game):
    page = play(nobody, game)
    assert (page.status, page.path.split("/")[1]) == (200, "games")
    table = services.ledger.table(page.path.split("/")[2])
    guest = services.accounts.by_name(name_of(page))
    assert (table.header.game, table.status, table.header.terms["rated"]) == (game, "running", False)
    assert [(held.account, held.level) for held in table.seats.values()] == [(guest.id, None), (None, "random")]
    assert not guest.has_password
    assert table.header.terms["visibility"] == "private"
    assert LINE in page.text


def test_learning_pages_and_the_first_page_have_the_button_for_strangers_alone(nobody, ann):
    for path in ("/", "/learn"):
        games = {game for form in nobody.open(path).forms if form.action == "/guest" for _, game, _ in form.buttons}
        assert games >= set(GAMES)
        assert 'action="/guest"' not in ann.open(path).text


def test_a_guest_keeps_the_account_by_a_name_and_a_password(nobody, app):
    table = play(nobody, path="/learn")
    form = nobody.open("/account").form("/account/keep")
    refused = nobody.send(form, name="Gwen", password="short")
    assert "The account is as it was" in refused.text
    assert LINE in refused.text
    kept = nobody.send(refused.form("/account/keep"), name="Gwen", password="correct horse")
    assert "The account is kept" in kept.text
    assert "Gwen</a>" in kept.text
    assert LINE not in kept.text
    assert kept.form("/account/password")
    elsewhere = Visitor(app)
    assert table.path in elsewhere.sign_in("Gwen").links
    assert "Gwen" in elsewhere.open(table.path).text


def test_an_account_with_a_password_is_not_taken_by_the_form_of_guests(ann, app):
    form = ann.open("/account").form("/account/name")
    form.action = "/account/keep"
    page = ann.send(form, name="Thief", password="another one")
    assert "The account is as it was: the old password is another one." in page.text
    assert "Ann</a>" in Visitor(app).sign_in("Ann").text


def test_a_form_that_is_sent_twice_makes_one_guest_and_one_game(nobody, app, services):
    """The second time the browser has the cookie of before, since no answer has come."""
    form, again = nobody.open("/").form("/guest"), Visitor(app)
    again.client.set_cookie("nightledger", nobody.client.get_cookie("nightledger").value)
    first, second = (one.send(form, ("game", "nightfall")) for one in (nobody, again))
    assert first.path == second.path
    assert name_of(first) == name_of(second)
    assert services.accounts.beginning_with("Guest ", 5) == [name_of(first)]


def test_a_guest_is_asked_before_signing_out(nobody):
    play(nobody)
    assert "/sign-out" in nobody.open("/").links
    page = nobody.open("/sign-out")
    assert "nobody can sign in to it again" in page.text
    assert LINE not in nobody.send(page.form("/sign-out")).text
    assert nobody.open("/sign-out").path == "/"


def test_who_is_signed_in_already_is_shown_the_form_of_a_new_game(ann, nobody, services):
    form = nobody.open("/").form("/guest")
    nobody.sign_in("Ann")
    form.fields["csrf"] = nobody.open("/").form("/sign-out").fields["csrf"]
    assert nobody.send(form, ("game", "darkness")).path == "/?game=darkness"
    assert services.accounts.beginning_with("Guest ", 5) == []


def test_a_game_that_there_is_not_makes_no_guest(nobody, services):
    page = nobody.send(nobody.open("/").form("/guest"), ("game", "chess"))
    assert page.status == 422
    assert services.accounts.beginning_with("Guest ", 5) == []
