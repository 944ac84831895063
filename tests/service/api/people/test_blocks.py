"""Blocked people and the lobby."""

import pytest

ME, OPEN = {"account": "me"}, {"open": True}


@pytest.fixture
def game(ann):
    return ann.open_game(ME, OPEN, OPEN)


def open_games(person):
    return [game["id"] for game in person.get("/games", open="true").json["games"]]


def test_whom_one_blocks_is_listed_and_nobody_else_sees_it(ann, bob):
    assert ann.get("/accounts/me/blocks").json == {"people": []}
    assert ann.call("PUT", "/accounts/me/blocks/bob").status_code == 204
    assert ann.call("PUT", "/accounts/me/blocks/Bob").status_code == 204
    [blocked] = ann.get("/accounts/me/blocks").json["people"]
    assert blocked["name"] == "Bob"
    assert bob.get("/accounts/me/blocks").json == {"people": []}


def test_who_is_blocked_neither_sees_nor_sits_at_my_open_games(ann, bob, person, game):
    assert open_games(bob) == [game["id"]]
    ann.call("PUT", "/accounts/me/blocks/Bob")
    assert open_games(bob) == []
    response = bob.post(f"/games/{game['id']}/seats", {})
    assert (response.status_code, response.json["detail"]) == (409, "no seat is open to you")
    assert open_games(person("Cy")) == [game["id"]]


def listed(person, **query):
    return [game["id"] for game in person.get("/games", **query).json["games"]]


@pytest.mark.parametrize("query", [{}, {"status": "open"}, {"game": "pig"}, {"game": "pig", "status": "open"}])
def test_in_no_list_is_an_open_game_seen_by_who_is_blocked_and_does_not_sit_there(ann, bob, person, game, query):
    with_bob = ann.open_game(ME, OPEN, OPEN)["id"]
    bob.post(f"/games/{with_bob}/seats", {})
    ann.call("PUT", "/accounts/me/blocks/Bob")
    assert listed(bob, **query) == [with_bob]
    assert listed(ann, **query) == listed(person("Cy"), **query) == [with_bob, game["id"]]
    assert listed(bob, mine="true") == [with_bob]


def test_a_game_that_has_begun_is_to_be_seen_by_who_is_blocked(ann, bob, person):
    begun = ann.open_game(ME, OPEN)["id"]
    person("Cy").post(f"/games/{begun}/seats", {})
    ann.call("PUT", "/accounts/me/blocks/Bob")
    assert listed(bob) == listed(bob, status="running") == [begun]


def test_games_of_whom_i_block_are_not_in_my_lobby(ann, bob, game):
    bob.call("PUT", "/accounts/me/blocks/Ann")
    assert open_games(bob) == []
    bob.call("DELETE", "/accounts/me/blocks/Ann")
    assert open_games(bob) == [game["id"]]
    assert bob.post(f"/games/{game['id']}/seats", {}).status_code == 200


def test_a_secret_link_opens_no_door_to_the_blocked(ann, bob, game):
    token = ann.post(f"/games/{game['id']}/invitations", {}).json["token"]
    ann.call("PUT", "/accounts/me/blocks/Bob")
    assert bob.post(f"/games/{game['id']}/seats", {"invitation": token}).json["code"] == "illegal"


def test_who_is_blocked_is_muted_too(ann, bob, game):
    bob.post(f"/games/{game['id']}/seats", {})
    bob.post(f"/games/{game['id']}/messages", {"text": "hm"})
    ann.call("PUT", "/accounts/me/blocks/Bob")
    [message] = ann.get(f"/games/{game['id']}/messages").json["messages"]
    assert (message["text"], message["muted"]) == (None, True)


def test_nobody_blocks_himself_or_somebody_who_is_not_there(ann):
    assert ann.call("PUT", "/accounts/me/blocks/Ann").json["code"] == "illegal"
    assert ann.call("PUT", "/accounts/me/blocks/Eve").status_code == 404
