"""Moves that are taken at the server's door: answered as Flask answers them, and everything else left to Flask."""

import json
import sqlite3
from uuid import uuid4

import pytest
from flask import request, request_started

from service.api.express import MOST_MOVE_BYTES, ROUTE
from service.api.observed import Observer
from service.api.reading import LONGEST_REMEMBERED
from service.app.application import create_app
from service.operation.metrics import Metrics
from tests.installation import install
from tests.service.api.conftest import Caller

ME = {"account": "me"}
ROLL = {"type": "roll"}

CLOSER_LOOK = {"Origin": "https://elsewhere.example"}
"""With this header a request is left to Flask, which makes nothing of it."""


@pytest.fixture
def asked(app):
    """The paths that Flask was asked for."""
    paths = []
    with request_started.connected_to(lambda _: paths.append(request.path), app):
        yield paths


@pytest.fixture
def game(ann):
    return ann.open_game(ME, ME)


def told(response):
    """Status, body and headers, but for the id that each request has of its own."""
    return response.status_code, response.data, sorted(item for item in response.headers if item[0] != "X-Request-Id")


def path_of(game):
    return f"/games/{game['id']}/actions"


def move_of(game, **more):
    return {"action": ROLL, "decision": game["decision"], **more}


def test_a_usual_move_does_not_get_to_flask(ann, game, asked):
    response = ann.post(path_of(game), move_of(game), seat=game["seat"])
    assert response.status_code == 200
    assert response.json["game"]["version"] > game["version"]
    assert asked == []


def test_it_is_answered_as_flask_answers_it(ann, game, asked):
    key = {"Idempotency-Key": "first"}
    first = ann.post(path_of(game), move_of(game), key)
    assert first.status_code == 200
    here = ann.post(path_of(game), move_of(game), key)
    assert asked == []
    there = ann.post(path_of(game), move_of(game), key | CLOSER_LOOK)
    assert len(asked) == 1
    assert here.headers["Idempotent-Replayed"] == "true"
    assert told(here) == told(there)
    assert here.data == first.data
    assert len(here.headers["X-Request-Id"]) == len(there.headers["X-Request-Id"]) == 32
    assert here.headers["X-Request-Id"] != first.headers["X-Request-Id"]


@pytest.mark.parametrize(
    ("body", "headers", "query"),
    [
        (b"{", {}, ""),
        (b'{"action": {"type": "roll"}, "decision": "1.s1", "decision": "1.s1"}', {}, ""),
        (b'{"action": {"type": "roll"}, "decision": "\\u0000"}', {}, ""),
        (b'{"action": {"type": "fly"}, "decision": "DECISION"}', {}, ""),
        (b'{"action": {"type": "roll", "dice": 1.5}, "decision": "DECISION"}', {}, ""),
        (b'{"action": {"type": "roll"}, "decision": ""}', {}, ""),
        (b'{"action": {"type": "roll"}, "decision": 1}', {}, ""),
        (b'{"action": "roll", "decision": "DECISION"}', {}, ""),
        (b'{"action": {"type": "roll"}, "decision": "DECISION", "more": 1}', {}, ""),
        (b'{"action": {"type": "roll"}}', {}, ""),
        (b'{"action": {"type": "roll"}, "decision": "1.s1"}', {}, ""),
        (b'{"action": {"type": "roll"}, "decision": "DECISION"}', {}, "seat=s9"),
        (b'{"action": {"type": "roll"}, "decision": "DECISION"}', {}, "seat=table"),
        (b'{"action": {"type": "roll"}, "decision": "DECISION"}', {}, "sit=s1"),
        (b'{"action": {"type": "roll"}, "decision": "DECISION"}', {"If-Match": '"x"'}, ""),
        (b'{"action": {"type": "roll"}, "decision": "DECISION"}', {"Idempotency-Key": ""}, ""),
        (b'{"action": {"type": "roll"}, "decision": "DECISION"}', {"Content-Type": "text/plain"}, ""),
        (b'{"action": {"type": "roll"}, "decision": "DECISION"}', {"Authorization": "Bearer nobody"}, ""),
        (b'{"action": {"type": "roll"}, "decision": "DECISION"}', {"Authorization": "Basic bm8="}, ""),
        (b"", {}, ""),
    ],
)
def test_what_is_refused_is_refused_as_flask_does_it(ann, game, body, headers, query):
    sent = {"Content-Type": "application/json", "Authorization": f"Bearer {ann.token}"} | headers
    body = body.replace(b"DECISION", game["decision"].encode())
    url = f"/api/v1{path_of(game)}"
    here, there = (
        ann.client.post(url, data=body, headers=sent | look, query_string=query) for look in ({}, CLOSER_LOOK)
    )
    assert 400 <= here.status_code < 500
    assert told(here) == told(there)
    assert ann.look(game)["version"] == game["version"]


