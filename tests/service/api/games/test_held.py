"""Requests that wait under a server which holds them: it is told for what, and asks them again."""

from contextlib import closing

import pytest

from service.api.context import METRICS, WAITING_ROOM
from service.app.application import create_app
from service.server.holding import HOLDS, WAITED
from service.server.waiting_room import WaitingRoom
from service.store.waiting import Wait
from tests.installation import install

ME = {"account": "me"}


@pytest.fixture
def game(ann):
    return ann.open_game(ME, ME)


@pytest.fixture
def room(app):
    room = app.extensions[WAITING_ROOM] = WaitingRoom(1)
    return room


def ask(person, game, method="GET", path="/events", **environ):
    """The answer to a question for what comes next, as a server that holds requests asks it."""
    return person.client.open(
        f"/api/v1/games/{game['id']}{path}",
        method=method,
        query_string={"after": game["version"], **({"wait": 20} if path == "/events" else {})},
        headers={"Authorization": f"Bearer {person.token}"},
        environ_overrides={HOLDS: True, **environ},
        buffered=False,
    )


def test_a_question_for_events_begins_with_a_wait_and_is_answered_when_it_is_asked_again(ann, game, room):
    held = ask(ann, game)
    wait = next(iter(held.response))
    assert isinstance(wait, Wait)
    assert not room.enter("bob")
    assert not wait.look()
    ann.act(game, {"type": "roll"}, decision=game["decision"])
    assert wait.look()
    held.close()
    assert room.enter("bob")
    again = ask(ann, game, **{WAITED: wait})
    assert again.json["events"][0]["version"] == game["version"] + 1


def test_when_the_wait_was_in_vain_there_is_nothing(ann, game):
    held = ask(ann, game)
    wait = next(iter(held.response))
    held.close()
    assert ask(ann, game, **{WAITED: wait}).json == {"events": [], "next": game["version"]}


def test_it_is_told_of_once(app, ann, game):
    answer = {"method": "GET", "route": "/api/v1/games/<uuid:game_id>/events", "status": "200"}

    def told():
        return app.extensions[METRICS].registry.get_sample_value("nightledger_requests_total", answer)

    held = ask(ann, game)
    wait = next(iter(held.response))
    held.close()
    assert told() is None
    ask(ann, game, **{WAITED: wait}).close()
    assert told() == 1


def test_it_counts_once_against_the_limit(tmp_path):
    services = install(tmp_path, NIGHTLEDGER_REQUESTS_PER_MINUTE="3")
    with closing(services):
        client = create_app(services).test_client()
        asked = [client.get("/api/v1/journal", environ_overrides={WAITED: object()}) for _ in range(5)]
        assert [answer.status_code for answer in asked] == 5 * [200]


def test_a_head_alone_waits_for_nothing(ann, game, room):
    assert ask(ann, game, "HEAD").status_code == 200
    assert room.enter("bob")


def test_a_stream_has_its_waits_between_its_bytes(ann, game):
    response = ask(ann, game, path="/stream")
    opening, wait = (part for part, _ in zip(response.response, range(2), strict=False))
    assert (opening, isinstance(wait, Wait)) == (b"retry: 3000\n\n", True)
    response.close()
