"""Ratings over HTTP: tables of people and AIs, and the verdict on every closed game (LG-RAT-6)."""

import pytest

from tests.service.api.leagues.rated import won_by_ann
from tests.service.api.problems import is_problem

ME, OPEN = {"account": "me"}, {"open": True}
HOLD, ROLL = {"type": "hold"}, {"type": "roll"}


def test_who_won_is_rated_above_who_lost(ann, bob, nobody):
    game = won_by_ann(ann, bob)

    found = nobody.get("/ratings", game="pig").json

    assert [(line["name"], line["games"]) for line in found["people"]] == [("Ann", 1), ("Bob", 1)]
    assert found["people"][0]["rating"] > found["people"][1]["rating"]
    assert found["ais"] == []
    [closed] = found["games"]
    assert closed["id"] == game["id"]
    assert closed["people"] == {"verdict": "rated", "reason": "it is rated"}
    assert closed["ais"]["verdict"] == "no-opponent"


def test_a_game_that_does_not_count_says_why(ann, nobody):
    ann.play_to_the_end(ann.open_game(ME, ME, options={"goal": 1}, rated=True))
    ann.play_to_the_end(ann.open_game(ME, ME, options={"goal": 1}))

    found = nobody.get("/ratings", game="pig").json

    assert [one["people"]["verdict"] for one in found["games"]] == ["unrated", "one-holder"]
    assert found["people"] == []


def test_a_private_game_counts_and_no_list_names_it(ann, bob, nobody):
    game = won_by_ann(ann, bob, {"account": "Bob"}, visibility="private")

    found = nobody.get("/ratings", game="pig").json

    assert [(line["name"], line["games"]) for line in found["people"]] == [("Ann", 1), ("Bob", 1)]
    assert found["games"] == []
    history = nobody.get("/ratings/history", game="pig", name="Ann").json
    assert (history["rating"], history["games"]) == (found["people"][0]["rating"], [])
    assert bob.get(f"/games/{game['id']}/rating").json["people"]["verdict"] == "rated"


def test_whoever_has_lost_the_seat_of_a_private_game_is_not_told_how_it_ended(services, ann, bob, person, nobody):
    person("Cy")
    dan = person("Dan")
    services.accounts.set_operator(services.accounts.by_name("Dan").id, True)
    path = f"/games/{ann.open_game(ME, {'account': 'Bob'}, visibility='private', rated=True)['id']}"
    assert bob.post(f"{path}/seats", {}).status_code == 200
    replaced = {"verb": "replace", "seat": "s2", "account": "Cy", "reason": "it had to be"}
    assert dan.post(f"{path}/operator", replaced).status_code == 200
    assert ann.post(f"{path}/resignations").status_code == 200

    assert ann.get(f"{path}/rating").status_code == 200
    assert is_problem(bob.get(f"{path}/rating"), 403, "forbidden")
    assert is_problem(nobody.get(f"{path}/rating"), 404, "not-found")


def test_a_branch_of_a_rated_game_never_counts(ann, bob, nobody):
    """LG-RAT-2"""
    game = won_by_ann(ann, bob)
    before = nobody.get("/ratings", game="pig").json["people"]
    at = bob.get(f"/games/{game['id']}/timeline").json["boundaries"][0]

    bob.play_to_the_end(bob.post(f"/games/{game['id']}/branches", {"at": at}).json)

    found = nobody.get("/ratings", game="pig").json
    assert found["games"][0]["people"]["verdict"] == "practice"
    assert found["people"] == before


def test_one_enrols_in_a_league_at_that_rating(ann, bob, nobody):
    """LG-ENR-1, LG-STG-2"""
    won_by_ann(ann, bob)
    rated = {line["name"]: line["rating"] for line in nobody.get("/ratings", game="pig").json["people"]}
    plan = {"seats": 2, "divisions": [{"name": "A", "size": 2}], "stages": [{"kind": "round-robin"}]}
    path = f"/leagues/{bob.post('/leagues', {'game': 'pig', 'name': 'Winter', 'plan': plan}).json['id']}"
    assert bob.post(f"{path}/seasons").status_code == 201
    for person in (ann, bob):
        assert person.post(f"{path}/entrants", {}).status_code == 201

    [season] = bob.get(path).json["seasons"]
    assert [own["rating"] for own in season["enrolled"]] == [rated["Ann"], rated["Bob"]]


