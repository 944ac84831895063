"""What was typed into a form stays: where it is refused, and where the session has ended meanwhile."""

import json

import pytest
from werkzeug.datastructures import MultiDict

from service.web.refill import filled
from tests.service.web.visitor import Page

ME, OPEN = {"account": "me"}, {"open": True}
ORIGIN = {"Origin": "http://localhost"}


def test_a_refused_form_is_shown_as_it_was_filled_in(ann):
    form = ann.open("/account/notices").form("/account/notices/webhooks")
    page = ann.send(form, url="http://127.0.0.1/here", kind="slack", digest="7")
    assert "This was not done" in page.text
    fields = page.form("/account/notices/webhooks").fields
    assert (fields["url"], fields["kind"], fields["digest"]) == ("http://127.0.0.1/here", "slack", "7")
    assert ann.open("/account/notices").form("/account/notices/webhooks").fields["url"] == ""


def test_one_that_is_too_long_for_the_next_page_is_shown_by_the_answer_itself(ann):
    long = f"http://127.0.0.1/{'x' * 3000}"
    page = ann.send(ann.open("/account/notices").form("/account/notices/webhooks"), url=long, kind="slack", digest="7")
    assert page.status == 409
    assert "This was not done: a webhook&#39;s address begins with https:// or http://." in page.text
    again = page.form("/account/notices/webhooks")
    assert (again.fields["url"], again.fields["kind"], again.fields["digest"]) == (long, "slack", "7")
    page = ann.send(again, url="https://example.org/here")
    assert "The webhook is there" in page.text


def test_a_league_that_was_not_opened_keeps_its_form(ann):
    page = ann.send(ann.open("/leagues").form("/leagues"), name="Winter & <co>", seats="99", annul="yes")
    fields = page.form("/leagues").fields
    assert (fields["name"], fields["seats"], fields["annul"]) == ("Winter & <co>", "99", "yes")


def test_a_password_is_never_shown_again(ann):
    page = ann.send(ann.open("/account").form("/account/password"), old_password="not mine", password="correct horse")
    assert "not mine" not in page.text


PAGE = (
    '<!doctype html><p>a &amp; b</p><form action="/x"><input type="hidden" name="n" value="1"><input name="t"></form>'
    '<form action="/x"><input type="hidden" name="n" value="2"><input name="t" value="old"><select name="s">'
    '<option value="a" selected>A</option><option value="b">B</option></select>'
    '<textarea name="w">old &lt;</textarea></form>'
)


def test_of_several_forms_the_one_that_was_sent_is_filled_and_all_else_stays():
    page = filled(PAGE, "/x", MultiDict([("n", "2"), ("t", 'say "hi"'), ("s", "b"), ("w", "<new>")]))
    first, second = page.split("</form>")[:2]
    assert first == PAGE.split("</form>")[0]
    assert 'name="t" value="say &quot;hi&quot;"' in second
    assert '<option value="a">A</option><option value="b" selected>' in second
    assert "\n&lt;new&gt;</textarea>" in second


def test_a_page_without_that_form_stays_as_it_is():
    assert filled(PAGE, "/y", MultiDict([("t", "x")])) == PAGE


@pytest.fixture
def game(ann, bob, opened, services):
    game = opened("Ann", ME, OPEN)
    services.ledger.sit(services.accounts.by_name("Bob").id, game)
    return f"/games/{game}"


def sent_after_the_end(visitor, services, game, **fields):
    """A form of a page whose session has ended since, as a browser sends it."""
    page = visitor.open(game)
    account = services.accounts.by_name("Ann").id
    for token in services.accounts.tokens(account):
        services.accounts.logout(account, token.id)
    form = page.form(f"{game}/notes")
    return visitor.client.post(f"{game}/notes", data={**form.fields, **fields}, headers=ORIGIN)


def test_who_signs_in_again_finds_the_form_as_it_was(ann, game, services):
    words = "A plan. " * 900
    page = Page(sent_after_the_end(ann, services, game, text=words))
    assert page.status == 403
    page = ann.send(page.form("/sign-in"), name="Ann", password="wrong password")
    page = ann.send(page.form("/sign-in"), name="Ann", password="correct horse")
    kept = ann.send(page.form(f"{game}/notes"))
    assert kept.path == game
    assert services.notes.read(services.accounts.by_name("Ann").id, game[7:]).text == words


def test_a_form_from_elsewhere_is_refused_as_before(nobody, game):
    for headers in ({}, {"Origin": "https://elsewhere.example"}):
        answer = nobody.client.post(f"{game}/notes", data={"text": "x"}, headers=headers)
        assert answer.status_code == 403
        assert "out of date" in answer.text


def test_a_form_of_an_earlier_session_can_be_sent_again(ann, game):
    answer = ann.client.post(f"{game}/talk", data={"text": "Hello", "csrf": "of before"}, headers=ORIGIN)
    assert answer.status_code == 403
    assert 'value="Hello"' in answer.text
    assert json.dumps("of before") not in answer.text


def test_it_is_sent_to_the_whole_address(ann):
    answer = ann.client.post("/operate/data/nightfall?base=mine", data={"csrf": "of before"}, headers=ORIGIN)
    assert 'action="/operate/data/nightfall?base=mine"' in answer.text
