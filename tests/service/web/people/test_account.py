"""One's own account."""

import re
from os import urandom
from urllib.parse import urlencode

import pytest

from service.people import ttl_cache
from service.people.accounts import Accounts
from service.store.event_store import executing
from tests.service.web.visitor import Visitor

DAY = 86_400


def test_another_name_is_shown_at_once(ann):
    page = ann.send(ann.open("/account").form("/account/name"), name="Anna")
    assert "Your name is changed." in page.text
    assert "Anna</a>" in page.text


def test_times_are_told_as_they_are_where_the_reader_lives(ann, services):
    """The first of July: Paris is two hours ahead, Kathmandu, which has no short name, five and three quarters."""
    created = 1_782_864_000
    services.store.write(executing("UPDATE tokens SET created=:at", at=created))
    assert "2026-07-01 00:00 UTC" in ann.open("/account").text
    for zone, told in {"Europe/Paris": "2026-07-01 02:00 CEST", "Asia/Kathmandu": "2026-07-01 05:45 +0545"}.items():
        ann.send(ann.open("/account").form("/account/place"), time_zone=zone, language="en")
        assert told in ann.open("/account").text


def test_who_keeps_another_time_zone_keeps_the_language_in_which_pages_are_read(ann):
    """That of the browser, as long as none was chosen."""
    ann.client.environ_base["HTTP_ACCEPT_LANGUAGE"] = "de"
    form = ann.open("/account").form("/account/place")
    assert form.fields["language"] == "de"
    ann.send(form, time_zone="Europe/Berlin")
    ann.client.environ_base["HTTP_ACCEPT_LANGUAGE"] = "en"
    assert '<html lang="de"' in ann.open("/account").text


def test_a_name_that_is_taken_is_told(ann, bob):
    page = ann.send(ann.open("/account").form("/account/name"), name="bob")
    assert "The name is as it was" in page.text
    assert "Ann</a>" in page.text


def test_a_new_password_ends_all_sessions_but_this_one(ann, app):
    elsewhere = Visitor(app)
    elsewhere.sign_in("Ann")
    form = ann.open("/account").form("/account/password")
    page = ann.send(form, password="another secret", old_password="correct horse")
    assert "Your password is changed" in page.text
    assert "Sign up" in elsewhere.open("/").text
    assert elsewhere.sign_in("Ann").status == 401
    assert "Ann</a>" in elsewhere.sign_in("Ann", "another secret").text


def test_a_short_password_is_refused(ann):
    form = ann.open("/account").form("/account/password")
    page = ann.send(form, password="short", old_password="correct horse")
    assert "The password is as it was" in page.text


def test_who_does_not_know_the_old_password_gives_no_new_one(ann):
    form = ann.open("/account").form("/account/password")
    page = ann.send(form, password="another secret", old_password="a guess of it")
    assert "The password is as it was: the old password is another one." in page.text


def test_a_session_that_has_just_ended_elsewhere_makes_no_token_and_allows_no_app(ann, services, monkeypatch):
    monkeypatch.setattr(ttl_cache, "SECONDS", 60)
    own = services.accounts.by_name("Ann").id
    app = services.apps.register(own, "Watcher", ["https://app.example/"], ["read"])
    asked = {"response_type": "code", "client_id": app.id, "redirect_uri": "https://app.example/", "scope": "read"}
    asked |= {"code_challenge": "c" * 43, "code_challenge_method": "S256"}
    address = f"/oauth/authorize?{urlencode(asked)}"
    consent = ann.open(address).form(address)
    form = ann.open("/account").form("/account/tokens/new")
    Accounts(services.store, services.clock, urandom).logout_everywhere(own)
    page = ann.send(form, scope=["read"])
    assert "No token was made: the session or token by which this was asked for has ended." in page.text
    assert ann.send(consent, allow="yes").status == 401
    assert services.accounts.tokens(own) == []
    assert services.store.rows("SELECT code FROM app_codes") == []


def test_a_session_elsewhere_can_be_ended(ann, app):
    elsewhere = Visitor(app)
    elsewhere.sign_in("Ann")
    tokens = [form for form in ann.open("/account").forms if form.action == "/account/tokens"]
    for form in tokens:
        ann.send(form)
    assert "Sign up" in elsewhere.open("/").text
    assert "Ann</a>" in ann.open("/").text


