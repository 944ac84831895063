"""Apps of others: consent, codes with PKCE, and what is tried against them."""

import base64
import hashlib
import re
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest

from tests.service.api.problems import is_problem
from tests.service.web.visitor import Visitor

VERIFIER = "a-verifier-that-nobody-could-guess-" + "0123456789" * 2
CHALLENGE = base64.urlsafe_b64encode(hashlib.sha256(VERIFIER.encode()).digest()).decode().rstrip("=")
CALLBACK = "https://app.example/callback"


@pytest.fixture
def client_id(bob):
    made = bob.post("/apps", {"app_name": "Watcher", "redirect_uris": [CALLBACK], "scopes": ["read", "play"]})
    assert made.status_code == 201, made.text
    return made.json["id"]


@pytest.fixture
def visitor(app):
    """Cleo, signed in on the pages."""
    cleo = Visitor(app)
    cleo.sign_up("Cleo")
    return cleo


def address(client_id, **changed):
    asked = {
        "response_type": "code",
        "client_id": client_id,
        "redirect_uri": CALLBACK,
        "scope": "read",
        "state": "s7",
        "code_challenge": CHALLENGE,
        "code_challenge_method": "S256",
        **changed,
    }
    return f"/oauth/authorize?{urlencode({name: value for name, value in asked.items() if value is not None})}"


def decided(visitor, client_id, allow="yes", **changed):
    """Where Cleo is sent after her decision: the query of the address."""
    page = visitor.client.get(address(client_id, **changed))
    assert page.status_code == 200, page.text
    fields = dict(re.findall(r'name="(csrf|nonce)" value="([^"]*)"', page.text))
    answer = visitor.client.post(address(client_id, **changed), data={**fields, "allow": allow})
    assert answer.status_code == 302
    assert answer.location.startswith(f"{CALLBACK}?")
    return {name: value for name, [value] in parse_qs(urlsplit(answer.location).query).items()}


def exchanged(nobody, client_id, code, **changed):
    form = {
        "grant_type": "authorization_code",
        "client_id": client_id,
        "redirect_uri": CALLBACK,
        "code": code,
        "code_verifier": VERIFIER,
        **changed,
    }
    return nobody.client.post("/oauth/token", data={name: value for name, value in form.items() if value is not None})


def works(nobody, token):
    return nobody.get("/accounts/me", headers={"Authorization": f"Bearer {token}"}).status_code != 401


def test_an_app_gets_a_token_for_what_was_allowed_and_no_more(services, visitor, nobody, client_id):
    sent_back = decided(visitor, client_id)
    assert sent_back["state"] == "s7"

    told = exchanged(nobody, client_id, sent_back["code"])

    assert told.status_code == 200, told.text
    assert told.headers["Cache-Control"] == "no-store"
    assert (told.json["token_type"], told.json["scope"], told.json["expires_in"]) == ("Bearer", "read", 90 * 86_400)
    assert "refresh_token" not in told.json
    grant = services.accounts.grant(told.json["access_token"])
    assert (grant.account, grant.scopes) == (services.accounts.by_name("Cleo").id, {"read"})
    shown = {"Authorization": f"Bearer {told.json['access_token']}"}
    assert nobody.get("/games", headers=shown).status_code == 200
    assert is_problem(nobody.call("DELETE", "/accounts/me", headers=shown), 403, "insufficient-scope")


def test_the_page_says_in_words_what_the_app_may_do_and_where_it_leads(visitor, client_id):
    page = visitor.client.get(address(client_id, scope="read play"))
    assert "May Watcher act for you?" in page.text
    assert "Watcher is an app of Bob." in page.text
    assert "see what you may see: games, hands, messages, notes, leagues" in page.text
    assert "write messages" not in page.text
    assert "form-action 'self' https://app.example;" in page.headers["Content-Security-Policy"]


def test_who_is_not_signed_in_is_asked_to_and_comes_back(app, client_id):
    answer = app.test_client().get(address(client_id))
    assert answer.status_code == 303
    assert parse_qs(urlsplit(answer.location).query)["next"] == [address(client_id)]


def test_who_refuses_is_sent_back_without_a_code(visitor, client_id):
    assert decided(visitor, client_id, allow="no") == {
        "error": "access_denied",
        "error_description": "The resource owner or authorization server denied the request",
        "state": "s7",
    }


