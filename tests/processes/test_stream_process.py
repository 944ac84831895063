"""The process that serves streams, beside the web: what is posted to one is heard from the other."""

import json
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.house import Client, House, free_port, wait_until

pytestmark = pytest.mark.slow

LISTENERS = 60
"""Many more than the web has threads."""


@pytest.fixture
def house():
    """The web and the stream process."""
    with TemporaryDirectory(prefix="nl-") as folder:
        house = House(Path(folder), free_port())
        house.run("db", "init")
        house.redis.start()
        try:
            for name in ("web", "stream"):
                house.start(name)
            wait_until(lambda: house.is_ready(house.port) and house.is_ready(house.stream_port), "both answer")
            yield house
        finally:
            house.down()


def listening(house, path, token):
    """An open stream, of which the head has been read."""
    connection = HTTPConnection("127.0.0.1", house.stream_port, timeout=30)
    connection.request("GET", f"/api/v1{path}", headers={"Authorization": f"Bearer {token}"})
    answer = connection.getresponse()
    assert answer.status == 200
    return connection, answer


def next_event(answer):
    """The data of the next event."""
    while not (line := answer.readline()).startswith(b"data: "):
        assert line, "the stream has ended"
    return json.loads(line.removeprefix(b"data: "))


def what_is_left(answer):
    """The data of the events that come until the stream ends."""
    return [line for line in answer if line.startswith(b"data: ")]


def test_what_is_posted_to_the_web_is_heard_by_all_who_listen_while_the_web_answers(house):
    with closing(Client(house.port)) as newcomer:
        token = newcomer.post("/accounts", {"name": "ann"})["token"]
    with closing(Client(house.port, token)) as ann:
        game = ann.post("/games", {"game": "pig", "seats": [{"account": "me"}, {"account": "me"}]})
        path = f"/games/{game['id']}"
        streams = [listening(house, f"{path}/stream?after={game['version']}", token) for _ in range(LISTENERS)]
        ann.post(f"{path}/actions", {"action": game["legal"][0], "decision": game["decision"]})
        version = ann.get(path)["version"]
        for connection, answer in streams:
            heard = [next_event(answer)["version"] for _ in range(version - game["version"])]
            assert heard == list(range(game["version"] + 1, version + 1))
            connection.close()


def test_who_logs_out_at_the_web_hears_nothing_more(house):
    with closing(Client(house.port)) as newcomer:
        ann_s, bob_s = (newcomer.post("/accounts", {"name": name})["token"] for name in ("ann", "bob"))
    with closing(Client(house.port, ann_s)) as ann, closing(Client(house.port, bob_s)) as bob:
        game = ann.post("/games", {"game": "pig", "seats": [{"account": "me"}, {"account": "me"}]})
        path = f"/games/{game['id']}"
        table, turns = (listening(house, to, bob_s) for to in (f"{path}/stream?after=1", "/accounts/me/stream"))
        heard = [next_event(table[1])["version"] for _ in range(1, game["version"])]
        assert (heard[-1], next_event(turns[1])) == (game["version"], {"turns": []})
        [token] = bob.get("/tokens")["tokens"]
        bob.delete(f"/tokens/{token['id']}")
        with closing(Client(house.stream_port, bob_s)) as there:
            wait_until(lambda: there.status("/accounts/me") == 401, "the stream process knows it too")
        ann.post(f"{path}/actions", {"action": game["legal"][0], "decision": game["decision"]})
        for connection, answer in (table, turns):
            assert what_is_left(answer) == []
            connection.close()
