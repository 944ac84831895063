"""What of a posted move is work that nobody could leave out: `python -m tests.architecture.floor`.

A bare Flask route is asked for more and more of what a move is asked for: to commit one row; to load the same body by
the same schema; to decide the action by the rules, and to write and fold its entries; to commit these in place of the
one row; to sign as much as a receipt; to answer with the entries, the table as the seat sees it, and its legal
actions. It knows nobody, keeps no promise and has one game, in memory. Each step is told as a JSON line with the median
of the thread's CPU, beside all steps before it, and the service's own move is the last. All are asked in turn, so that
whatever else goes on at the machine comes to each of them.
"""

import json
import sqlite3
from itertools import count
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import thread_time

import msgspec
from flask import Flask, request
from nacl.signing import SigningKey
from werkzeug.test import EnvironBuilder

from domain.table import actions
from domain.table.gamelog import GameLog
from service.api.games.actions import ActSchema
from service.app.application import create_app
from tests.installation import install

ROUNDS = 300
WARMING_UP = 30

ONE_ROW, LOADED, DECIDED, STORED, SIGNED, ANSWERED = STEPS = (
    "one row",
    "body loaded",
    "decided, written and folded",
    "entries stored",
    "signed",
    "seen and answered",
)

RECEIPT = b"x" * 120
"""As long as what a receipt's signature is over."""

GAME, SEATS = "nightfall", ("s1", "s2")


class Mover:
    """Somebody alone at a table of the service, who does the first legal thing in one game after the other."""

    def __init__(self, app):
        self._client = app.test_client()
        token = self._client.post("/api/v1/accounts", json={"name": "ann"}).json["token"]
        self._headers = {"Authorization": f"Bearer {token}"}
        self.game = {"status": "none"}

    def asked(self):
        """The WSGI environment of the next move."""
        if self.game["status"] != "running":
            new = {"game": GAME, "seats": [{"account": "me"}] * len(SEATS), "rated": False}
            self.game = self._client.post("/api/v1/games", json=new, headers=self._headers).json
        if not self.game["legal"]:
            self.game = self._client.get(f"/api/v1/games/{self.game['id']}", headers=self._headers).json
        move = {"action": self.game["legal"][0], "decision": self.game["decision"]}
        address = f"/api/v1/games/{self.game['id']}/actions?seat={self.game['seat']}"
        return EnvironBuilder(address, method="POST", json=move, headers=self._headers).get_environ()


class Alone:
    """The same in memory: one game after the other, and nothing around it."""

    def __init__(self, catalog):
        self._catalog = catalog
        self._numbers = count()
        self.log = self._begun()

    def move(self):
        """The entries of the first legal action of who must decide, and the seat."""
        if self.log.table.status != "running":
            self.log = self._begun()
        table = self.log.table
        seat = next(iter(table.pending))
        return self.log.post("seat", seat, table.game.legal(table.state, seat).actions[0], next(self._numbers)), seat

    def _begun(self):
        log = GameLog(self._catalog, "alone", bytes(32), bytes)
        log.post("service", None, log.opening(GAME, {}, SEATS, seed_source="given"), next(self._numbers))
        for seat in SEATS:
            log.post("service", seat, actions.Sit(account="ann"), next(self._numbers))
        log.post("service", None, actions.Start(), next(self._numbers))
        return log


def bare(file, last, catalog):
    """The bare route with all steps up to the last one."""
    app, key, schema, alone = Flask(__name__), SigningKey.generate(), ActSchema(), Alone(catalog)
    done = STEPS[: STEPS.index(last) + 1]
    db = sqlite3.connect(file, isolation_level=None)
    db.execute("PRAGMA journal_mode=WAL")
    db.execute("PRAGMA synchronous=FULL")
    db.execute("CREATE TABLE rows (id INTEGER PRIMARY KEY, body)")

    @app.post("/api/v1/games/<uuid:game_id>/actions")
    def act(game_id):
        body, rows, told = request.get_json(), [(request.get_data(),)], b"{}"
        if LOADED in done:
            schema.load(body)
        if DECIDED in done:
            entries, seat = alone.move()
        if STORED in done:
            rows = [(entry.encode(),) for entry in entries]
        db.execute("BEGIN IMMEDIATE")
        db.executemany("INSERT INTO rows (body) VALUES (?)", rows)
        db.execute("COMMIT")
        if SIGNED in done:
            key.sign(RECEIPT)
        if ANSWERED in done:
            told = answer(alone.log.table, seat, entries)
        return app.response_class(told, mimetype="application/json")

    return app


def answer(table, seat, entries):
    """What has happened and the table, as the seat sees them, with what it may do."""
    seen = table.game.view(table.state, seat)
    legal = table.game.legal(table.state, seat).actions
    game = msgspec.json.encode({"table": seen, "legal": legal})
    return b'{"events":[%b],"game":%b}' % (b",".join(entry.as_text((seat,)) for entry in entries), game)


def spent(app, environ):
    """CPU seconds of the thread for a request, and the answer."""
    status = []
    environ["wsgi.input"].seek(0)
    begun = thread_time()
    text = b"".join(app.wsgi_app(dict(environ), lambda code, headers, error=None: status.append(code)))
    seconds = thread_time() - begun
    assert status[0].startswith("200"), text
    return seconds, text


def measure(folder, rounds):
    """The median CPU seconds of each step, and of a move."""
    services = install(folder / "home")
    services.heartbeat.beat()  # A web gives it every second, and knows for as long how it was given last.
    routes = [bare(folder / f"{number}.sqlite", step, services.catalog) for number, step in enumerate(STEPS)]
    apps = dict(zip((*STEPS, "a move"), (*routes, create_app(services)), strict=True))
    mover, times = Mover(apps["a move"]), {name: [] for name in apps}
    for _ in range(WARMING_UP + rounds):
        environ = mover.asked()
        for name, app in apps.items():
            seconds, text = spent(app, environ)
            times[name].append(seconds)
        mover.game = json.loads(text)["game"]
    services.close()
    return {name: median(found[WARMING_UP:]) for name, found in times.items()}


if __name__ == "__main__":
    with TemporaryDirectory() as home:
        for name, seconds in measure(Path(home), ROUNDS).items():
            print(json.dumps({"step": name, "cpu": round(1e6 * seconds), "unit": "us"}))
