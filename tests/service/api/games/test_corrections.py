"""Takebacks and operators' verbs over HTTP."""

import pytest

from tests.service.api.problems import is_problem

ME, OPEN = {"account": "me"}, {"open": True}
HOLD, ROLL = {"type": "hold"}, {"type": "roll"}


@pytest.fixture
def duel(ann, bob):
    """A game of Ann, who has held, and Bob."""
    game = ann.open_game(ME, OPEN, options={"goal": 90})
    bob.post(f"/games/{game['id']}/seats", {})
    game = ann.look(game)
    return ann.act(game, HOLD, decision=game["decision"]).json["game"]


def test_a_command_is_taken_back(ann, duel):
    [to] = duel["may_take_back"]
    response = ann.post(f"/games/{duel['id']}/takebacks", {"to": to})
    assert response.status_code == 200
    assert response.json["game"]["pending"].keys() == {"s1"}
    assert response.json["receipt"]["version"] == response.json["game"]["version"]
    assert "Log-Position" in response.headers


def test_the_turn_is_taken_back(ann, duel):
    assert ann.post(f"/games/{duel['id']}/takebacks", {"to": "turn"}).json["events"][0]["type"] == "TakenBack"


def test_consent_is_asked_for_and_given(ann, bob, duel):
    game = bob.look(duel)
    bob.act(game, HOLD, decision=game["decision"])
    [to] = duel["may_take_back"]
    asked = ann.post(f"/games/{duel['id']}/takebacks", {"to": to}).json["game"]
    assert asked["takeback"] == {"by": "s1", "to": to, "waiting": ["s2"]}
    done = bob.post(f"/games/{duel['id']}/takebacks", {"agreed": True}).json["game"]
    assert (done["takeback"], done["table"]["active"]) == (None, "s1")


def test_it_is_repeatable_and_conditional(ann, duel):
    etag = ann.get(f"/games/{duel['id']}").headers["ETag"]
    path, body = f"/games/{duel['id']}/takebacks", {"to": "turn"}
    first = ann.post(path, body, {"Idempotency-Key": "k", "If-Match": etag})
    again = ann.post(path, body, {"Idempotency-Key": "k", "If-Match": etag})
    assert (first.status_code, again.json, again.headers["Idempotent-Replayed"]) == (200, first.json, "true")
    assert is_problem(ann.post(path, body, {"If-Match": etag}), 412, "stale")


@pytest.mark.parametrize(
    "body",
    [{}, {"to": 0}, {"to": -1}, {"to": "start"}, {"to": True}, {"to": 1, "agreed": True}, {"agreed": 1}, {"x": 1}],
)
def test_what_is_no_takeback_is_malformed(ann, duel, body):
    assert is_problem(ann.post(f"/games/{duel['id']}/takebacks", body), 422, "malformed")


def test_who_may_not_is_told_so(ann, bob, person, nobody, duel):
    path = f"/games/{duel['id']}/takebacks"
    assert is_problem(bob.post(path, {"to": "turn"}), 409, "illegal")
    assert is_problem(person("Cy").post(path, {"to": "turn"}), 403, "forbidden")
    assert is_problem(nobody.post(path, {"to": "turn"}), 401, "unauthorized")
    assert is_problem(bob.post(path, {"agreed": True}), 409, "illegal")


@pytest.fixture
def operator(services, person):
    """Olga, who is an operator."""
    olga = person("Olga")
    services.accounts.set_operator(services.accounts.by_name("Olga").id, True)
    return olga


def test_an_operator_acts_and_all_read_why(ann, operator, duel):
    response = operator.post(f"/games/{duel['id']}/operator", {"verb": "void", "reason": "the cat did it"})
    assert (response.status_code, response.json["game"]["status"]) == (200, "void")
    events = ann.get(f"/games/{duel['id']}/events").json["events"]
    acted = next(event for event in events if event["type"] == "OperatorActed")
    assert [words["text"] for words in acted["texts"].values()] == ["the cat did it"]


def test_each_verb_has_its_arguments(operator, duel):
    path = f"/games/{duel['id']}/operator"
    for body in (
        {"verb": "take-back", "to": duel["may_take_back"][0]},
        {"verb": "replace", "seat": "s2", "account": "Ann"},
        {"verb": "replace", "seat": "s2", "level": "random"},
        {"verb": "adjudicate", "places": {"s1": 1, "s2": 2}},
    ):
        response = operator.post(path, {"reason": "it had to be", **body})
        assert response.status_code == 200, response.text
    assert is_problem(operator.post(path, {"verb": "void", "reason": "again"}), 409, "game-over")


@pytest.mark.parametrize(
    "body",
    [
        {"verb": "void"},
        {"verb": "void", "reason": ""},
        {"verb": "void", "reason": "x" * 501},
        {"verb": "show-secrets", "reason": "curious"},
        {"verb": "take-back", "reason": "x", "to": 0},
        {"verb": "take-back", "reason": "x"},
        {"verb": "adjudicate", "reason": "x", "places": {"s1": 0}},
        {"verb": "replace", "reason": "x", "seat": "me"},
    ],
)
def test_what_is_no_verb_of_an_operator_is_malformed(operator, duel, body):
    assert is_problem(operator.post(f"/games/{duel['id']}/operator", body), 422, "malformed")


def test_others_are_no_operators(ann, duel):
    response = ann.post(f"/games/{duel['id']}/operator", {"verb": "void", "reason": "I lose"})
    assert is_problem(response, 403, "forbidden")
