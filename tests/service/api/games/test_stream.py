"""Server-sent events: what a listener gets is what it may read, once, and until the game is over."""

from threading import Thread
from time import monotonic

import pytest

from service.api.context import WAITING_ROOM
from service.games.streams import Listener
from service.server.waiting_room import WaitingRoom
from tests.service.api.games.streaming import messages
from tests.service.playing import ME, OPEN


@pytest.fixture
def game(ann, bob):
    game = ann.open_game(ME, OPEN, options={"goal": 50})
    return bob.post(f"/games/{game['id']}/seats", {}).json["game"]


def listen(person, game, headers=None, **query):
    return person.get(f"/games/{game['id']}/stream", headers, **{"seconds": 0, **query})


def test_a_stream_has_the_events_that_a_read_has(ann, bob, nobody, game):
    for somebody in (ann, bob, nobody):
        response = listen(somebody, game)
        assert (response.status_code, response.mimetype) == (200, "text/event-stream")
        read = somebody.get(f"/games/{game['id']}/events").json["events"]
        assert messages(response.text) == [("message", event["version"], event) for event in read]


def test_it_goes_on_after_the_last_event_that_was_seen(ann, game):
    versions = [number for _, number, _ in messages(listen(ann, game, {"Last-Event-ID": "3"}, after=1).text)]
    assert versions == list(range(4, game["version"] + 1))
    versions = [number for _, number, _ in messages(listen(ann, game, after=game["version"] - 1).text)]
    assert versions == [game["version"]]


def test_it_sends_what_happens_while_it_is_open(services, ann, game):
    account = services.accounts.by_name("Ann").id
    stream = services.streams.game(game["id"], account, None, game["version"], Listener(20, lambda: True))
    post = Thread(target=lambda: ann.act(game, {"type": "roll"}, decision=ann.look(game)["decision"]))
    post.start()
    [(_, number, event)] = messages(next(stream).decode())
    post.join()
    assert number == game["version"] + 1
    assert (event["type"], event["seat"]) == ("DieRolled", "s1")


def test_it_ends_with_the_game_and_who_has_seen_all_is_told_to_stop(ann, bob, game):
    bob.post(f"/games/{game['id']}/resignations", {})
    version = ann.look(game)["version"]
    found = messages(listen(ann, game, seconds=20).text)
    assert found[-2][2]["type"] == "GameClosed"
    assert found[-1] == ("end", None, {"version": version})
    assert listen(ann, game, {"Last-Event-ID": str(version)}).status_code == 204


@pytest.mark.parametrize("beyond", [0, 1, 10_000])
def test_neither_a_stream_nor_a_question_for_events_waits_for_what_a_closed_game_has_not(ann, bob, game, beyond):
    bob.post(f"/games/{game['id']}/resignations", {})
    after = ann.look(game)["version"] + beyond
    assert listen(ann, game, seconds=20, after=after).status_code == 204
    started = monotonic()
    answer = ann.get(f"/games/{game['id']}/events", after=after, wait=20).json
    assert (answer, monotonic() - started < 10) == ({"events": [], "next": after}, True)


def test_a_version_that_is_not_yet_is_waited_for_by_both(services, ann, game):
    account, last = services.accounts.by_name("Ann").id, game["version"]
    stream = services.streams.game(game["id"], account, None, last + 1, Listener(0, lambda: True))
    assert list(stream) == [b": still here\n\n"]
    answer = ann.get(f"/games/{game['id']}/events", after=last + 1, wait=1)
    assert answer.json == {"events": [], "next": last + 1}
    stream = services.streams.game(game["id"], account, None, last + 1, Listener(20, lambda: True))
    ann.post(f"/games/{game['id']}/resignations", {})
    assert messages(next(stream).decode())[0][1] == last + 2


def test_who_may_not_see_the_game_is_refused_before_anything_is_sent(ann, bob, nobody):
    game = ann.open_game(ME, OPEN, visibility="private")
    for somebody in (bob, nobody):
        assert listen(somebody, game).status_code == 404
    assert listen(bob, ann.open_game(ME, OPEN), seat="s1").json["code"] == "forbidden"


def test_a_listener_whose_token_is_ended_hears_no_more(monkeypatch, services, ann, game):
    monkeypatch.setattr("service.games.streams.HEARTBEAT", 0.05)
    stream = services.streams.game(game["id"], None, None, game["version"] - 2, Listener(20, lambda: False))
    assert [sent[:3] for sent in stream] == [b"id:", b"id:", b": s"]
    stream = services.streams.turns(services.accounts.by_name("Ann").id, Listener(20, lambda: False))
    assert [sent[:3] for sent in stream] == [b"id:", b": s"]


def test_a_full_house_says_so_and_a_place_is_free_again_afterwards(app, ann, game):
    app.extensions[WAITING_ROOM] = WaitingRoom(1)
    response = ann.client.get(f"/api/v1/games/{game['id']}/stream", buffered=False)
    full = listen(ann, game)
    assert (full.status_code, full.json["code"], full.headers["Retry-After"]) == (503, "crowded", "30")
    response.close()
    assert listen(ann, game).status_code == 200


def test_the_turns_of_an_account_are_sent_at_first_and_when_they_change(services, ann, bob, game):
    bob_id = services.accounts.by_name("Bob").id
    stream = services.streams.turns(bob_id, Listener(30, lambda: True))
    [(name, position, data)] = messages(next(stream).decode())
    assert (name, data) == ("turns", {"turns": []})
    assert ann.act(game, {"type": "roll"}, decision=ann.look(game)["decision"]).status_code == 200
    view = ann.look(game)
    if "s1" in view["pending"]:
        assert ann.act(game, {"type": "hold"}, decision=view["decision"]).status_code == 200
    later = next(sent for sent in stream if sent.startswith(b"id"))
    [(name, then, data)] = messages(later.decode())
    [turn] = data["turns"]
    assert then > position
    assert (turn["game_id"], turn["game"], turn["seat"]) == (game["id"], "pig", "s2")
    assert turn["decision"] == bob.look(game)["decision"]


def test_the_turns_stream_needs_a_token(ann, nobody, game):
    assert nobody.get("/accounts/me/stream").status_code == 401
    found = messages(ann.get("/accounts/me/stream", seconds=0).text)
    assert [turn["seat"] for turn in found[0][2]["turns"]] == ["s1"]


@pytest.mark.parametrize("headers", [{"Last-Event-ID": "x"}, {"Last-Event-ID": "-1"}])
def test_an_id_that_no_event_has_is_refused(ann, game, headers):
    assert listen(ann, game, headers).json["code"] == "malformed"
