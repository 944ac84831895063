from time import monotonic

import pytest

from service.api.context import WAITING_ROOM
from service.server.waiting_room import WaitingRoom

ME = {"account": "me"}


@pytest.mark.parametrize(("threads", "places"), [(1, 1), (4, 1), (7, 1), (8, 2), (16, 4)])
def test_a_quarter_of_the_threads_may_wait(threads, places):
    assert WaitingRoom(threads).places == places


def test_a_place_is_free_again_when_its_holder_goes():
    room = WaitingRoom(4)
    with room.place("ann") as first, room.place("bob") as second:
        assert (first, second) == (True, False)
    with room.place("bob") as third:
        assert third


@pytest.mark.parametrize(("places", "half", "share"), [(1, 1, 0), (4, 2, 2), (16, 8, 2), (190, 95, 23)])
def test_one_caller_leaves_half_of_the_places_for_others_who_have_few(places, half, share):
    room = WaitingRoom(200, places)
    assert [room.enter("ann") for _ in range(places)].count(True) == half
    assert [room.enter("bob") for _ in range(places)].count(True) == share
    assert room.enter("cy") is (half + share < places)


def test_who_finds_no_place_is_answered_at_once(app, ann):
    game = ann.open_game(ME, ME)
    room = app.extensions[WAITING_ROOM] = WaitingRoom(1)
    began = monotonic()
    with room.place("bob"):
        response = ann.get(f"/games/{game['id']}/events", after=game["version"], wait=25)
    assert response.json == {"events": [], "next": game["version"]}
    assert monotonic() - began < 10
