import threading

import pytest

from domain.audit import audit
from domain.records.export import read

ME = {"account": "me"}
ROLL = {"type": "roll"}


def test_the_log_is_read_from_any_version_on(ann):
    game = ann.open_game(ME, ME)
    path = f"/games/{game['id']}/events"
    whole = ann.get(path).json
    assert [event["version"] for event in whole["events"]] == list(range(1, game["version"] + 1))
    assert whole["next"] == game["version"]
    part = ann.get(path, after=1, limit=2).json
    assert part == {"events": whole["events"][1:3], "next": 3}
    assert ann.get(path, after=10_000).json == {"events": [], "next": 10_000}


def test_who_waits_is_woken_by_the_next_event(ann):
    game = ann.open_game(ME, ME)
    answers = []
    asking = threading.Barrier(2)

    def wait():
        asking.wait()
        answers.append(ann.get(f"/games/{game['id']}/events", after=game["version"], wait=20).json)

    waiting = threading.Thread(target=wait)
    waiting.start()
    asking.wait()
    done = ann.act(game, ROLL, decision=game["decision"]).json
    waiting.join(timeout=15)
    assert answers == [{"events": done["events"], "next": done["game"]["version"]}]


def test_who_waits_in_vain_is_answered_with_nothing(ann):
    game = ann.open_game(ME, ME)
    response = ann.get(f"/games/{game['id']}/events", after=game["version"], wait=1)
    assert (response.status_code, response.json) == (200, {"events": [], "next": game["version"]})


def test_a_game_is_seen_as_it_was(ann):
    game = ann.open_game(ME, ME)
    ann.act(game, ROLL, decision=game["decision"])
    past = ann.get(f"/games/{game['id']}/table", at=game["version"]).json
    assert (past["version"], past["head"], past["table"]) == (game["version"], game["head"], game["table"])
    assert past["pending"] == game["pending"]
    assert (past["decision"], past["legal"]) == (None, [])
    assert ann.get(f"/games/{game['id']}/table", at=1).json["table"] is None


@pytest.mark.parametrize("query", [{}, {"at": "0"}, {"at": "-1"}, {"at": "x"}, {"at": "1.5"}, {"at": "9" * 30}])
def test_a_version_is_a_number_from_one_on(ann, query):
    game = ann.open_game(ME, ME)
    response = ann.get(f"/games/{game['id']}/table", **query)
    assert (response.status_code, response.json["errors"][0]["parameter"]) == (422, "at")


def test_a_version_that_is_not_yet_is_not_shown(ann):
    game = ann.open_game(ME, ME)
    response = ann.get(f"/games/{game['id']}/table", at=game["version"] + 1)
    assert (response.status_code, response.json["code"]) == (404, "not-found")


def test_the_record_of_a_closed_game_is_complete_and_consistent(ann, nobody, catalog):
    game = ann.play_to_the_end(ann.open_game(ME, ME, options={"goal": 1}))
    response = nobody.get(f"/games/{game['id']}/record")
    assert response.headers["Content-Disposition"] == f"attachment; filename=pig-{game['id']}.json"
    record = read(response.data)
    assert (record.id, record.head, len(record.events)) == (game["id"], game["head"], game["version"])
    assert record.names == {"s1": "Ann", "s2": "Ann"}
    assert audit(record, catalog).code == 0


def test_a_closed_game_is_seen_through_anybodys_eyes(ann, nobody):
    game = ann.play_to_the_end(ann.open_game(ME, ME, options={"goal": 1, "guess": False}))
    for eyes in ("s1", "s2", "spectator", "referee"):
        assert nobody.get(f"/games/{game['id']}", seat=eyes).json["seat"] == eyes


def test_the_record_of_a_running_game_is_a_prefix_of_the_later_one(ann):
    game = ann.open_game(ME, ME, options={"goal": 1})
    before = ann.get(f"/games/{game['id']}/record").json
    ann.play_to_the_end(game)
    after = ann.get(f"/games/{game['id']}/record").json
    assert [event["hash"] for event in before["events"]] == [
        event["hash"] for event in after["events"][: len(before["events"])]
    ]
