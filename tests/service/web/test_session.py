"""Signing in and out, and what a session is safe against."""

import re
from uuid import UUID

import pytest

from service.people.accounts import SETTLE
from service.store.event_store import executing
from tests.service.web.visitor import Visitor

ME = {"account": "me"}


def test_who_has_signed_up_is_greeted_by_name_until_signing_out(nobody):
    assert "Ann</a>" in nobody.sign_up("Ann").text
    page = nobody.send(nobody.open("/").form("/sign-out"))
    assert "Ann</a>" not in page.text
    assert "Ann</a>" in nobody.sign_in("ann").text


def test_a_wrong_password_is_told(ann, app):
    page = Visitor(app).sign_in("Ann", "wrong password")
    assert page.status == 401
    assert "No account has this name and password." in page.text


def test_a_name_that_is_taken_is_told(ann, nobody):
    page = nobody.send(nobody.open("/").form("/sign-up"), name="ANN", password="correct horse")
    assert page.status == 409
    assert "is taken" in page.text


def test_passwords_cannot_be_guessed_by_turns_here_and_at_the_api(ann, app):
    guesser = Visitor(app)
    for _ in range(5):
        assert guesser.sign_in("Ann", "wrong password").status == 401
        body = {"name": "ann", "password": "wrong password"}
        assert guesser.client.post("/api/v1/tokens", json=body).status_code == 401
    page = guesser.sign_in("Ann")
    assert page.status == 429
    assert "<h1>This did not work (429)</h1>" in page.text


def test_one_address_cannot_try_one_password_for_name_after_name(app):
    guesser = Visitor(app)
    found = []
    while 429 not in found:
        found.append(guesser.sign_in(f"Name {len(found)}", "correct horse").status)
        assert len(found) <= 2 * 60 + 1, "even if a minute begins meanwhile"
    assert found[:60] == [401] * 60


def test_the_cookie_is_closed_to_scripts_and_other_sites(nobody):
    nobody.open("/")
    response = nobody.client.post("/sign-up", data=nobody.open("/").form("/sign-up").fields)
    sent = nobody.client.get("/").headers.get("Set-Cookie") or response.headers["Set-Cookie"]
    assert "HttpOnly" in sent
    assert "SameSite=Lax" in sent


def test_over_tls_the_cookie_is_sent_over_tls_only(app):
    over_tls = app.test_client().get("/", base_url="https://nightledger.example")
    assert "Secure" in over_tls.headers["Set-Cookie"]
    assert "Secure" not in app.test_client().get("/").headers["Set-Cookie"]


def forms(app):
    """The address of each form, but those that programs send by themselves: their address is a secret."""
    by_programs = ("pages.notices.unsubscribe", "pages.notices.confirm", "pages.notices.renew_device")
    rules = [rule for rule in app.url_map.iter_rules() if rule.endpoint.startswith("pages.")]
    rules = [rule for rule in rules if rule.endpoint not in by_programs]
    addresses = [rule.rule.replace("<game_id>", str(UUID(int=0))) for rule in rules if "POST" in rule.methods]
    some_of = [re.sub(r"<any\((\w+)[^>]*>", r"\1", address) for address in addresses]
    return [re.sub("<int:[a-z_]+>", "1", address) for address in some_of]


def test_no_form_is_taken_without_the_token_of_its_session(app, ann, bob):
    addresses = forms(app)
    assert "/sign-in" in addresses
    assert "/account/delete" in addresses
    assert len(addresses) >= 12
    of_another = bob.open("/").form("/sign-out").fields["csrf"]
    for address in addresses:
        for data in ({}, {"csrf": ""}, {"csrf": of_another}, {"csrf": "ü"}):
            assert ann.client.post(address, data=data).status_code == 403, address
    assert "Ann</a>" in ann.open("/").text


def test_a_form_token_does_not_outlive_signing_in(ann, nobody):
    before = nobody.open("/").form("/sign-in").fields["csrf"]
    nobody.sign_in("Ann")
    assert nobody.client.post("/sign-out", data={"csrf": before}).status_code == 403


def test_a_cookie_that_was_tampered_with_signs_nobody_in(ann, app):
    cookie = ann.client.get_cookie("nightledger").value
    thief = Visitor(app)
    thief.client.set_cookie("nightledger", cookie[:-2] + ("AA" if cookie[-2:] != "AA" else "BB"))
    assert "Sign up" in thief.open("/").text


def test_signing_out_ends_the_session_wherever_its_cookie_was_copied_to(ann, app):
    copied = Visitor(app)
    copied.client.set_cookie("nightledger", ann.client.get_cookie("nightledger").value)
    assert "Ann</a>" in copied.open("/").text
    ann.send(ann.open("/").form("/sign-out"))
    assert "Ann</a>" not in copied.open("/").text


def test_no_page_shows_what_is_in_the_cookie(ann, opened, services):
    game = opened("Ann", ME, ME)
    with ann.client.session_transaction() as session:
        secret, key = session["token"], session["token_id"]
    assert services.accounts.authenticate(secret) is not None
    for path in ("/", "/account", f"/games/{game}", f"/games/{game}/replay", f"/games/{game}/record"):
        text = ann.open(path).text
        assert secret not in text
        assert key not in text or path == "/account"