def test_who_decides_when_the_session_has_ended_is_asked_anew(services, visitor, client_id):
    fields = dict(re.findall(r'name="(csrf|nonce)" value="([^"]*)"', visitor.client.get(address(client_id)).text))
    services.accounts.logout_everywhere(services.accounts.by_name("Cleo").id)
    answer = visitor.client.post(address(client_id), data={**fields, "allow": "yes"})
    assert (answer.status_code, answer.location) == (303, address(client_id))


def test_what_was_allowed_is_listed_and_can_be_ended(services, visitor, nobody, client_id):
    token = exchanged(nobody, client_id, decided(visitor, client_id)["code"]).json["access_token"]
    [own] = [one for one in services.accounts.tokens(services.accounts.by_name("Cleo").id) if one.app == client_id]
    assert own.name == "Watcher"
    page = visitor.open("/account")
    assert "an app that you have allowed" in page.text
    visitor.send(next(form for form in page.forms if form.action == "/account/tokens" and own.id in str(form.fields)))
    assert not works(nobody, token)


def test_another_verifier_gives_nothing(visitor, nobody, client_id):
    code = decided(visitor, client_id)["code"]
    for wrong in ("x" * 43, None, CHALLENGE):
        refused = exchanged(nobody, client_id, code, code_verifier=wrong)
        assert refused.status_code == 400
        assert refused.json["error"] in ("invalid_grant", "invalid_request")


def test_a_code_that_is_used_twice_ends_the_token(visitor, nobody, client_id):
    code = decided(visitor, client_id)["code"]
    token = exchanged(nobody, client_id, code).json["access_token"]
    assert works(nobody, token)

    again = exchanged(nobody, client_id, code)

    assert (again.status_code, again.json["error"]) == (400, "invalid_grant")
    assert not works(nobody, token)


def test_of_two_who_exchange_a_code_at_once_none_keeps_a_token(services, visitor, client_id):
    code = decided(visitor, client_id)["code"]
    found = services.apps.allowed(client_id, code)
    token = services.apps.exchange(found)
    assert services.apps.exchange(found) is None
    assert services.accounts.grant(token.secret) is None


def test_a_new_password_ends_what_was_allowed_and_is_not_exchanged_yet(visitor, nobody, client_id):
    code = decided(visitor, client_id)["code"]
    form = visitor.open("/account").form("/account/password")
    assert "ended" in visitor.send(form, old_password="correct horse", password="another horse").text
    refused = exchanged(nobody, client_id, code)
    assert (refused.status_code, refused.json["error"]) == (400, "invalid_grant")


@pytest.mark.parametrize("uri", [f"{CALLBACK}/", f"{CALLBACK}?more=1", "https://evil.example/callback", None])
def test_nobody_is_sent_anywhere_but_to_an_address_that_was_registered(visitor, client_id, uri):
    answer = visitor.client.get(address(client_id, redirect_uri=uri))
    assert answer.status_code == 422
    assert "Location" not in answer.headers


def test_a_code_whose_app_is_removed_meanwhile_gives_no_token(services, bob, visitor, client_id, monkeypatch):
    found = services.apps.allowed(client_id, decided(visitor, client_id)["code"])
    known = services.apps.known(client_id)
    assert bob.call("DELETE", f"/apps/{client_id}").status_code == 204
    monkeypatch.setattr(services.apps, "known", lambda app_id: known)
    assert services.apps.exchange(found) is None
    assert all(token.app is None for token in services.accounts.tokens(found.account))


def test_a_code_is_exchanged_with_the_address_that_it_was_sent_to(visitor, nobody, client_id):
    code = decided(visitor, client_id)["code"]
    refused = exchanged(nobody, client_id, code, redirect_uri="https://app.example/other")
    assert (refused.status_code, refused.json["error"]) == (400, "invalid_grant")


@pytest.mark.parametrize("scope", ["read talk", "account", "read operate", "everything", "", None])
def test_an_app_asks_for_nothing_but_what_it_was_registered_for(visitor, client_id, scope):
    answer = visitor.client.get(address(client_id, scope=scope))
    assert answer.status_code == 302
    assert "error=invalid_scope" in answer.location


def test_a_token_is_for_no_more_than_the_person_has_seen(visitor, nobody, client_id):
    code = decided(visitor, client_id, scope="read")["code"]
    assert exchanged(nobody, client_id, code, scope="read play").json["scope"] == "read"


