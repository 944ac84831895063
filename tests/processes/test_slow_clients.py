"""The web among clients who send half of what they ask, listen, or wait for news: it answers all others meanwhile."""

import json
import socket
from contextlib import ExitStack, closing
from http.client import HTTPResponse
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.house import Client, House, free_port, wait_until

pytestmark = pytest.mark.slow

HALF, LISTENING, POLLING = 200, 400, 100


@pytest.fixture
def house():
    """The web alone, of all processes; it lets everybody ask as much as they like."""
    with TemporaryDirectory(prefix="nl-") as folder:
        house = House(Path(folder), free_port())
        house.environ["NIGHTLEDGER_REQUESTS_PER_MINUTE"] = "0"
        house.run("db", "init")
        try:
            house.start("web")
            wait_until(lambda: house.answers(), "the web answers")
            yield house
        finally:
            house.down()


@pytest.fixture
def send(house):
    """Sends bytes to the web, and keeps the connection."""
    with ExitStack() as opened:

        def connect(data):
            connection = opened.enter_context(closing(socket.create_connection(("127.0.0.1", house.port), timeout=60)))
            connection.sendall(data)
            return connection

        yield connect


def asking(method, path, token, body=None):
    """A request as bytes."""
    sent = b"" if body is None else json.dumps(body).encode()
    head = f"{method} /api/v1{path} HTTP/1.1\r\nHost: here\r\nAuthorization: Bearer {token}\r\n"
    return f"{head}Content-Type: application/json\r\nContent-Length: {len(sent)}\r\n\r\n".encode() + sent


def answer_of(connection):
    """The answer, of which the head has been read."""
    answer = HTTPResponse(connection)
    answer.begin()
    return answer


def versions(answer, last):
    """The versions of the events that come, until the last one."""
    heard = []
    while not heard or heard[-1] < last:
        line = answer.readline()
        assert line, "the stream has ended"
        if line.startswith(b"data: "):
            heard.append(json.loads(line.removeprefix(b"data: "))["version"])
    return heard


def test_others_are_answered_while_all_of_them_stay(house, send):
    with closing(Client(house.port)) as newcomer:
        token = newcomer.post("/accounts", {"name": "ann"})["token"]
    opening = {"game": "pig", "seats": [{"account": "me"}, {"account": "me"}]}
    with closing(Client(house.port, token)) as ann:
        game = ann.post("/games", opening)
        path, after = f"/games/{game['id']}", game["version"]
        half = [send(asking("POST", "/games", token, opening)[:-1]) for _ in range(HALF)]
        streams = [send(asking("GET", f"{path}/stream?after={after}", token)) for _ in range(LISTENING)]
        listening = [answer_of(stream) for stream in streams]
        polls = [send(asking("GET", f"{path}/events?after={after}&wait=25", token)) for _ in range(POLLING)]

        ann.post(f"{path}/actions", {"action": game["legal"][0], "decision": game["decision"]})
        last = ann.get(path)["version"]

        assert [versions(stream, last)[-1] for stream in listening] == LISTENING * [last]
        polled = [json.loads(answer_of(poll).read())["events"] for poll in polls]
        assert all(events and events[0]["version"] == after + 1 for events in polled)
        for one in half:
            one.sendall(b"}")
        assert [answer_of(one).status for one in half] == HALF * [201]
