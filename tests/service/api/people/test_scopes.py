"""Scopes: a token is for what was said of it, and for nothing else."""

import re
from pathlib import Path

import pytest

from service.api.described.examples import BODIES
from service.app.application import create_app
from service.people.scopes import MEANINGS, SCOPES
from tests.installation import install
from tests.service.api.conftest import API, Caller
from tests.service.playing import ME

ROOT = Path(__file__).parents[4]
NOW = 1_800_000_000
SOME_ID = "00000000-0000-4000-8000-000000000000"
APART = (("DELETE", "/accounts/me"), ("POST", "/tokens"))
"""What ends the token, and what asks for more scopes by what is wanted; tested below."""
IN_PATHS = {"game_id": SOME_ID, "number": "1", "version": "1", "position": "1", "dispute": "1", "step": "1"}


@pytest.fixture
def narrowed(app, ann):
    """A caller as Ann, whose token has these scopes."""

    def made(*scopes, **more):
        token = ann.post("/tokens", {"scopes": list(scopes), **more})
        assert token.status_code == 201, token.text
        return Caller(app.test_client(), ann.name, token.json["token"])

    return made


def operations(document):
    """Each operation: method, path, and how it is documented."""
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            if "operationId" in operation:
                yield method.upper(), path, operation


def asks(document):
    """Each operation of the API for which a token needs one scope: method, path, scope."""
    for method, path, operation in operations(document):
        scopes = [scope for way in operation["security"] for scope in way.get("bearer", ())]
        if len(scopes) == 1 and path.startswith(API):
            [scope] = scopes
            filled = re.sub(r"{(\w+)}", lambda name: IN_PATHS.get(name[1], SOME_ID), path)
            yield method, filled.removeprefix(API), scope


def test_every_operation_says_whose_request_it_takes(document):
    assert [path for _, path, operation in operations(document) if "security" not in operation] == []
    assert {scope for _, _, scope in asks(document)} == set(SCOPES)


def test_the_page_says_what_each_scope_is_for():
    page = (ROOT / "docs" / "tokens.md").read_text("utf-8")
    assert dict(re.findall(r"^\| `(\w+)` \| (.+) \|$", page, re.MULTILINE)) == MEANINGS


def test_each_is_refused_to_a_token_with_all_scopes_but_its_own(document, narrowed):
    without = {lacking: narrowed(*(scope for scope in SCOPES if scope != lacking)) for lacking in SCOPES}
    for method, path, scope in asks(document):
        refused = without[scope].call(method, path)
        assert (refused.status_code, refused.json["code"]) == (403, "insufficient-scope"), (method, path)
        assert f'error="insufficient_scope", scope="{scope}"' in refused.headers["WWW-Authenticate"]


def test_each_takes_a_token_with_its_own_scope_alone(document, narrowed):
    alone = {scope: narrowed(scope) for scope in SCOPES}
    for method, path, scope in asks(document):
        if "stream" not in path and (method, path) not in APART:
            assert "insufficient-scope" not in alone[scope].call(method, path).text, (method, path)


@pytest.mark.parametrize(
    "path", ["/webhooks", "/devices", "/accounts/me/mail", "/accounts/me/blocks", "/accounts/me/mutes"]
)
def test_what_an_app_may_see_is_no_address_and_nobody_who_is_blocked(ann, narrowed, path):
    """An app never gets `account`."""
    app = narrowed("read", "play", "talk", "organise")
    assert app.get(path).json["code"] == "insufficient-scope"
    assert ann.get(path).status_code in (200, 404)


def test_a_token_that_is_not_for_the_account_neither_changes_nor_deletes_it(ann, narrowed):
    bot = narrowed("read", "play", "talk", "organise", "operate")
    for method, body in (("PATCH", {"password": "a new one"}), ("DELETE", None)):
        assert bot.call(method, "/accounts/me", body).status_code == 403
    assert bot.post("/tokens", {}).status_code == 403
    assert ann.get("/accounts/me").json["name"] == "Ann"


def test_whoever_has_no_password_gets_a_second_token_by_the_first(ann, narrowed):
    second = narrowed(*SCOPES, token_name="my bot")
    assert second.get("/accounts/me").json["id"] == ann.get("/accounts/me").json["id"]
    listed = {token["name"]: token for token in ann.get("/tokens").json["tokens"]}
    assert listed["my bot"]["scopes"] == list(SCOPES)


def test_by_name_and_password_a_token_gets_the_scopes_that_are_said(person, nobody):
    person("Bea", "nine lives of a cat")
    login = {"name": "Bea", "password": "nine lives of a cat", "scopes": ["play", "read"]}
    made = nobody.post("/tokens", login).json
    bot = Caller(nobody.client, "Bea", made["token"])
    assert bot.get("/accounts/me").status_code == 200
    assert bot.get("/tokens").json["code"] == "insufficient-scope"


@pytest.mark.parametrize("body", [{}, {"scopes": ["read"]}])
def test_without_password_and_token_there_is_none(nobody, body):
    refused = nobody.post("/tokens", body)
    assert (refused.status_code, refused.json["code"]) == (401, "unauthorized")


@pytest.mark.parametrize(
    "body",
    [
        {"name": "Ann"},
        {"password": "secret"},
        {"scopes": []},
        {"scopes": ["everything"]},
        {"ends": 1},
        {"ends": "never"},
    ],
)
def test_what_cannot_be_meant_is_refused(ann, body):
    refused = ann.post("/tokens", body)
    assert (refused.status_code, refused.json["code"]) == (422, "malformed")
    assert len(ann.get("/tokens").json["tokens"]) == 1


