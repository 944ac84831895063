import json

import pytest

ME = {"account": "me"}
AI = {"ai": "random"}
ROLL, HOLD = {"type": "roll"}, {"type": "hold"}


@pytest.fixture
def game(ann):
    """Ann alone at both seats: nobody else moves."""
    return ann.open_game(ME, ME)


def test_an_action_is_answered_with_the_new_view_and_what_happened(ann, game):
    response = ann.act(game, ROLL, decision=game["decision"])
    assert response.status_code == 200
    answer = response.json
    assert answer["events"][0]["type"] == "DieRolled"
    assert answer["events"][-1]["type"] == "Asked"
    assert answer["events"][0]["action"] == ROLL
    assert answer["game"]["version"] == answer["events"][-1]["version"]
    assert answer["game"]["head"] == answer["events"][-1]["hash"]
    assert int(response.headers["Log-Position"]) >= answer["game"]["version"]


def test_a_whole_game_is_played_by_posting_legal_actions(ann):
    game = ann.open_game(ME, ME, options={"goal": 1})
    game = ann.play_to_the_end(game)
    assert game["status"] == "over"
    assert game["result"]["places"][game["table"]["active"]] == 1
    assert (game["pending"], game["decision"], game["legal"]) == ({}, None, [])
    response = ann.act(game, ROLL)
    assert (response.status_code, response.json["code"]) == (409, "game-over")


def test_legal_actions_are_told_part_by_part(ann, game):
    told = {"decision": game["decision"], "complete": True, "next": None}
    path = f"/games/{game['id']}/legal"
    assert ann.get(path).json == {**told, "legal": game["legal"]}
    first = ann.get(path, decision=game["decision"], limit=1).json
    assert first == {**told, "complete": False, "next": 1, "legal": game["legal"][:1]}
    assert ann.get(path, after=first["next"], limit=1).json == {**told, "legal": game["legal"][1:]}
    assert ann.get(path, after=2).json == {**told, "legal": []}


def test_legal_actions_are_told_of_whichever_own_decision_is_named(ann):
    """Both seats guess at once, and one account holds them."""
    game = ann.open_game(ME, ME, options={"guess": True})
    for seat in game["seats"]:
        seen = ann.look(game, seat=seat)
        told = ann.get(f"/games/{game['id']}/legal", decision=seen["decision"]).json
        assert (told["decision"], told["legal"]) == (seen["decision"], seen["legal"])


def test_legal_actions_of_another_decision_or_of_none_are_refused(ann, bob, game):
    path = f"/games/{game['id']}/legal"
    assert ann.get(path, decision="1.s9").json["code"] == "decision-closed"
    assert bob.get(path).json["code"] == "forbidden"
    assert ann.get(path, seat="s2").json["code"] == "not-your-decision"
    assert ann.get(path, limit=1001).json["errors"][0]["parameter"] == "limit"


def test_what_is_beyond_the_last_that_is_listed_is_made_of_slots(ann, game, monkeypatch):
    monkeypatch.setattr("service.games.legal.MOST", 1)
    path = f"/games/{game['id']}/legal"
    assert ann.get(path).json == {
        "decision": game["decision"], "legal": game["legal"][:1], "next": None, "complete": False,
    }  # fmt: skip


def test_a_command_without_a_condition_is_refused(ann, game):
    response = ann.act(game, ROLL)
    assert (response.status_code, response.json["code"]) == (428, "condition-required")
    assert ann.look(game)["version"] == game["version"]


def test_an_etag_is_a_condition_for_the_whole_table(ann, game):
    etag = ann.get(f"/games/{game['id']}").headers["ETag"]
    assert ann.act(game, ROLL, {"If-Match": etag}).status_code == 200
    stale = ann.act(game, ROLL, {"If-Match": etag})
    assert (stale.status_code, stale.json["code"]) == (412, "stale")


def test_an_etag_that_a_proxy_made_weak_still_names_the_version(ann, game):
    etag = ann.get(f"/games/{game['id']}").headers["ETag"]
    assert ann.act(game, ROLL, {"If-Match": f"W/{etag}"}).status_code == 200


@pytest.mark.parametrize("etag", ['"x"', "*", "", '"1-2-3"', '"99999999999999999999-' + "0" * 64 + '-x"'])
def test_what_is_no_etag_of_the_game_matches_nothing(ann, game, etag):
    response = ann.act(game, ROLL, {"If-Match": etag})
    assert (response.status_code, response.json["code"]) == (412, "stale")


def test_a_decision_is_answered_once(ann, game):
    assert ann.act(game, ROLL, decision=game["decision"]).status_code == 200
    again = ann.act(game, ROLL, decision=game["decision"])
    assert (again.status_code, again.json["code"]) == (409, "decision-closed")


