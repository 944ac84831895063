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
