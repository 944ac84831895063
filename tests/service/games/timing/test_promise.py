"""The promise of the clocks: no seat loses time in which it could not have answered, whatever goes down, is started
again, is killed, or has its system clock set by an hour."""

from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from service.bootstrap import build
from service.games.shapes import NewGame
from service.store.heartbeat import LONGEST_GAP
from tests.installation import prepare
from tests.service.clocks import HOUR
from tests.service.playing import HOLD, act
from workers import clock, dispatcher, notify

TIME = 2 * HOUR
"""That each decision has."""

PROCESSES = ("web", "clock", "dispatcher", "notify", "worker")

A_BEAT = 2
"""Seconds that two beats, and what is rounded, may take."""

START = 1_800_000_000


class Process:
    """A process of the installation, on a machine of its own: its system clock may be set, what elapses may not."""

    def __init__(self, world):
        self.world, self.offset, self.services = world, 0, None
        self.start()

    def start(self):
        """Start it, or kill it and start it again: it remembers nothing."""
        self.close()
        self.services = build(
            self.world.settings, lambda: self.world.now + self.offset, elapsed=lambda: self.world.now - START
        )

    def close(self):
        if self.services is not None:
            self.services.close()


class World:
    """An installation with all its processes, one game of two people and an AI, and the true time."""

    def __init__(self, folder):
        self.settings, self.now = prepare(folder / "home"), START
        self.web, self.clock, self.dispatcher, self.notify, self.worker = self.processes = [
            Process(self) for _ in PROCESSES
        ]
        self.away = []
        self.opened, self.passed = {}, 0
        parts = self.web.services
        self.people = {name: parts.accounts.create(name)[0].id for name in ("ann", "bob")}
        self.beat()
        seats = [{"account": "me"}, {"account": "bob"}, {"ai": "random"}]
        terms = {"per_decision": TIME, "policy": "default"}
        self.game = parts.ledger.open_game(self.people["ann"], NewGame("pig", seats, {"goal": 1000}, clock=terms))
        parts.ledger.sit(self.people["bob"], self.game)
        self.look()

    # ---- what happens

    def goes_on(self, seconds):
        """People may act all the while."""
        self.beat()
        self.now += seconds
        self.web.services.heartbeat.beat()
        self.sweep()

    def is_away(self, seconds, how):
        """Nobody can act: the store is away, or the web alone, which is started again; the clock looks meanwhile."""
        self.beat()
        begun = self.now
        for part in (seconds // 2, seconds - seconds // 2):
            self.now += part
            if how != "store":
                self.sweep()
        if how == "deploy":
            self.web.start()
        self.away.append((begun, self.now))
        self.beat()
        self.sweep()

    def step_clock(self, whose, offset, *, killed):
        """A system clock is set, while its process runs or is started again."""
        process = getattr(self, whose)
        process.offset = offset
        if killed:
            process.start()
        self.now += 1
        self.beat()
        self.sweep()

    def is_killed(self, whose):
        """A process is killed and started again; of the web that takes no time."""
        getattr(self, whose).start()
        self.beat()
        self.sweep()

    def acts(self):
        """Whoever has to decide does."""
        view = self.web.services.ledger.view(self.game)
        if view.status == "running":
            [seat] = view.pending
            name = {"s1": "ann", "s2": "bob"}[seat]
            act(self.web.services.ledger, self.people[name], self.game, HOLD)
            self.look()
            self.works()

    def beat(self):
        self.web.services.heartbeat.watch()

    def sweep(self):
        """All other processes look once."""
        for process, room in ((self.clock, clock), (self.dispatcher, dispatcher), (self.notify, notify)):
            room.prepare(process.services, lambda: None)()
            self.look()
        self.works()

    def works(self):
        """The worker answers for the AI."""
        ledger = self.worker.services.ledger
        turn = ledger.bot_turn(self.game, "s3")
        if turn is not None:
            ledger.act_as_bot(self.game, "s3", turn.decision, HOLD)
            self.look()

    # ---- what is promised

    def look(self):
        """Whose time was up had all of it."""
        events = self.web.services.ledger.events(self.game, limit=10_000)
        passed = [event["data"]["decision"] for event in events if event["type"] == "DeadlinePassed"]
        for decision in passed[self.passed :]:
            opened = self.opened[decision]
            lost = sum(max(0, until - max(since, opened)) for since, until in self.away)
            assert self.now - opened - lost >= TIME - A_BEAT, f"{decision} had {self.now - opened - lost} seconds"
        self.passed = len(passed)
        table = self.web.services.ledger.table(self.game)
        for seat in table.pending:
            self.opened.setdefault(table.decision_id(seat), self.now)

    def counted_once(self):
        """Every outage is cited once at most, and the clocks are such as the log alone makes them."""
        events = self.web.services.ledger.events(self.game, limit=10_000)
        cited = [one["id"] for event in events if event["type"] == "OutagesCounted" for one in event["data"]["outages"]]
        assert cited == sorted(set(cited))

    def close(self):
        for process in self.processes:
            process.close()


A_WHILE = st.sampled_from([60, HOUR, TIME - 30, TIME, 3 * HOUR])
AN_OUTAGE = st.sampled_from([LONGEST_GAP + 1, 40, 5 * 60, 5 * 60 + 1, HOUR, TIME])
OFFSET = st.sampled_from([-HOUR, 0, HOUR])

HAPPENINGS = st.one_of(
    st.tuples(st.just("goes_on"), A_WHILE),
    st.tuples(st.just("is_away"), AN_OUTAGE, st.sampled_from(["store", "web", "deploy"])),
    st.tuples(st.just("step_clock"), st.sampled_from(PROCESSES), OFFSET, st.booleans()),
    st.tuples(st.just("is_killed"), st.sampled_from(PROCESSES)),
    st.tuples(st.just("acts")),
)


def play(happenings):
    with TemporaryDirectory(prefix="nl-") as folder, closing(World(Path(folder))) as world:
        for name, *arguments in happenings:
            if name == "step_clock":
                *arguments, killed = arguments
                world.step_clock(*arguments, killed=killed)
            else:
                getattr(world, name)(*arguments)
        world.goes_on(3 * TIME)
        world.counted_once()
        return world.passed


@settings(
    max_examples=25,
    deadline=None,
    database=None,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)
@given(st.lists(HAPPENINGS, max_size=12))
def test_no_seat_loses_time_in_which_it_could_not_have_answered(happenings):
    play(happenings)


@pytest.mark.parametrize("offset", [-HOUR, HOUR])
@pytest.mark.parametrize("whose", PROCESSES)
def test_nor_does_any_when_the_clock_of_one_process_is_set(whose, offset):
    """And right again, while people act, and the service is away in between."""
    away = ("is_away", 10 * 60, "store")
    steps = [("step_clock", whose, offset, False), ("acts",), ("goes_on", HOUR), away, ("acts",)]
    right = [("step_clock", whose, 0, False), ("goes_on", HOUR), away, ("acts",), ("goes_on", TIME)]
    play([("acts",), *steps, *right, *steps, *right])


def test_whose_time_is_up_is_late_all_the_same():
    """So the promise is not kept by doing nothing."""
    assert play([("goes_on", TIME + 60), ("is_away", 40, "deploy"), ("goes_on", TIME + HOUR)]) >= 2
