"""Clients that do the same thing again and again, over a connection that stays open."""

from __future__ import annotations

import json
from http.client import HTTPConnection
from threading import Event
from time import monotonic
from typing import Any

from service.operation.supervise import answers

PATIENCE = 30.0
"""Seconds for a server to answer at first."""


def await_web(port: int) -> None:
    """Wait until a web server is ready; `TimeoutError` when it does not get there."""
    deadline, tick = monotonic() + PATIENCE, Event()
    while not answers("127.0.0.1", port):
        if monotonic() > deadline:
            raise TimeoutError(f"the web server at port {port} does not answer")
        tick.wait(0.05)


class Client:
    """Somebody who sends JSON and gets JSON."""

    def __init__(self, port: int, token: str | None = None, timeout: float = 60) -> None:
        self._connection = HTTPConnection("127.0.0.1", port, timeout=timeout)
        self._headers = {"Content-Type": "application/json"}
        if token is not None:
            self._headers["Authorization"] = f"Bearer {token}"

    def ask(self, method: str, path: str, body: object = None, key: str | None = None) -> tuple[int, Any]:
        """Status and body of the answer; whatever is sent under the same key is done once."""
        sent = None if body is None else json.dumps(body)
        self._connection.request(method, path, sent, self._headers | ({"Idempotency-Key": key} if key else {}))
        answer = self._connection.getresponse()
        return answer.status, json.loads(answer.read())


class Mover(Client):
    """A person alone at a table of two, who always does the first legal thing, in one game after the other."""

    def __init__(self, port: int, name: str) -> None:
        super().__init__(port, Client(port).ask("POST", "/api/v1/accounts", {"name": name})[1]["token"])
        self._game: dict[str, Any] = {"status": "none", "legal": []}

    @property
    def address(self) -> str:
        """The game's own."""
        return f"/api/v1/games/{self._game['id']}"

    def prepare(self) -> None:
        """Have a game in which there is something to do, seen as the seat that must decide sees it."""
        if self._game["status"] != "running":
            new = {"game": "nightfall", "seats": [{"account": "me"}] * 2, "rated": False}
            _, self._game = self.ask("POST", "/api/v1/games", new)
        if not self._game["legal"]:
            _, self._game = self.ask("GET", self.address)

    def step(self) -> int:
        """Make a move."""
        move = {"action": self._game["legal"][0], "decision": self._game["decision"]}
        status, answer = self.ask("POST", f"{self.address}/actions?seat={self._game['seat']}", move)
        self._game = answer["game"]
        return status


class BareMover(Client):
    """Sends what a move looks like to the bare route."""

    def prepare(self) -> None:
        """Nothing."""

    def step(self) -> int:
        """Have a row committed."""
        return self.ask("POST", "/commit", {"action": {"type": "pass"}, "decision": "0" * 16})[0]