@pytest.mark.parametrize(
    "changed",
    [
        {"code_challenge": None},
        {"code_challenge_method": "plain"},
        {"code_challenge_method": None},
        {"code_challenge": None, "code_challenge_method": None},
        {"code_challenge": "short"},
    ],
)
def test_there_is_no_way_without_a_hashed_challenge(visitor, client_id, changed):
    answer = visitor.client.get(address(client_id, **changed))
    assert answer.status_code == 302
    assert "error=invalid_request" in answer.location


def test_a_code_is_worth_something_for_its_app_and_for_a_while(services, bob, visitor, nobody, client_id, monkeypatch):
    other = bob.post("/apps", {"app_name": "Other", "redirect_uris": [CALLBACK], "scopes": ["read"]}).json["id"]
    code = decided(visitor, client_id)["code"]
    assert exchanged(nobody, other, code).json["error"] == "invalid_grant"
    monkeypatch.setattr(services.apps, "_clock", lambda: services.clock() + 121)
    assert exchanged(nobody, client_id, code).json["error"] == "invalid_grant"


def test_consent_needs_the_form_of_this_session(visitor, client_id):
    assert visitor.client.post(address(client_id), data={"allow": "yes"}).status_code == 403


@pytest.mark.parametrize(
    "uri",
    [
        "http://app.example/callback", "javascript:alert(1)", "data:text/html,x", "https://app.example/#part",
        "https://user@app.example/", "https:///path", "https://app.example/a b", "ftp://app.example/",
        "nothing", "https://app.example;sandbox/", "https://app.example'/", "https://app.example:/", "http://localhost;x/",
    ],
)  # fmt: skip
def test_addresses_that_no_app_has(bob, uri):
    refused = bob.post("/apps", {"app_name": "App", "redirect_uris": [uri], "scopes": ["read"]})
    assert is_problem(refused, 422, "malformed")
    assert bob.get("/apps").json["apps"] == []


@pytest.mark.parametrize("uri", ["http://127.0.0.1:8000/cb", "http://localhost/cb", "com.example.app:/cb"])
def test_addresses_of_apps_on_ones_own_machine(bob, uri):
    made = bob.post("/apps", {"app_name": "App", "redirect_uris": [uri], "scopes": ["read"]})
    assert made.json["redirect_uris"] == [uri]


def test_an_app_that_is_removed_leaves_no_token(bob, ann, visitor, nobody, client_id):
    token = exchanged(nobody, client_id, decided(visitor, client_id)["code"]).json["access_token"]
    assert is_problem(ann.call("DELETE", f"/apps/{client_id}"), 404, "not-found")
    assert works(nobody, token)
    assert bob.call("DELETE", f"/apps/{client_id}").status_code == 204
    assert not works(nobody, token)
    assert exchanged(nobody, client_id, "any").json["error"] == "invalid_client"


def test_an_app_goes_with_who_registered_it(bob, visitor, nobody, client_id):
    token = exchanged(nobody, client_id, decided(visitor, client_id)["code"]).json["access_token"]
    assert bob.call("DELETE", "/accounts/me").status_code == 204
    assert not works(nobody, token)


def test_a_host_that_is_none_is_no_fault_of_the_service(nobody):
    refused = nobody.client.post("/oauth/token", headers={"Host": "["})
    assert (refused.status_code, refused.json["error"]) == (400, "unsupported_grant_type")


def test_it_says_of_itself_what_it_can(nobody):
    told = nobody.client.get("/.well-known/oauth-authorization-server").json
    assert told["issuer"] == "http://localhost"
    assert told["token_endpoint"] == "http://localhost/oauth/token"
    assert told["code_challenge_methods_supported"] == ["S256"]
    assert told["scopes_supported"] == ["read", "play", "talk", "organise"]
    assert nobody.client.get(told["service_documentation"]).status_code == 200


@pytest.mark.parametrize("name", ["Nightledger", "Official Support", "N\u0131ghtledger"])
def test_no_app_is_called_as_if_it_were_the_installation(bob, name):
    wanted = {"app_name": name, "redirect_uris": [CALLBACK], "scopes": ["read"]}
    assert "is reserved" in bob.post("/apps", wanted).json["detail"]


def test_an_app_is_registered_and_removed_on_a_page(visitor):
    form = visitor.open("/account/apps").form("/account/apps")
    page = visitor.send(form, name="Mine", uris=CALLBACK, scope=["read"])
    assert "The app is registered." in page.text
    assert CALLBACK in page.text
    page = visitor.send(page.form("/account/apps/remove"))
    assert CALLBACK not in page.text
