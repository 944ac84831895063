"""Series over HTTP."""

import hashlib

import pytest

from domain.audit.aggregates import audit, read
from domain.audit.verdict import PREFIX
from tests.league.bots import play_on
from tests.league.seasons import GAME
from tests.service.playing import AI, ME, OPEN

ENTROPY = bytes(range(32))


def wanted(*seats, **more):
    return {"game": GAME, "seats": list(seats), "options": {"goal": 20}, "limit": 60, **more}


def test_a_series_is_opened_joined_and_played(house, ann, bob):
    answer = ann.post("/series", wanted(ME, OPEN))
    assert answer.status_code == 201
    opened = house.check("Series", answer.json)
    path = f"/series/{opened['id']}"
    assert answer.headers["Location"] == f"/api/v1{path}"
    assert (opened["status"], opened["games"], opened["sums"]) == ("running", [], {"s1": 0, "s2": 0})
    joined = house.check("Series", bob.post(f"{path}/seats", {}).json)
    assert joined["seats"]["s2"]["name"] == "Bob"
    assert [game["number"] for game in joined["games"]] == [1]
    game = ann.get(f"/games/{joined['games'][0]['game_id']}").json
    assert [seat["name"] for seat in game["seats"].values()] == ["Ann", "Bob"]


def test_sealed_entropy_is_opened_by_its_seat(house, ann, bob):
    sealed = hashlib.sha256(ENTROPY).hexdigest()
    opened = ann.post("/series", wanted(ME, OPEN, entropy_hash=sealed)).json
    path = f"/series/{opened['id']}"
    assert opened["entropy"] == {"s1": "sealed"}
    assert bob.post(f"{path}/seats", {"seat": "s2"}).json["games"] == []
    assert bob.call("PUT", f"{path}/seats/s1/entropy", {"entropy": ENTROPY.hex()}).json["code"] == "forbidden"
    answer = ann.call("PUT", f"{path}/seats/s1/entropy", {"entropy": ENTROPY.hex()})
    assert answer.json["entropy"] == {"s1": "opened"}
    assert len(answer.json["games"]) == 1


def test_series_are_listed(house, ann, bob):
    first = ann.post("/series", wanted(AI, AI)).json
    second = bob.post("/series", wanted(ME, OPEN)).json
    page = house.check("SeriesPage", ann.get("/series").json)
    assert [one["id"] for one in page["series"]][:2] == [second["id"], first["id"]]
    assert page["series"][0]["seats"]["s1"] == {"name": "Bob", "kind": "person", "level": None}
    mine = [one["id"] for one in bob.get("/series", mine="true").json["series"]]
    assert second["id"] in mine
    assert first["id"] not in mine
    assert house.nobody.get("/series", mine="true").status_code == 401
    assert house.nobody.get("/series", limit=1).json["series"] == page["series"][:1]
    cursor = house.nobody.get("/series", limit=1).json["next"]
    assert house.nobody.get("/series", limit=1, cursor=cursor).json["series"] == page["series"][1:2]


def test_a_private_series_is_shown_to_its_own_only(house, ann, bob):
    opened = ann.post("/series", wanted(ME, OPEN, visibility="private")).json
    for part in ("", "/events", "/record"):
        assert bob.get(f"/series/{opened['id']}{part}").status_code == 404
        assert ann.get(f"/series/{opened['id']}{part}").status_code == 200
    assert opened["id"] not in [one["id"] for one in bob.get("/series").json["series"]]


def test_its_log_is_read_and_audited(house, seasons, ann):
    opened = ann.post("/series", wanted(AI, AI)).json
    play_on(seasons.services, opened["games"][0]["game_id"])
    seasons.services.series.step(opened["id"])
    events = house.check("LogPart", house.nobody.get(f"/series/{opened['id']}/events", after=1).json)
    assert [event["type"] for event in events["events"]][:2] == ["GameOpenedInSeries", "GameTallied"]
    record = house.nobody.get(f"/series/{opened['id']}/record")
    house.check("Document", record.json)
    assert audit(read(record.data), seasons.services.catalog).code == PREFIX


def test_who_opened_it_ends_it_before_its_first_game(ann, bob):
    opened = ann.post("/series", wanted(ME, OPEN)).json
    assert bob.call("DELETE", f"/series/{opened['id']}").json["code"] == "forbidden"
    assert ann.call("DELETE", f"/series/{opened['id']}").json["status"] == "void"


@pytest.mark.parametrize(
    "body",
    [
        {},
        wanted(ME),
        wanted(ME, OPEN, limit=0),
        wanted(ME, OPEN, more=1),
        wanted(ME, {"account": "Nobody"}),
        {"game": "pig", "seats": [ME, OPEN]},
    ],
)
def test_what_does_not_fit_is_refused(ann, body):
    answer = ann.post("/series", body)
    assert (answer.status_code, answer.json["code"]) == (422, "malformed")


def test_nobody_opens_a_series_without_a_token(house):
    assert house.nobody.post("/series", wanted(ME, OPEN)).status_code == 401
