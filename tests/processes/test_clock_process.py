"""The clock as a process: killed in the middle of its recovery, and on a machine whose clock is set back."""

import sqlite3
import sys
from collections import Counter
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from sqlalchemy import insert

from service.bootstrap import build
from service.games.shapes import NewGame
from service.settings import Settings
from service.store.event_store import executing
from service.store.heartbeat import HEARTBEAT, LONGEST_GAP
from service.store.relations import installation
from tests.house import House, free_port, wait_until
from tests.service.clocks import DAILY, DAY, HOUR

GAMES = 40


class Stepped(House):
    """A house with a clock alone, whose machine's time the test sets."""

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
        self.start("clock", [sys.executable, "-m", "tests.stepped", str(self._offset), "workers.clock"])

    def move_some(self):
        """Kill a clock in the middle of its recovery: how many games it and those before it have moved."""
        before = len(self.moved())
        self.start_clock()
        wait_until(lambda: len(self.moved()) > before or before == GAMES, "some deadlines have moved")
        self.kill("clock")
        return len(self.moved())

    def heartbeat(self):
        return self.services.clockwork.last_seen() or 0

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

    def moved(self):
        """How often the deadlines of each game have moved."""
        with closing(sqlite3.connect(self.services.settings.events_path)) as db:
            found = db.execute("SELECT originator_id FROM stored_events WHERE topic LIKE '%:ClockPaused:%'")
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


def test_a_clock_that_is_killed_in_the_middle_of_its_recovery_moves_every_deadline_once(house):
    games = house.open_games(GAMES)
    before = house.deadlines(games)
    since = min(before.values()) - DAY - 2 * DAY
    house.services.store.write(executing(insert(installation), key=HEARTBEAT, value=since))
    left = []
    for run in range(3):
        house.set(run * (LONGEST_GAP - 60))
        left.append(GAMES - house.move_some())
    house.set(3 * (LONGEST_GAP - 60))
    house.start_clock()
    wait_until(lambda: len(house.moved()) == GAMES, "all deadlines have moved")
    house.next_beats(2)

    assert left[0] > 0, "it was in the middle of it"
    assert set(house.moved().values()) == {1}
    assert len({deadline - before[game_id] for game_id, deadline in house.deadlines(games).items()}) == 1


def test_a_system_clock_set_back_an_hour_and_right_again_moves_no_deadline(house):
    games = house.open_games(3)
    before = house.deadlines(games)
    house.start_clock()
    beats = []
    for offset in (0, -HOUR, 0):
        house.set(offset)
        beats += house.next_beats(3)

    assert beats == sorted(beats)
    assert house.moved() == {}
    assert house.deadlines(games) == before
