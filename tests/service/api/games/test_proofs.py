"""What anybody may check the service by, over HTTP: receipts, keys, the journal, differences, timelines, records."""

import json
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

import pytest

from domain.audit import CONSISTENT, audit
from domain.log.canon import canonical
from domain.log.journal import checked, read_journal
from domain.records.export import read
from service.api.reading import MOST_BYTES, MOST_RECORD_BYTES
from service.store.published.receipts import read_receipt
from tests.forgeries import forged
from tests.installation import install
from tests.service.api.document import schema
from tests.service.api.problems import is_problem
from tests.service.playing import ME, open_pig

ROLL = {"type": "roll"}


def test_every_answer_is_signed_with_a_published_key(ann, nobody):
    [key] = nobody.get("/keys").json["keys"]
    assert key["algorithm"] == "Ed25519"
    opened = ann.post("/games", {"game": "pig", "seats": [ME, ME]})
    moved = ann.act(opened.json, ROLL, decision=opened.json["decision"])
    for response in (opened, moved):
        read_receipt(response.data).check(key["key"])


def test_the_verifier_is_served_as_it_is_and_takes_an_answer_with_its_receipt(ann, nobody, tmp_path):
    served = nobody.client.get("/verify.py")
    assert served.headers["Content-Disposition"] == "attachment; filename=verify.py"
    assert served.text == (Path(__file__).parents[4] / "verifier/verify.py").read_text()
    answer = ann.post("/games", {"game": "pig", "seats": [ME, ME]})
    names = ("verify.py", "game.json", "receipt.json")
    bodies = (served.data, nobody.get(f"/games/{answer.json['id']}/record").data, answer.data)
    for name, body in zip(names, bodies, strict=True):
        (tmp_path / name).write_bytes(body)
    [key] = nobody.get("/keys").json["keys"]
    asked = [sys.executable, "-I", *names[:2], "--receipt", names[2], "--key", key["key"]]
    found = subprocess.run(asked, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert found.returncode == 2, found.stderr
    assert found.stdout.startswith("game.json: a prefix: ")


def test_the_journal_is_read_by_anybody_and_its_chain_holds(ann, nobody):
    game = ann.open_game(ME, ME)
    whole = nobody.get("/journal").json
    assert whole["next"] == len(whole["entries"])
    head = whole["entries"][-1]["hash"]
    raw = canonical({"format": "nightledger/journal/1", "entries": whole["entries"], "head": head})
    assert game["id"] in [getattr(line.listed, "id", None) for line in checked(read_journal(raw))]
    assert nobody.get("/journal", after=1, limit=1).json["entries"] == whole["entries"][1:2]
    assert nobody.get("/journal", after=999).json == {"entries": [], "next": 999}


@pytest.mark.parametrize("query", [{"after": -1}, {"limit": 0}, {"limit": 501}, {"x": 1}])
def test_a_part_of_the_journal_that_is_none_is_malformed(nobody, query):
    assert is_problem(nobody.get("/journal", **query), 422, "malformed")


def test_two_versions_are_compared(ann):
    game = ann.open_game(ME, ME, options={"goal": 90})
    done = ann.act(game, {"type": "hold"}, decision=game["decision"]).json["game"]
    query = {"from": game["version"], "to": done["version"]}
    found = ann.get(f"/games/{game['id']}/diff", **query).json["differences"]
    assert {"path": "/table/active", "before": "s1", "after": "s2"} in found
    assert is_problem(ann.get(f"/games/{game['id']}/diff", **{"from": 1}), 422, "malformed")
    assert is_problem(ann.get(f"/games/{game['id']}/diff", **{"from": 1, "to": 999}), 404, "not-found")


def test_a_timeline_is_shown(ann, nobody):
    game = ann.open_game(ME, ME)
    found = nobody.get(f"/games/{game['id']}/timeline").json
    assert [mark["mark"] for mark in found["marks"]] == ["start"]
    assert found["boundaries"] == [game["version"]]


def test_a_record_is_taken_in_once_and_shown(ann, nobody, catalog, record):
    first = ann.post("/records", record)
    assert (first.status_code, first.json["known"]) == (201, False)
    assert first.headers["Location"].endswith(f"/records/{first.json['id']}")
    again = ann.post("/records", record)
    assert (again.status_code, again.json) == (200, {**first.json, "known": True})
    path = f"/records/{first.json['id']}"
    shown = nobody.get(path, seat="s1", at=2).json
    assert (shown["seat"], shown["version"], shown["record"]["source"]) == ("s1", 2, record["id"])
    assert nobody.get(f"{path}/events", after=1, limit=2).json == {"events": record["events"][1:3], "next": 3}
    assert nobody.get(f"{path}/record").data == canonical(record)
    assert audit(read(nobody.get(f"{path}/record").data), catalog).code == CONSISTENT
    listed = nobody.get("/records").json
    assert [kept["id"] for kept in listed["records"]] == [first.json["id"]]
    assert (listed["records"][0]["mark"], listed["next"]) == ("imported; consistent; not witnessed here", None)


def test_a_game_that_was_played_here_is_where_it_was(ann, nobody):
    game = ann.play_to_the_end(ann.open_game(ME, ME, options={"goal": 1}))
    found = ann.post("/records", ann.get(f"/games/{game['id']}/record").json)
    assert (found.status_code, found.json["id"], found.json["played_here"]) == (200, game["id"], True)
    assert found.headers["Location"].endswith(f"/games/{game['id']}")
    assert nobody.get("/records").json["records"] == []


@pytest.mark.parametrize("is_operator", [False, True])
def test_a_forgery_under_the_id_of_a_game_of_this_installation_is_refused(services, ann, bob, nobody, is_operator):
    services.accounts.set_operator(services.accounts.by_name("Bob").id, is_operator)
    running = ann.open_game(ME, ME)
    closed = ann.play_to_the_end(ann.open_game(ME, ME, options={"goal": 1}))
    journal = nobody.get("/journal").json
    for game in (running, closed):
        response = bob.post("/records", json.loads(forged(game["id"])))
        assert is_problem(response, 422, "bad-record")
        assert f"{game['id']} is an id of this installation" in response.json["detail"]
    assert nobody.get("/journal").json == journal
    assert nobody.get("/records").json["records"] == []


def test_what_is_wrong_with_a_record_is_named_with_its_place(ann, record):
    record["events"][3]["data"]["entropy"] = [["s1", "00"]]
    response = ann.post("/records", record)
    assert is_problem(response, 422, "bad-record")
    assert "event 4: its hash does not follow" in response.json["detail"]
    [fault] = response.json["errors"]
    assert fault["pointer"] == "#/events/3"


@pytest.mark.parametrize("body", [b"", b"{", b"[]", b"nonsense", b"\xff", b"[" * 200_000])
def test_what_is_no_record_is_a_bad_one(ann, body):
    response = ann.client.post(
        "/api/v1/records", data=body, content_type="application/json", headers={"Authorization": f"Bearer {ann.token}"}
    )
    assert is_problem(response, 422, "bad-record")


def test_a_record_may_be_longer_than_other_bodies_and_not_endless(ann, nobody, record):
    headers = {"Authorization": f"Bearer {ann.token}"}
    long = json.dumps(record).encode().ljust(MOST_BYTES * 2)
    assert ann.client.post("/api/v1/records", data=long, headers=headers).status_code == 201
    endless = b" " * (MOST_RECORD_BYTES + 1)
    assert is_problem(ann.client.post("/api/v1/records", data=endless, headers=headers), 413, "too-large")
    assert is_problem(nobody.post("/records", record), 401, "unauthorized")


def test_records_are_not_examined_all_day(ann):
    answers = [ann.post("/records", {}) for _ in range(21)]
    assert {answer.status_code for answer in answers[:20]} == {422}
    assert is_problem(answers[20], 429, "too-many-requests")
    assert int(answers[20].headers["Retry-After"]) > 0


def test_pages_of_records(ann, nobody, tmp_path):
    elsewhere = install(tmp_path / "elsewhere")
    zoe = elsewhere.accounts.create("Zoe")[0].id
    ids = set()
    for _ in range(3):
        game_id = open_pig(elsewhere.ledger, zoe, ME, ME)
        elsewhere.ledger.close(game_id, "void")
        ids.add(ann.post("/records", elsewhere.ledger.record(game_id)).json["id"])
    elsewhere.close()
    first = nobody.get("/records", limit=2).json
    second = nobody.get("/records", limit=2, after=first["next"]).json
    assert {kept["id"] for kept in (*first["records"], *second["records"])} == ids
    assert second["next"] is None
    assert is_problem(nobody.get("/records", after="x"), 422, "malformed")


@pytest.mark.parametrize("path", ["", "/events", "/record"])
def test_a_record_that_is_none_is_not_found(nobody, path):
    assert is_problem(nobody.get(f"/records/00000000-0000-4000-8000-000000000000{path}"), 404, "not-found")


def test_sealed_entropy_over_http(ann, bob):
    mine = "ab" * 32
    hashed = sha256(bytes.fromhex(mine)).hexdigest()
    reserved = ann.post("/reservations").json["id"]
    game = ann.open_game(ME, {"open": True}, reservation=reserved, entropy_hash=hashed)
    assert game["entropy"] == {"s1": "sealed"}
    assert bob.post(f"/games/{game['id']}/seats", {}).json["game"]["status"] == "open"
    opened = ann.call("PUT", f"/games/{game['id']}/seats/s1/entropy", {"entropy": mine}).json["game"]
    assert (opened["status"], opened["entropy"]) == ("running", {"s1": "opened"})


def test_answers_have_the_shape_that_is_documented(ann, nobody, record):
    game = ann.open_game(ME, ME, options={"goal": 90})
    taken_in = ann.post("/records", record).json
    path = f"/games/{game['id']}"
    over = ann.play_to_the_end(ann.open_game(ME, ME, options={"goal": 1}))
    at = ann.get(f"/games/{over['id']}/timeline").json["boundaries"][0]
    for name, body in {
        "Opened": game,
        "Preview": ann.post(f"{path}/preview", {"action": ROLL}).json,
        "Diff": ann.get(f"{path}/diff", **{"from": 1, "to": game["version"]}).json,
        "Timeline": ann.get(f"{path}/timeline").json,
        "Record": ann.get(f"/games/{over['id']}/record").json,
        "Journal": nobody.get("/journal").json,
        "Keys": nobody.get("/keys").json,
        "TakenIn": taken_in,
        "Records": nobody.get("/records").json,
        "RecordGame": nobody.get(f"/records/{taken_in['id']}").json,
        "Events": nobody.get(f"/records/{taken_in['id']}/events").json,
    }.items():
        assert [error.message for error in schema(name).iter_errors(body)] == []
    branch = ann.post(f"/games/{over['id']}/branches", {"at": at}).json
    assert [error.message for error in schema("Opened").iter_errors(branch)] == []
