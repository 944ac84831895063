"""The way of every request, tried with the one that comes most often: a posted move."""

import json
import sqlite3
from uuid import uuid4

import pytest

from service.api.reading import LONGEST_CACHED
from service.app.application import create_app
from tests.installation import install
from tests.service.api.conftest import Caller

ME = {"account": "me"}
ROLL = {"type": "roll"}
ROUTE = "/api/v1/games/<uuid:game_id>/actions"


@pytest.fixture
def game(ann):
    return ann.open_game(ME, ME)


def path_of(game):
    return f"/games/{game['id']}/actions"


def move_of(game, **more):
    return {"action": ROLL, "decision": game["decision"], **more}


def test_a_move_that_is_posted_again_is_answered_again(ann, game):
    key = {"Idempotency-Key": "first"}
    first, again = (ann.post(path_of(game), move_of(game), key) for _ in range(2))
    assert first.status_code == again.status_code == 200
    assert first.json["game"]["version"] > game["version"]
    assert again.data == first.data
    assert again.headers["Idempotent-Replayed"] == "true"
    assert "Idempotent-Replayed" not in first.headers
    assert len(first.headers["X-Request-Id"]) == len(again.headers["X-Request-Id"]) == 32
    assert first.headers["X-Request-Id"] != again.headers["X-Request-Id"]


def test_every_header_of_an_answer_is_known(ann, game):
    told = dict(ann.post(path_of(game), move_of(game)).headers)
    assert told.keys() == {
        "Content-Type", "Content-Length", "Log-Position", "X-Content-Type-Options", "Vary", "Cache-Control",
        "X-Request-Id",
    }  # fmt: skip
    assert (told["Content-Type"], told["Cache-Control"]) == ("application/json", "private, no-cache")
    assert told["Vary"] == "Authorization, Cookie, Origin"


MOVE = b'{"action": {"type": "roll"}, "decision": "DECISION"}'


@pytest.mark.parametrize(
    ("body", "headers", "query", "refused"),
    [
        (b"{", {}, "", (400, "not-json")),
        (b'{"action": {"type": "roll"}, "decision": "1.s1", "decision": "1.s1"}', {}, "", (422, "malformed")),
        (b'{"action": {"type": "roll"}, "decision": "\\u0000"}', {}, "", (422, "malformed")),
        (b'{"action": {"type": "fly"}, "decision": "DECISION"}', {}, "", (422, "malformed")),
        (b'{"action": {"type": "roll", "dice": 1.5}, "decision": "DECISION"}', {}, "", (422, "malformed")),
        (b'{"action": {"type": "roll"}, "decision": ""}', {}, "", (422, "malformed")),
        (b'{"action": {"type": "roll"}, "decision": 1}', {}, "", (422, "malformed")),
        (b'{"action": "roll", "decision": "DECISION"}', {}, "", (422, "malformed")),
        (b'{"action": {"type": "roll"}, "decision": "DECISION", "more": 1}', {}, "", (422, "malformed")),
        (b'{"action": {"type": "roll"}}', {}, "", (428, "condition-required")),
        (b'{"action": {"type": "roll"}, "decision": "1.s1"}', {}, "", (409, "decision-closed")),
        (MOVE, {}, "seat=s9", (403, "forbidden")),
        (MOVE, {}, "seat=table", (422, "malformed")),
        (MOVE, {}, "sit=s1", (422, "malformed")),
        (MOVE, {"If-Match": '"x"'}, "", (412, "stale")),
        (MOVE, {"Idempotency-Key": ""}, "", (422, "malformed")),
        (MOVE, {"Content-Type": "text/plain"}, "", (415, "unsupported-media-type")),
        (MOVE, {"Authorization": "Bearer nobody"}, "", (401, "unauthorized")),
        (MOVE, {"Authorization": "Basic bm8="}, "", (401, "unauthorized")),
        (b"", {}, "", (422, "malformed")),
    ],
)
def test_what_is_wrong_with_a_move_is_told_and_changes_nothing(ann, game, body, headers, query, refused):
    sent = {"Content-Type": "application/json", "Authorization": f"Bearer {ann.token}"} | headers
    body = body.replace(b"DECISION", game["decision"].encode())
    response = ann.client.post(f"/api/v1{path_of(game)}", data=body, headers=sent, query_string=query)
    assert (response.status_code, response.json["code"]) == refused
    assert ann.look(game)["version"] == game["version"]


def test_a_game_that_is_not_there_is_not_found(ann, game):
    response = ann.post(f"/games/{uuid4()}/actions", move_of(game))
    assert (response.status_code, response.json["code"]) == (404, "not-found")


def test_what_the_ledger_refuses_is_asked_of_it_once(ann, game, services):
    assert ann.post(path_of(game), move_of(game)).status_code == 200
    before = services.counts.counts()
    closed = ann.post(path_of(game), move_of(game))
    assert (closed.status_code, closed.json["code"]) == (409, "decision-closed")
    assert services.counts.counts() == before


