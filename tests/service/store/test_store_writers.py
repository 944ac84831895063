"""Eight processes on one store: all of them start, and nothing that they write is lost, doubled or out of order."""

import json
import os
import subprocess
import sys
from collections import Counter
from contextlib import closing
from threading import Thread
from uuid import uuid4

import pytest

from domain.log.record import chained
from service.store import waiting
from service.store.waiting import Moves
from tests.installation import GAMES, install
from tests.service.writer import begin

WRITERS = 8
COMMANDS = 15
"""What each writes, in its own game and in the shared one."""


@pytest.fixture
def services(tmp_path, database):
    services = install(tmp_path / "home", **database.environ)
    yield services
    services.close()


class Tail:
    """Reads all notifications while others write, from where it stopped each time."""

    def __init__(self, store):
        self._store = store
        self._moves = Moves(store.position, store.version, store.written)
        self._last = None
        self.told = []
        self._thread = Thread(target=self._follow, daemon=True)
        self._thread.start()

    def close(self):
        """Read on to the end of the log."""
        self._last = self._store.position()
        self._thread.join()

    def _follow(self):
        reached = 0
        while self._last is None or reached < self._last:
            self._moves.any(reached, 1).block()
            found = self._store.notifications(reached, 50)
            self.told += [(position, game_id, entry.read().version) for position, game_id, entry in found]
            reached = found[-1][0] if found else reached


def run_writers(services, database, shared):
    """What the writers say; the test fails when one does not end well. Each may wait long for the seven others: how
    long, is the machine's affair."""
    environ = os.environ | database.environ | {"NIGHTLEDGER_EXTRA_GAMES": GAMES, "NIGHTLEDGER_DATABASE_WAIT": "60"}
    environ["NIGHTLEDGER_HOME"] = str(services.settings.home)
    command = [sys.executable, "-m", "tests.service.writer", shared, str(COMMANDS), str(WRITERS)]
    done = subprocess.run(command, env=environ, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_eight_writers_start_together_and_nothing_is_lost_doubled_or_reordered(services, database, monkeypatch):
    monkeypatch.setattr(waiting, "LOOK_AGAIN", 0.01)
    store, shared = services.store, str(uuid4())
    begin(services, shared)
    with closing(Tail(store)) as tail:
        written = run_writers(services, database, shared)

    games = [shared, *(one["own"] for one in written)]
    logs = {game_id: store.entries(game_id) for game_id in games}
    for entries in logs.values():
        head = bytes(32)
        for number, entry in enumerate(entries, 1):
            head = chained(head, entry.public)
            assert (entry.read().version, entry.hash) == (number, head.hex())

    stored = Counter(tuple(event) for one in written for event in one["stored"])
    assert set(stored.values()) == {1}
    assert all(logs[game_id][version - 1].hash == head for game_id, version, head in stored)
    rolls = Counter(game_id for game_id, _, _ in stored)
    assert rolls == {shared: WRITERS * COMMANDS} | dict.fromkeys(games[1:], COMMANDS)
    for game_id, entries in logs.items():
        assert sum(entry.read().type == "DieRolled" for entry in entries) == rolls[game_id]

    positions = [position for position, _, _ in tail.told]
    assert positions == sorted(set(positions))
    assert positions[-1] == store.position()
    for game_id, entries in logs.items():
        told = [version for _, told_id, version in tail.told if told_id == game_id]
        assert told == list(range(1, len(entries) + 1))