def test_a_game_that_is_not_there_is_not_found(ann, game):
    response = ann.post(f"/games/{uuid4()}/actions", move_of(game))
    assert (response.status_code, response.json["code"]) == (404, "not-found")


def test_what_the_ledger_refuses_is_asked_of_it_once(ann, game, services):
    assert ann.post(path_of(game), move_of(game)).status_code == 200
    before = services.tally.counts()
    closed = ann.post(path_of(game), move_of(game))
    assert (closed.status_code, closed.json["code"]) == (409, "decision-closed")
    assert services.tally.counts() == before


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
    ann.post(path_of(game), move_of(game), CLOSER_LOOK)
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
    "headers",
    [
        {"Host": "a..b"},
        {"Host": "a" * 64},
        {"Host": ""},
        {"Upgrade": "websocket", "Connection": "Upgrade"},
        {"Content-Type": "application/json; charset=utf-8"},
        {"Authorization": "bearer TOKEN"},
        {"X-Forwarded-Host": "a b", "X-Forwarded-Prefix": "/api"},
    ],
)
def test_whatever_else_a_request_says_it_is_answered_as_flask_answers_it(ann, game, headers):
    sent = {
        "Authorization": f"Bearer {ann.token}",
        "Content-Type": "application/json",
        "Idempotency-Key": "k",
    } | headers
    sent["Authorization"] = sent["Authorization"].replace("TOKEN", ann.token)
    url, body = f"/api/v1{path_of(game)}", json.dumps(move_of(game))
    ann.post(path_of(game), move_of(game), {"Idempotency-Key": "k"})
    here, there = (ann.client.post(url, data=body, headers=sent | look) for look in ({}, {"Cookie": "a=b"}))
    assert told(here) == told(there)


def test_a_long_body_is_read_by_flask_alone(ann, game, asked):
    long = move_of(game) | {"action": ROLL | {"more": "x" * MOST_MOVE_BYTES}}
    assert ann.post(path_of(game), long).status_code == 422
    assert asked == [f"/api/v1{path_of(game)}"]


def test_with_other_origins_let_in_it_is_answered_as_flask_answers_it(tmp_path):
    origins = ["https://one.example", "https://two.example"]
    services = install(tmp_path / "home", NIGHTLEDGER_CORS_ORIGINS=",".join(origins))
    client = create_app(services).test_client()
    _, token = services.accounts.create("Ann")
    ann = Caller(client, "Ann", token.secret)
    game, key = ann.open_game(ME, ME), {"Idempotency-Key": "k"}
    ann.post(path_of(game), move_of(game), key)
    here, there, of_a_page = (
        ann.post(path_of(game), move_of(game), key | look) for look in ({}, {"Cookie": "a=b"}, {"Origin": origins[1]})
    )
    assert told(here) == told(there)
    assert "Access-Control-Allow-Origin" not in here.headers
    assert of_a_page.headers["Access-Control-Allow-Origin"] == origins[1]
    assert {response.headers["Vary"] for response in (here, of_a_page)} == {"Authorization, Cookie, Origin"}


def test_the_body_is_read_again_by_flask(ann, game):
    several = ann.post(path_of(game), {"actions": [ROLL], "decision": game["decision"]})
    assert several.status_code == 200
    assert json.loads(several.data)["events"][0]["action"] == ROLL


def test_a_refused_move_is_timed_from_the_servers_door_on(services):
    observer, environ = Observer(Metrics(services)), {}
    seen = observer.sight(environ)
    assert observer.sight(environ) is seen
    assert observer.sight({}).request_id != seen.request_id


@pytest.mark.parametrize("length", [1, LONGEST_REMEMBERED])
def test_a_query_is_read_anew_or_remembered_with_the_same_result(ann, game, length):
    path, unknown = f"/api/v1/games/{game['id']}", "x" * length
    shown = [ann.client.get(path, query_string={"seat": "s1", unknown: ""}) for _ in range(2)]
    assert [(answer.status_code, answer.json["errors"][0]["parameter"]) for answer in shown] == [(422, unknown)] * 2
