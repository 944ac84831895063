"""Characters over HTTP."""

from domain.audit import CONSISTENT
from domain.audit.characters import audit_character, read
from domain.games.catalog import Catalog

THIEF = {
    "occupation": "thief",
    "attributes": {"S": 3, "A": 3, "Dex": 4, "Int": 4, "Pers": 2, "Med": 2, "D": 2},
    "skills": ["lockpick"],
}


def made(caller, **more):
    response = caller.post("/characters", {"game": "darkness", "name": "Vito", "character": THIEF, **more})
    assert response.status_code == 201, response.text
    return response.json


def test_a_character_is_made_listed_brought_and_put_away(ann, nobody):
    character = made(ann)
    assert ann.get("/characters").json["characters"] == [character]
    assert nobody.get(f"/characters/{character['id']}").json["content"]["occupation"] == "thief"
    seat = {"account": "me", "character": character["id"]}
    game = ann.open_game(seat, {"open": True}, game="darkness", options={"scenario": "first-night"})
    assert ann.get(f"/characters/{character['id']}").json["away"] == game["id"]
    assert ann.call("DELETE", f"/games/{game['id']}").status_code == 200
    assert ann.call("DELETE", f"/characters/{character['id']}").status_code == 204
    assert ann.get(f"/characters/{character['id']}").json["retired"]


def test_a_character_that_the_rules_do_not_allow_is_refused(ann):
    response = ann.post("/characters", {"game": "darkness", "character": {**THIEF, "occupation": "knight"}})
    assert (response.status_code, response.json["code"]) == (422, "malformed")


def test_only_who_is_signed_in_makes_one(nobody):
    assert nobody.post("/characters", {"game": "darkness", "character": THIEF}).status_code == 401


def test_a_character_is_brought_when_sitting_down_and_changed_until_the_start(ann, bob):
    character, other = made(bob), made(bob, name="Nimble")
    game = ann.open_game({"account": "me"}, {"open": True}, {"open": True}, game="darkness")
    sat = bob.post(f"/games/{game['id']}/seats", {"character": character["id"]})
    assert sat.status_code == 200, sat.text
    assert sat.json["game"]["seats"]["s2"]["character"] == character["id"]
    place = f"/games/{game['id']}/seats/s2/character"
    assert bob.call("PUT", place, {"character": other["id"]}).status_code == 200
    assert bob.get(f"/characters/{character['id']}").json["away"] is None
    assert bob.get(f"/characters/{other['id']}").json["away"] == game["id"]
    assert bob.call("PUT", place, {"character": None}).status_code == 200
    assert ann.call("PUT", place, {"character": None}).json["code"] == "forbidden"
    assert bob.call("PUT", place, {}).json["code"] == "malformed"


def test_the_log_of_a_character_is_a_document_that_anybody_may_audit(ann, nobody):
    character = made(ann)
    response = nobody.get(f"/characters/{character['id']}/record")
    assert response.status_code == 200
    found = audit_character(read(response.data), Catalog())
    assert (found.code, found.head) == (CONSISTENT, character["head"])
