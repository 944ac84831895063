"""Accounts that are marked as bots': for ever, shown as such, and rated among programs."""

import pytest

from tests.service.api.conftest import API, Caller
from tests.service.api.leagues.rated import won_by_ann
from tests.service.api.problems import is_problem

OPEN = {"open": True}


@pytest.fixture
def bot(app):
    """Makes accounts that are marked from the beginning."""

    def create(name):
        client = app.test_client()
        made = client.post(f"{API}/accounts", json={"name": name, "bot": True}).json
        assert made["bot"] is True
        return Caller(client, name, made["token"])

    return create


def verdicts(nobody, game):
    told = nobody.get(f"/games/{game['id']}/rating").json
    return told["people"]["verdict"], told["ais"]["verdict"]


def test_the_mark_is_set_once_and_for_ever(ann):
    assert ann.get("/accounts/me").json["bot"] is False
    assert ann.call("PATCH", "/accounts/me", {"bot": False}).json["bot"] is False
    assert ann.call("PATCH", "/accounts/me", {"bot": True}).json["bot"] is True
    assert ann.call("PATCH", "/accounts/me", {"bot": True}).json["bot"] is True

    taken_away = ann.call("PATCH", "/accounts/me", {"bot": False, "name": "Anna"})

    assert is_problem(taken_away, 409, "illegal")
    own = ann.get("/accounts/me").json
    assert (own["bot"], own["name"]) == (True, "Ann")


def test_bots_are_rated_among_programs(bot, nobody):
    """LG-RAT-3"""
    game = won_by_ann(bot("Ann"), bot("Bob"))

    found = nobody.get("/ratings", game="pig").json

    assert [(line["name"], line["ai"]) for line in found["bots"]] == [("Ann", False), ("Bob", False)]
    assert (found["people"], found["ais"]) == ([], [])
    assert verdicts(nobody, game) == ("no-opponent", "rated")
    told = nobody.get(f"/games/{game['id']}/rating").json["changes"]
    assert [(one["name"], one["ai"], one["bot"]) for one in told] == [("Ann", False, True), ("Bob", False, True)]
    history = nobody.get("/ratings/history", game="pig", name="Ann").json
    assert [one["id"] for one in history["games"]] == [game["id"]]


def test_a_person_against_a_bot_counts_for_neither(ann, bot, nobody):
    """LG-RAT-3"""
    assert verdicts(nobody, won_by_ann(ann, bot("Bob"))) == ("no-opponent", "no-opponent")


def test_what_was_played_before_the_mark_stays_as_the_log_has_it(ann, bob, nobody):
    """LG-RAT-3, LG-RAT-7"""
    earlier = won_by_ann(ann, bob)
    assert ann.call("PATCH", "/accounts/me", {"bot": True}).status_code == 200

    later = won_by_ann(ann, bob)

    assert verdicts(nobody, earlier) == ("rated", "no-opponent")
    assert verdicts(nobody, later) == ("no-opponent", "no-opponent")
    assert [line["name"] for line in nobody.get("/ratings", game="pig").json["people"]] == ["Bob"]


def test_the_log_says_of_a_bot_that_it_is_one_and_of_a_person_nothing(ann, bot, nobody):
    game = ann.open_game({"account": "me"}, OPEN)
    assert bot("Robo").post(f"/games/{game['id']}/seats", {}).status_code == 200

    events = nobody.get(f"/games/{game['id']}/events").json["events"]

    assert [event["data"].get("bot") for event in events if event["type"] == "SeatTaken"] == [None, True]


def test_it_is_shown_at_each_seat(ann, bot, nobody):
    game = ann.open_game({"account": "me"}, OPEN)
    assert bot("Robo").post(f"/games/{game['id']}/seats", {}).status_code == 200

    seats = nobody.get(f"/games/{game['id']}").json["seats"]
    [listed] = nobody.get("/games").json["games"]

    assert "bot" not in seats["s1"]
    assert seats["s2"] == {"name": "Robo", "kind": "person", "level": None, "bot": True}
    assert listed["seats"] == seats


def test_it_is_shown_in_leagues(ann, bot):
    plan = {"seats": 2, "divisions": [{"name": "A", "size": 2}], "stages": [{"kind": "round-robin"}]}
    path = f"/leagues/{ann.post('/leagues', {'game': 'pig', 'name': 'Winter', 'plan': plan}).json['id']}"
    assert ann.post(f"{path}/seasons").status_code == 201
    for caller in (ann, bot("Robo")):
        assert caller.post(f"{path}/entrants", {}).status_code == 201

    entrants = ann.get(path).json["entrants"].values()

    assert [(own["name"], own["bot"]) for own in entrants] == [("Ann", False), ("Robo", True)]


def test_a_bot_enrols_at_its_rating_among_programs(bot, nobody):
    """LG-ENR-1"""
    one, other = bot("Ann"), bot("Bob")
    won_by_ann(one, other)
    rated = nobody.get("/ratings", game="pig").json["bots"][0]["rating"]
    plan = {"seats": 2, "divisions": [{"name": "A", "size": 2}], "stages": [{"kind": "round-robin"}]}
    path = f"/leagues/{other.post('/leagues', {'game': 'pig', 'name': 'Winter', 'plan': plan}).json['id']}"
    assert other.post(f"{path}/seasons").status_code == 201
    assert one.post(f"{path}/entrants", {}).status_code == 201

    [season] = other.get(path).json["seasons"]

    assert rated > 1000
    assert season["enrolled"][0]["rating"] == rated
