"""The clock as a process beside one that takes actions: killed again and again after an outage, and on a machine whose
clock is set."""

import sqlite3
import sys
from collections import Counter
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from service.bootstrap import build
from service.games.shapes import NewGame
from service.settings import Settings
from tests.house import House, free_port, wait_until
from tests.service.clocks import DAILY, DAY, HOUR

GAMES, SOME = 40, 7


class Stepped(House):
    """A house with a clock, and a heartbeat of those who take actions; the test sets its machine's time."""

    def __init__(self, folder):
        super().__init__(folder, free_port())
        self._offset = folder / "offset"
        self.set(0)
        self.run("db", "init")
        self.services = build(Settings.from_env(self.environ))

    def set(self, seconds):
        """Set the system clock forward or back, from what it really is."""
        draft = self._offset.with_suffix(".new")
        draft.write_text(str(seconds))
        draft.rename(self._offset)

    def start_clock(self):
        self._start("clock", "workers.clock")

    def start_beating(self):
        self._start("web", "tests.heartbeat_process")

    def _start(self, name, *command):
        self.start(name, [sys.executable, "-m", "service.dev.drill.stepped", str(self._offset), *command])

    def count_some(self):
        """A clock that is killed in the middle of what it has to do after an outage: in how many games it is counted
        then."""
        self._start("clock", "tests.processes.dying", str(SOME), "OutagesCounted", "workers.clock")
        wait_until(lambda: not self.runs("clock"), "the clock is killed")
        self.kill("clock")
        return len(self.counted())

    def heartbeat(self):
        return self.services.heartbeat.last_seen() or 0

    def next_beats(self, count):
        """The next heartbeats."""
        seen = [self.heartbeat()]
        while len(seen) <= count:
            wait_until(lambda: self.heartbeat() != seen[-1], "another heartbeat")
            seen.append(self.heartbeat())
        return seen

    def open_games(self, count):
        ann, _ = self.services.accounts.create("ann")
        seats = [{"account": "me"}, {"account": "me"}]
        return [self.services.ledger.open_game(ann.id, NewGame("pig", seats, clock=DAILY)) for _ in range(count)]

    def deadlines(self, games):
        return {game_id: self.services.ledger.table(game_id).clocks.deadline("s1") for game_id in games}

    def counted(self, kind="OutagesCounted"):
        """How often outages were counted in each game."""
        with closing(sqlite3.connect(self.services.settings.events_path)) as db:
            found = db.execute("SELECT originator_id FROM stored_events WHERE topic LIKE ?", (f"%:{kind}:%",))
            return Counter(game_id for (game_id,) in found)

    def close(self):
        self.services.close()
        self.down()
        print(self.log() if self._log.exists() else "")


@pytest.fixture
def house():
    with TemporaryDirectory(prefix="nl-") as folder:
        house = Stepped(Path(folder))
        yield house
        house.close()


def test_a_clock_that_is_killed_again_and_again_after_an_outage_counts_it_once_in_every_game(house):
    games = house.open_games(GAMES)
    before = house.deadlines(games)
    house.services.heartbeat.beat()
    house.set(2 * DAY)
    house.start_beating()
    wait_until(lambda: house.deadlines(games) != before, "everybody sees the outage at once")
    moved = house.deadlines(games)
    assert len({deadline - before[game_id] for game_id, deadline in moved.items()}) == 1
    assert house.counted() == {}
    some = [house.count_some() for _ in range(3)]
    house.start_clock()
    wait_until(lambda: len(house.counted()) == GAMES, "it is counted in all games")
    house.next_beats(2)

    assert some == [SOME, 2 * SOME, 3 * SOME]
    assert set(house.counted().values()) == {1}
    assert house.deadlines(games) == moved
    assert house.counted("DeadlinePassed") == {}


def test_a_system_clock_set_back_an_hour_and_right_again_takes_no_time_from_anybody(house):
    games = house.open_games(3)
    before = house.deadlines(games)
    house.start_beating()
    house.start_clock()
    for offset in (0, -HOUR, 0):
        house.set(offset)
        house.next_beats(3)

    assert all(deadline >= before[game_id] for game_id, deadline in house.deadlines(games).items())
    assert house.counted("DeadlinePassed") == {}
