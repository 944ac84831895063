"""Leases: one process of several has it, by seconds that nobody can set, and another one goes on when that is gone."""

import pytest

from service.bootstrap import build
from service.store.leases import LEASE_SECONDS, RENEWAL_SECONDS, Held, Lease, held
from tests.installation import prepare


@pytest.fixture
def store(tmp_path, database):
    """A store on each kind of database."""
    services = build(prepare(tmp_path / "home", **database.environ))
    yield services.store
    services.close()


class Machine:
    """A machine with a clock of its own, which may be wrong, and seconds that nobody can set."""

    def __init__(self, store, name, now):
        self.now, self.passed = now, 0.0
        self.lease = Lease(store, "clock", name, f"{name} 1", lambda: self.now, lambda: self.passed)

    def later(self, seconds):
        self.passed += seconds
        return self.lease.renew()


@pytest.fixture
def machines(store):
    return Machine(store, "here", 1000), Machine(store, "there", 5_000_000)


def test_one_has_it_as_long_as_it_renews_it(store, machines):
    here, there = machines
    assert here.later(0)
    for _ in range(10):
        assert not there.later(RENEWAL_SECONDS)
        assert here.later(RENEWAL_SECONDS)
    assert held(store) == [Held("clock", "here 1", 1000, None)]


def test_who_is_gone_is_followed_by_another_within_ten_seconds(machines):
    here, there = machines
    here.later(0)
    there.later(0)
    waited = 0.0
    while not there.later(RENEWAL_SECONDS):
        waited += RENEWAL_SECONDS
    assert LEASE_SECONDS <= waited + RENEWAL_SECONDS < 10


def test_who_was_suspended_has_it_no_more_before_another_may_take_it(machines):
    here, there = machines
    here.later(0)
    there.later(0)
    here.passed += LEASE_SECONDS
    assert not here.lease.is_held
    assert there.later(LEASE_SECONDS)
    assert not here.later(0)
    assert not here.lease.is_held


def test_a_clock_that_is_set_neither_keeps_nor_loses_it(machines):
    here, there = machines
    here.later(0)
    there.later(0)
    for step in (3600, -7200):
        here.now += step
        there.now -= step
        assert here.later(RENEWAL_SECONDS)
        assert not there.later(RENEWAL_SECONDS)


def test_who_ends_gives_it_back_at_once(store, machines):
    here, there = machines
    here.later(0)
    assert not there.later(0)
    here.lease.give_back()
    assert not here.lease.is_held
    assert held(store)[0].place is None
    assert there.later(0)
    here.lease.give_back()
    assert held(store)[0].place == "there 1"


def test_of_two_that_take_it_at_the_same_moment_one_has_it(store, machines, monkeypatch):
    """Each sees that it is nobody's before the other has written."""
    here, there = machines
    here.later(0)
    here.lease.give_back()
    rows = store.rows

    def looked_before_the_other(*statement, **values):
        seen = rows(*statement, **values)
        monkeypatch.undo()
        assert here.later(0)
        return seen

    monkeypatch.setattr(store, "rows", looked_before_the_other)
    assert not there.later(0)
    assert held(store)[0].place == "here 1"


def test_when_all_that_was_due_was_done_is_told_with_the_next_renewal(store, machines):
    here, _ = machines
    here.later(0)
    here.lease.has_swept()
    here.now += 5
    here.later(RENEWAL_SECONDS)
    assert held(store) == [Held("clock", "here 1", 1000, 1000)]
