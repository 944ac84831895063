"""The heartbeat of whoever takes actions: what is an outage, whichever process finds it and however clocks are set."""

import pytest

from domain.table.parts import Outage
from service.store.event_store import executing
from service.store.heartbeat import LONGEST_GAP, Heartbeat, Outages
from service.store.steady import SteadyTime
from tests.service.clocks import DAY, HOUR, HandClock


class Machine:
    """A machine whose system clock may be set, and what elapses there, whatever that says."""

    def __init__(self, store):
        self.clock, self.elapsed, self._store = HandClock(1_800_000_000), HandClock(50), store
        self.web = self.start()

    def start(self):
        """The heartbeat of a process that has just started."""
        self.web = Heartbeat(self._store, self.clock, self.elapsed)
        return self.web

    def pass_time(self, seconds):
        self.clock.now += seconds
        self.elapsed.now += seconds

    def lengths(self):
        """How long each outage was."""
        return [outage.seconds for outage in Outages(self._store).after()]


@pytest.fixture
def machine(services):
    return Machine(services.store)


def beat_on(machine, seconds, *webs):
    for _ in range(seconds):
        machine.pass_time(1)
        for web in webs or (machine.web,):
            web.watch()


def test_a_steady_time_goes_on_while_the_clock_is_set_back_and_has_missed_nothing_when_it_is_right_again(machine):
    steady = SteadyTime(machine.clock, machine.elapsed)
    begun = steady.now()
    machine.pass_time(10)
    machine.clock.now -= HOUR
    assert steady.now() == begun + 10
    machine.pass_time(20)
    assert steady.now() == begun + 30
    machine.clock.now += HOUR
    assert steady.now() == begun + 30
    machine.clock.now += DAY
    assert steady.now() == begun + 30 + DAY


def test_a_clock_that_was_ahead_and_was_set_right_is_believed_after_an_hour(machine):
    steady = SteadyTime(machine.clock, machine.elapsed)
    steady.now()
    machine.clock.now += DAY
    ahead = steady.now()
    machine.clock.now -= DAY
    assert steady.now() == ahead
    machine.pass_time(HOUR - 1)
    assert steady.now() == ahead + HOUR - 1
    machine.pass_time(1)
    assert steady.now() == machine.clock.now
    machine.pass_time(DAY)
    assert steady.now() == machine.clock.now


def test_one_that_is_set_again_within_the_hour_is_not_believed_yet(machine):
    steady = SteadyTime(machine.clock, machine.elapsed)
    begun = steady.now()
    for _ in range(3):
        machine.clock.now -= HOUR
        machine.pass_time(HOUR - 1)
        steady.now()
    assert steady.now() == begun + 3 * (HOUR - 1)


def test_on_the_first_day_nothing_is_an_outage(machine):
    assert machine.web.last_seen() is None
    assert machine.web.watch() is None
    assert machine.web.last_seen() == machine.clock.now


@pytest.mark.parametrize(("gap", "lengths"), [(LONGEST_GAP, []), (LONGEST_GAP + 1, [LONGEST_GAP + 1]), (DAY, [DAY])])
@pytest.mark.parametrize("started", [False, True], ids=["goes-on", "starts-again"])
def test_an_outage_is_what_nobody_has_beaten_for_longer_than_a_busy_machine_takes(machine, gap, lengths, started):
    beat_on(machine, 3)
    machine.pass_time(gap)
    found = (machine.start() if started else machine.web).watch()
    assert machine.lengths() == lengths
    if found is not None:
        assert found == Outage(1, machine.clock.now - gap, machine.clock.now)


def test_of_two_processes_one_remembers_it(machine):
    one, other = machine.web, machine.start()
    beat_on(machine, 3, one, other)
    machine.pass_time(HOUR)
    found = [one.watch(), other.watch()]
    assert [outage is None for outage in found] == [False, True]
    assert machine.lengths() == [HOUR]


def test_nor_when_both_look_before_either_has_written(machine, services, monkeypatch):
    one, other = machine.web, machine.start()
    beat_on(machine, 3, one, other)
    machine.pass_time(HOUR)
    append, first = services.store.append, iter([True])

    def overtaken(*arguments, **more):
        if next(first, False):
            assert other.watch() is not None
        return append(*arguments, **more)

    monkeypatch.setattr(services.store, "append", overtaken)
    assert one.watch() is None
    assert machine.lengths() == [HOUR]


def test_a_process_that_was_alone_with_its_trouble_finds_no_outage(machine):
    one, other = machine.web, machine.start()
    beat_on(machine, 3, one, other)
    beat_on(machine, 4 * LONGEST_GAP, other)
    assert one.watch() is None
    assert machine.lengths() == []


def test_a_clock_that_is_set_forward_has_left_out_an_hour(machine):
    beat_on(machine, 3)
    machine.clock.now += HOUR
    beat_on(machine, 3)
    assert machine.lengths() == [HOUR + 1]


@pytest.mark.parametrize("away", [0, 10 * 60])
def test_a_clock_that_is_set_back_hides_no_outage_and_is_none(machine, away):
    beat_on(machine, 3)
    machine.pass_time(away)
    machine.clock.now -= HOUR
    beat_on(machine, 3)
    assert machine.lengths() == ([away + 1] if away else [])
    assert machine.web.last_seen() == machine.clock.now
    machine.pass_time(HOUR)
    machine.web.watch()
    assert machine.lengths()[-1] == HOUR


@pytest.mark.parametrize("ahead", [-HOUR, HOUR])
def test_a_machine_whose_clock_is_wrong_beside_others_makes_none_and_hides_none(machine, services, ahead):
    wrong = Machine(services.store)
    wrong.clock.now += ahead
    beat_on(machine, 2)
    known = None
    for _ in range(20):
        for one in (machine, wrong):
            one.pass_time(1)
            one.web.watch()
        known = known if known is not None else machine.lengths()
    assert machine.lengths() == known, "none after the first look of a process that knows nothing yet"
    for one in (machine, wrong):
        one.pass_time(10 * 60)
    for one in (machine, wrong):
        one.web.watch()
    assert len(machine.lengths()) == len(known) + 1
    assert machine.lengths()[-1] in (10 * 60, 10 * 60 + 1, 10 * 60 - 1)


def test_outages_are_asked_for_by_their_index(services):
    services.store.write(executing("INSERT INTO outages (id, since, until) VALUES (1, 5, 10)"))
    assert Outages(services.store).after(0, 9) == (Outage(1, 5, 10),)
    assert Outages(services.store).after(0, 10) == Outages(services.store).after(1) == ()