@pytest.mark.parametrize(
    ("wanted", "path"),
    [
        ("/account", "/account"),
        ("/account#vacation", "/account"),
        ("//elsewhere.example/", "/"),
        ("/\\elsewhere.example", "/"),
        ("https://elsewhere.example/", "/"),
        ("javascript:alert(1)", "/"),
        ("/\t/elsewhere.example", "/"),
        ("", "/"),
    ],
)
def test_after_signing_in_one_goes_on_to_pages_of_this_site_only(ann, nobody, wanted, path):
    page = nobody.send(nobody.open("/").form("/sign-in"), name="Ann", password="correct horse", next=wanted)
    assert page.status == 200
    assert page.path == path


def test_who_must_sign_in_first_comes_back_to_the_page_that_was_wanted(ann, nobody):
    form = nobody.open("/account").form("/sign-in")
    assert nobody.send(form, name="Ann", password="correct horse").path == "/account"


def test_every_page_forbids_what_does_not_come_from_here(ann, opened):
    game = opened("Ann", ME, ME, game="nightfall")
    for path in (
        "/",
        "/account",
        f"/games/{game}",
        f"/games/{game}/replay",
        "/games/none",
        "/docs",
        "/static/pages.css",
    ):
        response = ann.client.get(path)
        policy = response.headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert response.headers["X-Frame-Options"] == "DENY"
        assert response.headers["X-Content-Type-Options"] == "nosniff"
        if response.mimetype == "text/html":
            assert not re.search(r"<style|\sstyle=|\son\w+=|<script(?![^>]*\ssrc=)", response.text)
            assert not re.search(r"(src|href|action)=\"(?:https?:)?//", response.text)
            assert "Cookie" in response.headers["Vary"]
            assert "private" in response.headers["Cache-Control"]


def test_names_of_cards_come_in_the_language_that_was_chosen(ann, opened):
    sets = {"s1": "ghoulish-summons", "s2": "vulko"}
    path = f"/games/{opened('Ann', ME, ME, game='nightfall', draft='quick', sets=sets)}"
    assert "Ghoulish Summons" in ann.open(f"{path}?seat=s1").text
    page = ann.read_in("de", f"{path}?seat=s1")
    assert page.path == f"{path}?seat=s1"
    assert "Ghulbeschwörung" in page.text
    assert "Ghoulish Summons" not in page.text
    assert "Ghoulish Summons" not in ann.open(path).text


def test_a_language_that_there_is_not_changes_nothing(ann):
    assert ann.read_in("xx").status == 422
    assert ann.client.get_cookie("language") is None


def test_pages_are_in_the_language_of_the_account_else_of_the_browser(ann, nobody, app, services):
    german = {"Accept-Language": "de-AT, en;q=0.5"}
    assert '<html lang="de">' in nobody.open("/", headers=german).text
    assert "Partien zum Zuschauen" in nobody.open("/", headers=german).text
    nobody.read_in("fr")
    assert '<html lang="fr">' in nobody.open("/", headers=german).text
    services.accounts.change(services.accounts.by_name("Ann").id, time_zone="Europe/Paris")
    assert '<html lang="de">' in ann.open("/", headers=german).text
    ann.read_in("pl")
    other = Visitor(app)
    other.sign_in("Ann")
    assert '<html lang="pl">' in other.open("/", headers=german).text
    assert ann.client.get_cookie("language") is None


def test_who_has_a_zone_whose_data_is_lost_sees_the_times_of_utc(ann, services):
    zone = {"time_zone": "SystemV/EST5EDT", "language": "en"}
    services.store.write(executing(SETTLE, account=services.accounts.by_name("Ann").id, **zone))
    page = ann.open("/account")
    assert page.status == 200
    assert " UTC" in page.text


def test_a_zone_whose_data_is_lost_stays_until_another_is_chosen(ann, services):
    account = services.accounts.by_name("Ann").id
    services.store.write(executing(SETTLE, account=account, time_zone="SystemV/EST5EDT", language="en"))
    assert '<option value="SystemV/EST5EDT" selected>' in ann.open("/account").text


def test_a_reason_is_told_in_the_language_of_the_page_or_in_english_beside_its_sentence(ann, nobody):
    nobody.read_in("de")
    page = nobody.send(nobody.open("/").form("/sign-in"), name="Nobody", password="wrong wrong")
    assert '<p class="message refused">Kein Konto hat diesen Namen und dieses Passwort.</p>' in page.text
    missing = nobody.open(f"/games/{UUID(int=0)}").text
    assert "<p>es gibt keine solche Partie</p>" in missing
    ann.read_in("de")
    page = ann.send(ann.open("/account/notices").form("/account/notices/webhooks"), url="ftp://x")
    assert "beginnt mit https:// oder http://." in page.text
    page = ann.send(ann.open("/account/notices").form("/account/notices/webhooks"), url="http://[x")
    assert '<p class="message refused">Das wurde nicht getan.</p>' in page.text
    reason = "this is no address: Invalid IPv6 URL"
    assert f'<p class="message reason" lang="en">{reason}</p>' in page.text
