"""Tokens: seen by their owner without their secrets, and ended one by one."""

from os import urandom

from service.app.application import create_app
from service.people import ttl_cache
from service.people.accounts import Accounts
from service.people.passwords import RETRY_AFTER, Passwords
from tests.installation import install
from tests.service.api.conftest import API


def test_tokens_are_listed_by_name_and_without_their_secret(person, nobody):
    ann = person("Ann", "correct horse")
    login = {"name": "Ann", "password": "correct horse", "token_name": "my phone"}
    made = nobody.post("/tokens", login).json
    listed = ann.get("/tokens")
    first, second = sorted(listed.json["tokens"], key=lambda token: token["name"] or "")
    assert (first["name"], second["name"]) == (None, "my phone")
    assert second["id"] == made["id"]
    assert made["token"] not in listed.text
    assert ann.token not in listed.text


def test_a_token_shows_when_it_was_last_in_use_to_the_hour(tmp_path):
    now = [1_800_000_000]
    services = install(tmp_path / "home", clock=lambda: now[0])
    client = create_app(services).test_client()
    token = client.post(f"{API}/accounts", json={"name": "Ann"}).json["token"]

    def used():
        [known] = client.get(f"{API}/tokens", headers={"Authorization": f"Bearer {token}"}).json["tokens"]
        return known["used"]

    assert used() == 1_800_000_000
    now[0] += 3599
    assert used() == 1_800_000_000
    now[0] += 1
    assert used() == 1_800_003_600
    services.close()


def test_where_too_many_have_a_password_checked_one_is_told_when_to_come_again(services, person, nobody):
    person("Ann", "correct horse")
    services.accounts.passwords = Passwords(at_once=1, patience=0)
    login = {"name": "Ann", "password": "correct horse"}
    with services.accounts.passwords.place():
        refused = nobody.post("/tokens", login)
    assert (refused.status_code, refused.json["code"]) == (503, "crowded")
    assert refused.headers["Retry-After"] == str(RETRY_AFTER)
    assert nobody.post("/tokens", login).status_code == 201


def test_one_token_is_revoked_by_another(person, nobody):
    ann = person("Ann", "correct horse")
    made = nobody.post("/tokens", {"name": "Ann", "password": "correct horse"}).json
    assert ann.call("DELETE", f"/tokens/{made['id']}").status_code == 204
    assert [token["id"] for token in ann.get("/tokens").json["tokens"]] != []
    assert made["id"] not in ann.get("/tokens").text


def test_nobody_sees_or_ends_the_tokens_of_others(ann, bob, nobody):
    [of_ann] = ann.get("/tokens").json["tokens"]
    assert bob.call("DELETE", f"/tokens/{of_ann['id']}").status_code == 404
    assert of_ann["id"] not in bob.get("/tokens").text
    assert nobody.get("/tokens").status_code == 401


def test_a_tokens_name_is_printable_and_short(person, nobody):
    person("Ann", "correct horse")
    for name in ("", "x" * 61, "a\nb"):
        login = {"name": "Ann", "password": "correct horse", "token_name": name}
        assert nobody.post("/tokens", login).status_code == 422


def ended_behind(services):
    """End all tokens of Ann as another process does, which this one does not hear of at once."""
    Accounts(services.store, services.clock, urandom).logout_everywhere(services.accounts.by_name("Ann").id)


def test_a_token_that_has_just_ended_elsewhere_makes_no_further_one(services, person, monkeypatch):
    ann = person("Ann", "correct horse")
    monkeypatch.setattr(ttl_cache, "SECONDS", 60)
    assert ann.get("/accounts/me").status_code == 200
    ended_behind(services)
    refused = ann.post("/tokens", {})
    assert (refused.status_code, refused.json["code"]) == (401, "unauthorized")
    assert 'error="invalid_token"' in refused.headers["WWW-Authenticate"]
    assert services.accounts.tokens(services.accounts.by_name("Ann").id) == []