def test_a_seat_acts_only_in_its_own_decision(ann, bob):
    game = ann.open_game(ME, {"open": True})
    bob.post(f"/games/{game['id']}/seats")
    waiting = ann.look(game)
    response = bob.act(game, ROLL, {"If-Match": bob.get(f"/games/{game['id']}").headers["ETag"]})
    assert (response.status_code, response.json["code"]) == (409, "not-your-decision")
    response = bob.act(game, ROLL, decision=waiting["decision"])
    assert (response.status_code, response.json["code"]) == (409, "not-your-decision")
    assert bob.act(game, ROLL, decision=waiting["decision"], seat="s1").status_code == 403
    assert ann.look(game)["version"] == waiting["version"]


def test_who_holds_no_seat_does_not_act(ann, bob, nobody, game):
    assert bob.act(game, ROLL, decision=game["decision"]).status_code == 403
    assert nobody.act(game, ROLL, decision=game["decision"]).status_code == 401


def test_what_the_rules_do_not_allow_is_refused(ann):
    game = ann.open_game(ME, ME, options={"guess": True})
    response = ann.act(game, {"type": "guess", "number": 7}, decision=game["decision"])
    assert (response.status_code, response.json["code"]) == (409, "illegal")
    response = ann.act(game, ROLL, decision=game["decision"])
    assert (response.status_code, response.json["code"]) == (409, "illegal")
    assert ann.look(game)["version"] == game["version"]


def test_the_same_key_and_body_get_the_first_answer_again(ann, game):
    sent = {"headers": {"Idempotency-Key": "k-1"}, "decision": game["decision"]}
    first = ann.act(game, ROLL, **sent)
    ann.act(game, ROLL, decision=first.json["game"]["decision"], seat=first.json["game"]["table"]["active"])
    again = ann.act(game, ROLL, **sent)
    assert again.status_code == 200
    assert again.json == first.json
    assert "Idempotent-Replayed" not in first.headers
    assert again.headers["Idempotent-Replayed"] == "true"


def test_a_key_is_not_used_for_another_body(ann, game):
    ann.act(game, ROLL, headers={"Idempotency-Key": "k-1"}, decision=game["decision"])
    response = ann.act(game, HOLD, headers={"Idempotency-Key": "k-1"}, decision=game["decision"])
    assert (response.status_code, response.json["code"]) == (422, "key-reused")


def test_a_refused_command_does_not_use_up_its_key(ann, game):
    key = {"Idempotency-Key": "k-1"}
    assert ann.act(game, ROLL, headers=key).status_code == 428
    assert ann.act(game, ROLL, headers=key, decision=game["decision"]).status_code == 200


@pytest.mark.parametrize("key", ["", "two words", "x" * 201, "\u00e9"])
def test_a_key_is_visible_ascii(ann, game, key):
    response = ann.act(game, ROLL, headers={"Idempotency-Key": key}, decision=game["decision"])
    assert (response.status_code, response.json["errors"][0]["parameter"]) == (422, "Idempotency-Key")


def test_a_list_is_refused_as_a_whole_when_an_action_that_is_not_the_last_draws(ann, game):
    response = ann.act(game, [ROLL, HOLD], decision=game["decision"])
    assert (response.status_code, response.json["code"]) == (422, "list-too-long")
    assert ann.look(game)["version"] == game["version"]


def test_a_list_of_one_is_an_action(ann, game):
    assert ann.act(game, [ROLL], decision=game["decision"]).json["events"][0]["type"] == "DieRolled"


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"action": ROLL, "actions": [ROLL]},
        {"actions": []},
        {"actions": [ROLL] * 21},
        {"actions": ROLL},
        {"action": "roll"},
        {"action": None},
        {"action": {}},
        {"action": {"type": None}},
        {"action": {"type": "fly"}},
        {"action": {"type": ["roll"]}},
        {"action": {"type": "table/close", "cause": "void"}},
        {"action": {"type": "roll", "twice": True}},
        {"action": {"type": "guess"}},
        {"action": {"type": "guess", "number": "3"}},
        {"action": {"type": "guess", "number": True}},
        {"action": ROLL, "decision": 7},
        {"action": ROLL, "decision": ""},
        {"action": ROLL, "decision": "x" * 1000},
        {"action": ROLL, "wait": True},
        [],
        [ROLL],
        "roll",
        5,
        None,
    ],
    ids=lambda body: json.dumps(body)[:40],
)
def test_a_body_of_another_shape_is_malformed_and_changes_nothing(ann, game, body):
    response = ann.client.post(
        f"/api/v1/games/{game['id']}/actions",
        data=json.dumps(body),
        content_type="application/json",
        headers={"Authorization": f"Bearer {ann.token}"},
    )
    assert (response.status_code, response.json["code"]) == (422, "malformed")
    assert ann.look(game)["version"] == game["version"]


@pytest.mark.parametrize(
    ("decision", "code"),
    [
        *((decision, "not-your-decision") for decision in ("x", "7", "7.", "7.s9")),
        *((decision, "decision-closed") for decision in (".s1", "-1.s1", "07.s1", "9999999999999999999999.s1")),
    ],
)
def test_an_id_that_is_no_open_decision_is_a_conflict(ann, game, decision, code):
    response = ann.act(game, ROLL, decision=decision)
    assert (response.status_code, response.json["code"]) == (409, code)
    assert ann.look(game)["version"] == game["version"]
