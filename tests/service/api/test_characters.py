"""Characters over HTTP."""

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
