"""Secret links to games that have not begun."""

import pytest

ME, OPEN = {"account": "me"}, {"open": True}

INTRODUCTION = {"scenario": "introduction"}


@pytest.fixture
def game(ann):
    """A private game that Ann has opened, with two seats free."""
    return ann.open_game(ME, OPEN, OPEN, visibility="private")


def invite(person, game, **wanted):
    response = person.post(f"/games/{game['id']}/invitations", wanted)
    assert response.status_code == 201, response.text
    return response.json


def sit(person, game, **wanted):
    return person.post(f"/games/{game['id']}/seats", wanted)


def test_a_stranger_sits_down_at_a_private_game_by_the_link_alone(ann, bob, game):
    made = invite(ann, game, seat="s3")
    assert bob.get(f"/games/{game['id']}").status_code == 404
    assert sit(bob, game).status_code == 404
    seen = bob.get(f"/invitations/{made['token']}").json
    assert (seen["seat"], seen["game"]["id"], seen["game"]["seats"]["s1"]["name"]) == ("s3", game["id"], "Ann")
    answer = sit(bob, game, invitation=made["token"]).json
    assert answer["game"]["seats"]["s3"]["name"] == "Bob"
    assert bob.get(f"/games/{game['id']}").status_code == 200


def test_an_invitation_is_to_its_seat_and_its_game(ann, bob, game):
    made = invite(ann, game, seat="s3")
    assert sit(bob, game, seat="s2", invitation=made["token"]).json["code"] == "illegal"
    other = ann.open_game(ME, OPEN, visibility="private")
    assert sit(bob, other, invitation=made["token"]).status_code == 404


def test_a_revoked_link_is_worth_nothing(ann, bob, game):
    made = invite(ann, game)
    [listed] = ann.get(f"/games/{game['id']}/invitations").json["invitations"]
    assert listed == made
    assert ann.call("DELETE", f"/games/{game['id']}/invitations/{made['id']}").status_code == 204
    assert sit(bob, game, invitation=made["token"]).status_code == 404
    assert bob.get(f"/invitations/{made['token']}").status_code == 404
    assert ann.get(f"/games/{game['id']}/invitations").json["invitations"] == []


def test_a_forged_link_is_worth_nothing(ann, bob, game):
    made = invite(ann, game)
    for token in (made["id"], made["token"][:-2] + "xx", "x"):
        assert bob.get(f"/invitations/{token}").status_code == 404
        assert sit(bob, game, invitation=token).status_code == 404


def test_only_who_opened_the_game_invites_sees_and_revokes(ann, bob, nobody, game):
    made = invite(ann, game)
    sit(bob, game, invitation=made["token"])
    place = f"/games/{game['id']}/invitations"
    assert bob.post(place, {}).json["code"] == "forbidden"
    assert bob.get(place).json["code"] == "forbidden"
    assert bob.call("DELETE", f"{place}/{made['id']}").json["code"] == "forbidden"
    assert nobody.post(place, {}).status_code == 401


def test_no_invitation_to_a_seat_that_is_taken_or_kept_or_once_the_game_has_begun(ann, bob, person):
    game = ann.open_game(ME, {"account": "Bob"}, OPEN, visibility="private")
    place = f"/games/{game['id']}/invitations"
    for seat in ("s1", "s2", "s9"):
        assert ann.post(place, {"seat": seat}).json["code"] == "illegal"
    made = invite(ann, game)
    assert sit(person("Cy"), game, invitation=made["token"]).status_code == 200
    assert sit(bob, game).json["game"]["status"] == "running"
    assert ann.post(place, {}).json["code"] == "illegal"
    assert person("Dan").get(f"/invitations/{made['token']}").status_code == 404


@pytest.mark.parametrize("visibility", ["private", "public"])
def test_a_link_lets_nobody_into_a_game_that_has_begun(ann, bob, person, visibility):
    game = ann.open_game(ME, OPEN, OPEN, game="last-spell", options=INTRODUCTION, visibility=visibility)
    made, seated = invite(ann, game), person("Cy")
    assert sit(bob, game, invitation=made["token"]).status_code == 200
    assert sit(seated, game, invitation=made["token"]).json["game"]["status"] == "running"
    assert bob.post(f"/games/{game['id']}/resignations", {}).json["game"]["seats"]["s2"]["kind"] == "open"
    late = sit(person("Eve"), game, invitation=made["token"])
    assert (late.status_code, late.json["code"]) == (404, "not-found")
    assert ann.look(game)["seats"]["s2"]["kind"] == "open"
    assert sit(seated, game, invitation=made["token"]).json["game"]["seat"] == "s3", "a repeated request is answered"
    assert sit(bob, game).json["game"]["seats"]["s2"]["name"] == "Bob"


def test_the_host_fills_seats_with_ais_and_frees_them_again(ann, bob, game):
    assert sit(bob, game, invitation=invite(ann, game)["token"]).status_code == 200
    freed = ann.call("DELETE", f"/games/{game['id']}/seats/s2").json["game"]
    assert freed["seats"]["s2"]["kind"] == "open"
    assert bob.look(game)["version"] == freed["version"], "what was shown until then stays"
    assert sit(ann, game, seat="s2", ai="random").json["game"]["seats"]["s2"]["level"] == "random"
    begun = sit(ann, game, seat="s3", ai="greedy").json["game"]
    assert begun["status"] == "running"


def test_nobody_else_does_so(ann, bob):
    game = ann.open_game(ME, OPEN, OPEN)
    assert sit(bob, game, seat="s2", ai="random").json["code"] == "forbidden"
    assert bob.call("DELETE", f"/games/{game['id']}/seats/s1").json["code"] == "forbidden"
    assert sit(ann, game, ai="random").json["code"] == "malformed"
    assert sit(ann, game, seat="s2", ai="genius").json["code"] == "malformed"


def test_who_came_by_a_link_leaves_and_sees_nothing_later(ann, bob, person, game):
    made = invite(ann, game)
    sit(bob, game, seat="s2", invitation=made["token"])
    left = bob.call("DELETE", f"/games/{game['id']}/seats/s2")
    assert (left.status_code, left.json["game"]["seats"]["s2"]["kind"]) == (200, "open")
    sit(person("Cy"), game, seat="s3", invitation=made["token"])
    assert bob.look(game)["version"] == left.json["game"]["version"]
    assert bob.get(f"/games/{game['id']}/events", after=left.json["game"]["version"], wait=60).json["events"] == []