def test_a_broken_store_is_an_error_with_a_problem_document(ann, game, app, services):
    app.testing = False
    app.config["PROPAGATE_EXCEPTIONS"] = False
    with sqlite3.connect(services.settings.events_path) as file:
        file.execute("ALTER TABLE installation RENAME TO elsewhere")
    response = ann.post(path_of(game), move_of(game))
    assert (response.status_code, response.json["code"]) == (500, "internal")
    assert response.headers["X-Request-Id"]
    with sqlite3.connect(services.settings.events_path) as file:
        file.execute("ALTER TABLE elsewhere RENAME TO installation")
    assert ann.look(game)["version"] == game["version"]
    assert ann.post(path_of(game), move_of(game)).status_code == 200


def test_moves_count_in_the_metrics_like_all_requests(ann, game):
    def counted():
        text = ann.client.get("/metrics").text
        lines = [line for line in text.splitlines() if line.startswith("nightledger_requests_total") and ROUTE in line]
        return sum(float(line.rpartition(" ")[2]) for line in lines)

    before = counted()
    game = ann.post(path_of(game), move_of(game)).json["game"]
    ann.post(path_of(game), move_of(game))
    assert counted() == before + 2


def test_moves_count_among_the_requests_of_a_minute(tmp_path):
    services = install(tmp_path / "home", NIGHTLEDGER_REQUESTS_PER_MINUTE="4")
    client = create_app(services).test_client()
    _, token = services.accounts.create("Ann")
    ann = Caller(client, "Ann", token.secret)
    game = ann.open_game(ME, ME)
    statuses = [ann.post(path_of(game), move_of(game)).status_code for _ in range(4)]
    assert statuses == [200, 409, 409, 429]


def test_a_refused_move_counts_once(tmp_path):
    services = install(tmp_path / "home", NIGHTLEDGER_REQUESTS_PER_MINUTE="300")
    client = create_app(services).test_client()
    _, token = services.accounts.create("Ann")
    ann = Caller(client, "Ann", token.secret)
    game = ann.open_game(ME, ME)
    statuses = [ann.post(path_of(game), move_of(game)).status_code for _ in range(299)]
    assert statuses == [200] + [409] * 298


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Host": "a..b"}, 400),
        ({"Host": "a" * 64}, 400),
        ({"Upgrade": "websocket", "Connection": "Upgrade"}, 400),
        ({"Content-Type": "application/json; charset=utf-8"}, 200),
        ({"Authorization": "bearer TOKEN"}, 200),
        ({"X-Forwarded-Host": "a b", "X-Forwarded-Prefix": "/api"}, 200),
    ],
)
def test_what_else_a_request_says_of_itself_is_refused_only_where_it_makes_no_sense(ann, game, headers, status):
    sent = {"Authorization": f"Bearer {ann.token}", "Content-Type": "application/json"} | headers
    sent["Authorization"] = sent["Authorization"].replace("TOKEN", ann.token)
    response = ann.client.post(f"/api/v1{path_of(game)}", data=json.dumps(move_of(game)), headers=sent)
    assert response.status_code == status


def test_with_other_origins_let_in_it_is_answered_alike(tmp_path):
    origins = ["https://one.example", "https://two.example"]
    services = install(tmp_path / "home", NIGHTLEDGER_CORS_ORIGINS=",".join(origins))
    client = create_app(services).test_client()
    _, token = services.accounts.create("Ann")
    ann = Caller(client, "Ann", token.secret)
    game, key = ann.open_game(ME, ME), {"Idempotency-Key": "k"}
    ann.post(path_of(game), move_of(game), key)
    plain, of_a_page = (ann.post(path_of(game), move_of(game), key | look) for look in ({}, {"Origin": origins[1]}))
    assert plain.data == of_a_page.data
    assert "Access-Control-Allow-Origin" not in plain.headers
    assert of_a_page.headers["Access-Control-Allow-Origin"] == origins[1]
    assert {response.headers["Vary"] for response in (plain, of_a_page)} == {"Authorization, Cookie, Origin"}


def test_several_actions_are_stored_together(ann, game):
    several = ann.post(path_of(game), {"actions": [ROLL], "decision": game["decision"]})
    assert several.status_code == 200
    assert json.loads(several.data)["events"][0]["action"] == ROLL


@pytest.mark.parametrize("length", [1, LONGEST_CACHED])
def test_a_query_is_read_anew_or_cached_with_the_same_result(ann, game, length):
    path, unknown = f"/api/v1/games/{game['id']}", "x" * length
    shown = [ann.client.get(path, query_string={"seat": "s1", unknown: ""}) for _ in range(2)]
    assert [(answer.status_code, answer.json["errors"][0]["parameter"]) for answer in shown] == [(422, unknown)] * 2
