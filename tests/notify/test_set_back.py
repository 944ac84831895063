"""A system clock that is set back keeps nobody from being told: neither of a turn, nor by a reminder."""

import pytest

from projections.notices.outbox import PATIENCE
from service.bootstrap import build
from tests.installation import prepare
from tests.notify.looking import kinds
from tests.service.clocks import HOUR, HandClock


@pytest.fixture
def elapsed():
    """Seconds that pass whatever the clock is set to."""
    return HandClock(1000)


@pytest.fixture
def services(tmp_path, clock, elapsed, settings):
    services = build(prepare(tmp_path / "home", **settings), clock, elapsed=elapsed)
    yield services
    services.close()


@pytest.fixture
def later(clock, elapsed, post):
    """Lets time pass and the post look, under a clock that is set back meanwhile by an hour."""

    def pass_time(seconds):
        elapsed.now += seconds
        clock.now += seconds - HOUR
        post.step()

    return pass_time


def test_a_turn_is_told_in_time(opened, webhook, hook, post, later):
    opened("bob")
    post.step()
    later(PATIENCE)
    assert kinds(hook) == ["started", "turn"]


def test_a_reminder_comes_in_time(opened, webhook, hook, post, later):
    opened("bob", clock={"per_decision": 10 * HOUR})
    post.step()
    later(5 * HOUR)
    later(3 * HOUR)
    assert [kind for kind in kinds(hook) if kind.startswith("reminder")] == ["reminder-50", "reminder-80"]


def test_so_it_does_where_who_takes_actions_has_the_same_clock(services, opened, webhook, hook, post, later):
    opened("bob", clock={"per_decision": 10 * HOUR})
    services.heartbeat.beat()
    post.step()
    for hours in (5, 3):
        later(hours * HOUR)
        services.heartbeat.beat()
        later(HOUR // 2)
    assert [kind for kind in kinds(hook) if kind.startswith("reminder")] == ["reminder-50", "reminder-80"]


def test_no_reminder_comes_early_for_ever_after_a_clock_that_was_ahead_once(
    opened, webhook, hook, post, clock, elapsed
):
    clock.now += HOUR
    post.step()
    clock.now -= HOUR
    post.step()
    for _ in range(2):
        elapsed.now += HOUR
        clock.now += HOUR
        post.step()
    opened("bob", clock={"per_decision": HOUR})
    post.step()
    assert not [kind for kind in kinds(hook) if kind.startswith("reminder")]
    elapsed.now += HOUR // 2
    clock.now += HOUR // 2
    for _ in range(2):
        post.step()
    assert [kind for kind in kinds(hook) if kind.startswith("reminder")] == ["reminder-50"]