def test_a_token_for_a_program_is_made_and_shown_once(ann, services):
    form, before = ann.open("/account").form("/account/tokens/new"), services.clock()
    page = ann.send(form, token_name="my bot", scope=["read", "talk"], days="7")
    secret = re.search(r"shown this once: <code>([^<]+)</code>", page.text)[1]
    grant = services.accounts.grant(secret)
    assert (grant.scopes, grant.account) == ({"read", "talk"}, services.accounts.by_name("Ann").id)
    assert before <= grant.ends - 7 * DAY <= services.clock()
    again = ann.open("/account")
    assert secret not in again.text
    assert "my bot" in again.text
    assert "for read, talk only" in again.text


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        ({"scope": []}, "say what it is for"),
        ({"scope": ["read"], "days": "0"}, "days is"),
        ({"scope": ["read"], "days": "1e2"}, "days is"),
        ({"scope": ["read"], "token_name": "x" * 61}, "a name has 1 to 60 characters"),
    ],
)
def test_a_token_that_cannot_be_is_refused(ann, services, wrong, why):
    page = ann.send(ann.open("/account").form("/account/tokens/new"), **wrong)
    assert f"No token was made: {why}" in page.text
    assert len(services.accounts.tokens(services.accounts.by_name("Ann").id)) == 1


def test_nobody_ends_the_session_of_another(ann, bob, services):
    form = ann.open("/account").form("/account/delete")
    [of_bob] = services.accounts.tokens(services.accounts.by_name("Bob").id)
    form.action = "/account/tokens"
    assert ann.send(form, token=of_bob.id).status == 404
    assert "Bob</a>" in bob.open("/").text


def test_an_account_is_deleted_only_if_its_name_is_written_out(ann, app):
    page = ann.send(ann.open("/account").form("/account/delete"), name="ann")
    assert "Nothing was deleted" in page.text
    page = ann.send(ann.open("/account").form("/account/delete"), name="Ann")
    assert "Your account is deleted." in page.text
    assert Visitor(app).sign_in("Ann").status == 401


def test_whose_account_cannot_be_deleted_yet_stays_signed_in(ann, services, monkeypatch):
    form, up_to_date = ann.open("/account").form("/account/delete"), iter([True, False])
    with monkeypatch.context() as patched:
        patched.setattr(services.read_models.follower, "catch_up", lambda patience: next(up_to_date))
        assert ann.send(form, name="Ann").status == 503
    page = ann.send(ann.open("/account").form("/account/delete"), name="Ann")
    assert "Your account is deleted." in page.text


def clock_of(services, game_id, seat="s1"):
    return services.ledger.view(game_id).clocks[seat]


def test_a_vacation_stops_the_clocks_until_one_comes_back(ann, opened, services):
    clock = {"per_decision": DAY, "vacation": 5 * DAY}
    game = opened("Ann", {"account": "me"}, {"ai": "random"}, clock=clock)
    page = ann.send(ann.open("/account").form("/account/vacation"), days="3")
    assert "Your clocks stand still" in page.text
    assert "You are on vacation until" in page.text
    assert "27 days of this year's are left beside it" in page.text
    assert clock_of(services, game).paused
    page = ann.send(page.form("/account/vacation/end"))
    assert "Welcome back" in page.text
    until = clock_of(services, game).paused.until
    assert until <= services.clockwork.now(), "the pause has ended"
    assert "You are on vacation until" not in page.text


@pytest.mark.parametrize("days", ["", "many", "0", "31", "-1", "1.5"])
def test_no_vacation_of_days_that_there_are_not(ann, services, days):
    page = ann.send(ann.open("/account").form("/account/vacation"), days=days)
    assert "Your clocks stand still, as far" not in page.text
    assert services.vacations.current(services.accounts.by_name("Ann").id) is None


def test_nobody_comes_back_from_no_vacation(ann):
    form = ann.open("/account").form("/account/vacation")
    form.action = "/account/vacation/end"
    assert "you are on no vacation" in ann.send(form).text


def test_an_account_is_marked_as_a_bots_for_ever(ann, opened, nobody):
    form = ann.open("/account").form("/account/bot")
    assert "tick that it is for ever" in ann.send(form).text
    page = ann.send(form, for_ever="yes")
    assert "This account is marked as a bot&#39;s, for ever." in page.text.replace("bot's", "bot&#39;s")
    assert "/account/bot" not in [form.action for form in page.forms]
    game = opened("Ann", {"account": "me"}, {"open": True})
    assert "Ann (a bot)" in nobody.open(f"/games/{game}").text
    assert "Ann (a bot)" in nobody.open("/").text
