"""Previews and branches over HTTP."""

import pytest

from tests.service.api.problems import is_problem

ME, OPEN = {"account": "me"}, {"open": True}
HOLD, ROLL = {"type": "hold"}, {"type": "roll"}


def test_an_action_is_tried(ann):
    game = ann.open_game(ME, ME, options={"goal": 90})
    found = ann.post(f"/games/{game['id']}/preview", {"action": HOLD}).json
    assert [event["type"] for event in found["events"]] == ["PointsBanked", "TurnPassed"]
    assert (found["stopped"], found["table"]["active"]) == ("decision", "s2")
    assert ann.post(f"/games/{game['id']}/preview", {"action": ROLL}).json["stopped"] == "draw"
    assert ann.look(game)["version"] == game["version"]


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({}, 422, "malformed"),
        ({"action": "hold"}, 422, "malformed"),
        ({"action": {"type": "fly"}}, 422, "malformed"),
        ({"action": {"type": "guess", "number": 1}}, 409, "illegal"),
    ],
)
def test_it_is_refused_as_the_action_would_be(ann, body, status, code):
    game = ann.open_game(ME, ME)
    assert is_problem(ann.post(f"/games/{game['id']}/preview", body), status, code)


def test_only_who_sits_there_tries(ann, bob, nobody):
    game = ann.open_game(ME, ME)
    assert is_problem(bob.post(f"/games/{game['id']}/preview", {"action": HOLD}), 403, "forbidden")
    assert is_problem(nobody.post(f"/games/{game['id']}/preview", {"action": HOLD}), 401, "unauthorized")


@pytest.fixture
def closed(ann):
    return ann.play_to_the_end(ann.open_game(ME, ME, options={"goal": 1}))


def test_a_closed_game_is_branched(bob, closed):
    at = bob.get(f"/games/{closed['id']}/timeline").json["boundaries"][0]
    response = bob.post(f"/games/{closed['id']}/branches", {"at": at})
    assert response.status_code == 201
    assert response.json["branch"]["id"] == closed["id"]
    assert response.headers["Location"].endswith(response.json["id"])
    assert response.json["receipt"]["head"] == response.json["head"]
    assert bob.look(response.json)["status"] == "running"


def test_others_are_invited_to_it(bob, closed):
    at = bob.get(f"/games/{closed['id']}/timeline").json["boundaries"][0]
    body = {"at": at, "seats": [ME, {"account": "Ann"}], "visibility": "private"}
    made = bob.post(f"/games/{closed['id']}/branches", body).json
    assert (made["status"], made["visibility"], made["seats"]["s2"]["name"]) == ("open", "private", "Ann")


@pytest.mark.parametrize("body", [{}, {"at": 0}, {"at": "1"}, {"at": 4, "seats": []}, {"at": 6, "seats": [ME]}])
def test_what_is_no_branch_is_malformed(bob, closed, body):
    assert is_problem(bob.post(f"/games/{closed['id']}/branches", body), 422, "malformed")


def test_a_running_game_has_none(ann):
    game = ann.open_game(ME, ME)
    assert is_problem(ann.post(f"/games/{game['id']}/branches", {"at": game["version"]}), 409, "illegal")
    assert is_problem(ann.post(f"/games/{game['id']}/branches", {"at": 999}), 409, "illegal")
