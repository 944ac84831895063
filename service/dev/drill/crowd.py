"""Players over HTTP who keep what was acknowledged, and send again what was not."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from http.client import HTTPException
from itertools import count
from threading import Event, Thread
from time import monotonic
from typing import Any, NamedTuple

from service.dev.bench.clients import Client

SEATS: Sequence[Sequence[dict[str, str]]] = (
    ({"account": "me"}, {"ai": "random"}),
    ({"account": "me"}, {"account": "me"}),
)
"""Who sits at the games of one player after the other: half of them need the AIs."""

CLOCK = {"per_decision": 1800, "policy": "default"}
"""Less than a clock is set forward, or a database is away, on a bad day."""

PAUSE = 0.1
"""Seconds between two moves, and between two tries."""

PATIENCE = 15.0
"""Seconds to wait for an answer."""

PASSING = frozenset((429, 500, 502, 503, 504))
"""The answers that may be another one the next time."""

CREATED, OK = 201, 200


class Sent(NamedTuple):
    """When something was answered, or given up, that was sent to change a game, and whether it was acknowledged."""

    at: float
    done: bool


@dataclass
class Book:
    """What the players know: what they sent, what was acknowledged, and which answers they did not understand.

    `games` has the account of who opened each, `moves` of each game the keys of its moves with the events that they
    brought about, by version and hash.
    """

    sent: list[Sent] = field(default_factory=list)
    moves: dict[str, dict[str, list[tuple[int, str]]]] = field(default_factory=lambda: defaultdict(dict))
    games: dict[str, str] = field(default_factory=dict)
    odd: list[str] = field(default_factory=list)

    @property
    def acknowledged(self) -> int:
        """How many moves were acknowledged."""
        return sum(map(len, list(self.moves.values())))

    @property
    def tried_again(self) -> int:
        """How often something was sent that was not acknowledged then."""
        return sum(not one.done for one in self.sent)


class Away(Exception):
    """The installation did not answer, or could not do it now."""


class Ended(Exception):
    """The player was told to end, and nothing is under way."""


class Player(Thread):
    """Somebody who plays one game after the other on any of the machines at these `ports`, all legal first moves."""

    def __init__(self, number: int, ports: Sequence[int], book: Book) -> None:
        super().__init__(name=f"player {number}", daemon=True)
        self._ports, self._at = ports, number
        self._book = book
        self._seats = SEATS[number % len(SEATS)]
        self._keys = (f"drill-{number}-{key}" for key in count(1))
        self._over = Event()
        self._client = Client(self._port, None, PATIENCE)
        self._account, self._token = self._sign_up(f"player {number}")
        self._client = Client(self._port, self._token, PATIENCE)
        self.moves = 0

    def run(self) -> None:
        """Play until `end`; what is under way then is sent until it is answered."""
        while not self._over.is_set():
            try:
                self._play(self._open())
            except Ended:
                return

    def end(self) -> None:
        """Begin nothing more."""
        self._over.set()

    def _sign_up(self, name: str) -> tuple[str, str]:
        """The id and the token of a new account."""
        _, account = self._client.ask("POST", "/api/v1/accounts", {"name": name})
        return str(account["id"]), str(account["token"])

    def _open(self) -> dict[str, Any]:
        """A new game, unless one was opened whose answer was lost: then that."""
        wanted = {"game": "nightfall", "seats": self._seats, "rated": False, "clock": CLOCK}
        game = self._done("/api/v1/games", wanted, CREATED) or self._lost() or self._open()
        self._book.games[game["id"]] = self._account
        return game

    def _lost(self) -> dict[str, Any] | None:
        """The game of one's own that nobody was told of, if there is one."""
        listed = self._seen("/api/v1/games?mine=true&limit=100")["games"]
        unknown = [game["id"] for game in listed if game["id"] not in self._book.games]
        return self._seen(f"/api/v1/games/{unknown[0]}") if unknown else None

    def _play(self, game: dict[str, Any]) -> None:
        while game["status"] == "running":
            if not game["legal"]:
                game = self._seen(f"/api/v1/games/{game['id']}")
                self._rest()
                continue
            key = next(self._keys)
            path = f"/api/v1/games/{game['id']}/actions?seat={game['seat']}"
            answer = self._done(path, {"action": game["legal"][0], "decision": game["decision"]}, OK, key)
            events = [(event["version"], event["hash"]) for event in answer["events"]]
            self._book.moves[game["id"]][key] = events
            self.moves += 1
            game = answer["game"]
            self._rest()

    def _seen(self, path: str) -> dict[str, Any]:
        """What there is to see, as soon as it can be seen; `Ended` if nobody wants to know that any more."""
        while True:
            try:
                status, answer = self._ask("GET", path)
                if status == OK:
                    return dict(answer)
            except Away:
                pass
            self._rest()

    def _done(self, path: str, body: object, status: int, key: str | None = None) -> dict[str, Any]:
        """What is answered to a command that is sent again and again under one key, until it is acknowledged; nothing,
        if it was done and the answer was lost with a process."""
        key = key or next(self._keys)
        while True:
            try:
                got, answer = self._ask("POST", path, body, key)
            except Away:
                self._book.sent.append(Sent(monotonic(), False))
            else:
                self._book.sent.append(Sent(monotonic(), got == status))
                if got == status:
                    return dict(answer)
                if answer.get("code") == "answer-lost":
                    return {}
                self._book.odd.append(f"{key}: {got} {answer.get('code')}: {answer.get('detail')}")
                raise Ended
            self._over.wait(PAUSE) or Event().wait(PAUSE)

    def _ask(self, method: str, path: str, body: object = None, key: str | None = None) -> tuple[int, Any]:
        try:
            status, answer = self._client.ask(method, path, body, key)
        except (OSError, HTTPException, ValueError) as error:
            self._at += 1
            self._client = Client(self._port, self._token, PATIENCE)
            raise Away from error
        if status in PASSING or answer.get("code") == "busy":
            raise Away
        return status, answer

    @property
    def _port(self) -> int:
        return self._ports[self._at % len(self._ports)]

    def _rest(self) -> None:
        if self._over.wait(PAUSE):
            raise Ended


class Crowd:
    """So many players at once, and the book that they write."""

    def __init__(self, players: int, ports: Sequence[int], first: int = 0) -> None:
        self.book = Book()
        self._players = [Player(first + number, ports, self.book) for number in range(players)]
        for player in self._players:
            player.start()

    def await_moves(self, moves: int, seconds: float) -> list[str]:
        """Wait until everybody has made so many moves more: who has not in time."""
        wanted = [(player, player.moves + moves) for player in self._players]
        deadline, tick = monotonic() + seconds, Event()
        while late := [player.name for player, number in wanted if player.moves < number]:
            if monotonic() > deadline:
                return late
            tick.wait(PAUSE)
        return []

    def end(self, seconds: float) -> list[str]:
        """Have all end: who still waits for an answer after so long."""
        for player in self._players:
            player.end()
        for player in self._players:
            player.join(seconds)
        return [player.name for player in self._players if player.is_alive()]
