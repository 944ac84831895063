"""Vacations that are asked for at once, from two processes on each kind of database: the allowance is kept."""

import pytest

from service.bootstrap import build
from service.people.vacations import ALLOWANCE
from tests.installation import install
from tests.service.clocks import DAY, HandClock
from tests.service.playing import at_once


@pytest.fixture
def services(tmp_path, database, clock):
    services = install(tmp_path / "home", clock, **database.environ)
    yield services
    services.close()


@pytest.fixture
def elsewhere(services, clock):
    """The services of another process of the same installation, whose clock is a second ahead."""
    other = build(services.settings, HandClock(clock.now + 1))
    yield other
    other.close()


@pytest.mark.parametrize("trial", range(3))
def test_two_requests_at_once_do_not_exceed_the_allowance(services, elsewhere, ann, clock, trial):
    until = clock.now + 20 * DAY
    both = (services.vacations, elsewhere.vacations)
    at_once(8, lambda number: both[number % 2].take(ann, until + number))
    assert elsewhere.vacations.current(ann) is not None
    assert elsewhere.vacations.left(ann) in range(ALLOWANCE - 20 * DAY - 8, ALLOWANCE - 20 * DAY + 2)


def test_a_vacation_is_ended_once(services, ann, clock):
    services.vacations.take(ann, clock.now + DAY)
    clock.now += 60
    assert sorted(at_once(4, lambda number: services.vacations.end(ann) or "ended")) == ["ended", *["illegal"] * 3]
    assert services.vacations.left(ann) == ALLOWANCE - 60