def test_who_is_forgotten_has_no_name(ann, bob, nobody):
    won_by_ann(ann, bob)
    assert bob.call("DELETE", "/accounts/me").status_code == 204

    assert [line["name"] for line in nobody.get("/ratings", game="pig").json["people"]] == ["Ann", None]


def test_verdicts_come_in_pages(ann, nobody):
    for _ in range(3):
        ann.play_to_the_end(ann.open_game(ME, ME, options={"goal": 1}))

    first = nobody.get("/ratings", game="pig", limit=2).json
    second = nobody.get("/ratings", game="pig", cursor=first["next"]).json

    assert (len(first["games"]), len(second["games"]), second["next"]) == (2, 1, None)
    assert not {one["id"] for one in first["games"]} & {one["id"] for one in second["games"]}


@pytest.mark.parametrize(
    ("query", "status", "code"),
    [
        ({}, 422, "malformed"),
        ({"game": "chess"}, 404, "not-found"),
        ({"game": "pig", "cursor": "x"}, 422, "malformed"),
        ({"game": "pig", "limit": "0"}, 422, "malformed"),
        ({"game": "pig", "by": "name"}, 422, "malformed"),
    ],
)
def test_what_cannot_be_asked(nobody, query, status, code):
    assert is_problem(nobody.get("/ratings", **query), status, code)


def test_a_game_explains_what_it_did_to_whom(ann, bob, nobody):
    game = won_by_ann(ann, bob)

    found = nobody.get(f"/games/{game['id']}/rating").json

    assert found["people"]["verdict"] == "rated"
    assert found["ais"] == {"verdict": "no-opponent", "reason": "fewer than two of a kind sat at it"}
    assert [(one["name"], one["ai"], one["place"], one["before"]) for one in found["changes"]] == [
        ("Ann", False, 1, 1000), ("Bob", False, 2, 1000),
    ]  # fmt: skip
    assert found["changes"][0]["after"] > 1000 > found["changes"][1]["after"]
    assert {one["counted"]["verdict"] for one in found["changes"]} == {"rated"}


def test_a_game_that_goes_on_or_is_not_for_everybody_explains_nothing(ann, nobody):
    game = ann.open_game(ME, OPEN, options={"goal": 1}, rated=True, visibility="private")
    assert is_problem(ann.get(f"/games/{game['id']}/rating"), 404, "not-found")
    closed = ann.open_game(ME, ME, options={"goal": 1}, visibility="private")
    ann.play_to_the_end(closed)
    assert ann.get(f"/games/{closed['id']}/rating").status_code == 200
    assert is_problem(nobody.get(f"/games/{closed['id']}/rating"), 404, "not-found")


def test_a_rating_over_time(ann, bob, nobody):
    first, second = won_by_ann(ann, bob), won_by_ann(ann, bob)

    told = nobody.get("/ratings/history", game="pig", name="ann").json

    assert [one["id"] for one in told["games"]] == [second["id"], first["id"]]
    assert told["games"][0]["before"] == told["games"][1]["after"]
    assert (told["name"], told["rating"]) == ("Ann", told["games"][0]["after"])
    assert nobody.get("/ratings/history", game="pig", ai="greedy").json["games"] == []


@pytest.mark.parametrize(
    ("query", "status", "code"),
    [
        ({"game": "pig"}, 422, "malformed"),
        ({"game": "pig", "name": "Ann", "ai": "greedy"}, 422, "malformed"),
        ({"game": "pig", "name": "nobody at all"}, 404, "not-found"),
        ({"game": "chess", "ai": "greedy"}, 404, "not-found"),
        ({"game": "pig", "ai": "oracle"}, 422, "malformed"),
        ({"game": "pig", "ai": "greedy", "cursor": "x"}, 422, "malformed"),
    ],
)
def test_what_history_cannot_be_asked(nobody, query, status, code):
    assert is_problem(nobody.get("/ratings/history", **query), status, code)