def test_a_token_makes_none_that_is_for_more(narrowed):
    refused = narrowed("read", "account").post("/tokens", {"scopes": ["read", "play"]})
    assert (refused.status_code, refused.json["detail"]) == (403, "this needs a token for `play`")


@pytest.mark.parametrize("opened", ["league", "challenge"])
def test_an_organisers_decision_needs_a_token_to_organise_and_a_part_one_to_play(ann, narrowed, opened, document):
    path = f"/{opened}s/{ann.post(f'/{opened}s', BODIES[f'open_{opened}']).json['id']}"
    if opened == "league":
        assert ann.post(f"{path}/seasons").status_code == 201
    path += "/entrants" if opened == "league" else "/tries"
    own, of_ai = {}, {"level": "greedy"}
    player, organiser = narrowed("read", "play"), narrowed("read", "organise")
    for refused in (player.post(path, of_ai), organiser.post(path, own)):
        assert (refused.status_code, refused.json["code"]) == (403, "insufficient-scope")
    assert narrowed("read").post(path, own).json["detail"] == "this needs a token for `play` or `organise`"
    assert organiser.post(path, of_ai).status_code == 201
    assert player.post(path, own).status_code == 201
    [security] = [
        one["security"]
        for _, at, one in operations(document)
        if re.fullmatch(rf".*/{opened}s/{{.*}}/(entrants|tries)", at)
    ]
    assert security == [{"bearer": ["play"]}, {"bearer": ["organise"]}]


@pytest.mark.parametrize("scope", SCOPES)
def test_a_token_ends_itself_whatever_it_is_for(ann, narrowed, scope):
    own = narrowed(scope)
    ended = next(token["id"] for token in ann.get("/tokens").json["tokens"] if token["scopes"] == [scope])
    assert own.call("DELETE", f"/tokens/{ended}").status_code == 204
    assert ended not in [token["id"] for token in ann.get("/tokens").json["tokens"]]


def test_a_token_ends_itself_and_others_only_if_it_is_for_the_account(ann, narrowed):
    bot, other = narrowed("play"), narrowed("read")
    ids = {token["scopes"][0]: token["id"] for token in ann.get("/tokens").json["tokens"] if len(token["scopes"]) == 1}
    assert other.call("DELETE", f"/tokens/{ids['play']}").json["code"] == "insufficient-scope"
    assert other.call("DELETE", f"/tokens/{ids['read']}").status_code == 204
    assert other.get("/accounts/me").status_code == 401
    assert bot.call("POST", "/games", {}).status_code == 422


def test_an_operators_token_that_is_not_for_operating_is_anybodys(app, services, person, bob):
    op = person("Opal")
    services.accounts.set_operator(services.accounts.by_name("Opal").id, True)
    game = bob.open_game(ME, {"ai": "random"})
    series = bob.post("/series", BODIES["open_series"])
    assert series.status_code == 201, series.text
    void, path = {"verb": "void", "reason": "a test"}, f"/series/{series.json['id']}"
    token = op.post("/tokens", {"scopes": ["read", "play", "organise"]}).json["token"]
    narrow = Caller(app.test_client(), "Opal", token)
    assert narrow.post(f"/games/{game['id']}/operator", void).json["code"] == "insufficient-scope"
    assert narrow.call("DELETE", path).json["code"] == "forbidden"
    assert op.post(f"/games/{game['id']}/operator", void).status_code == 200
    assert op.call("DELETE", path).status_code == 200


def test_an_operator_who_ends_a_private_series_is_shown_it(services, person, bob):
    op, key = person("Opal"), {"Idempotency-Key": "k" * 22}
    services.accounts.set_operator(services.accounts.by_name("Opal").id, True)
    path = f"/series/{bob.post('/series', {**BODIES['open_series'], 'visibility': 'private'}).json['id']}"
    ended = [op.call("DELETE", path, headers=key) for _ in range(2)]
    assert [(one.status_code, one.json["status"]) for one in ended] == [(200, "void")] * 2
    assert op.get(path).status_code == 404


class TestEnds:
    @pytest.fixture
    def now(self):
        return [NOW]

    @pytest.fixture
    def services(self, tmp_path, now):
        services = install(tmp_path / "home", clock=lambda: now[0])
        yield services
        services.close()

    @pytest.fixture
    def app(self, services):
        return create_app(services)

    def test_a_token_is_worth_nothing_from_its_end_on(self, ann, narrowed, now):
        brief = narrowed("read", ends=NOW + 60)
        now[0] = NOW + 59
        assert brief.get("/accounts/me").status_code == 200
        now[0] = NOW + 60
        assert brief.get("/accounts/me").status_code == 401
        assert [token["ends"] for token in ann.get("/tokens").json["tokens"]] == [None]

    def test_what_has_ended_is_not_kept(self, ann, narrowed, now, services):
        narrowed("read", ends=NOW + 60)
        now[0] = NOW + 60
        narrowed("read")
        for relation in ("tokens", "token_uses"):
            assert services.store.rows(f"SELECT count(*) AS kept FROM {relation}")[0]["kept"] == 2

    @pytest.mark.parametrize("ends", [{}, {"ends": NOW + 61}])
    def test_none_makes_one_that_outlasts_it(self, narrowed, ends):
        brief = narrowed("read", "account", ends=NOW + 60)
        refused = brief.post("/tokens", {"scopes": ["read"], **ends})
        assert (refused.status_code, refused.json["code"]) == (403, "forbidden")
        assert brief.post("/tokens", {"scopes": ["read"], "ends": NOW + 60}).status_code == 201
