"""A look of the clock process that takes long: it says all the while that it is there, and an outage in the middle of
it counts for every deadline that it has not enforced yet."""

import pytest

from tests.service.clocks import DAILY, DAY, HOUR, Days

COUNT = 3


@pytest.fixture
def days(tmp_path):
    days = Days(tmp_path / "home")
    days.sweep()
    yield days
    days.close()


@pytest.fixture
def due(days):
    """Games whose deadlines have just passed."""
    games = [days.open("ann", "bob", clock=DAILY) for _ in range(COUNT)]
    days.pass_time(DAY)
    return games


@pytest.fixture
def after_each(days, monkeypatch):
    """Has something happen after each of the first games in which the clock enforces: what that gives."""

    def after_each(happens, times=COUNT):
        enforce, seen = days.services.clockwork.enforce, []

        def then(game_id):
            found = enforce(game_id)
            if len(seen) < times:
                seen.append(happens())
            return found

        monkeypatch.setattr(days.services.clockwork, "enforce", then)
        return seen

    return after_each


def test_it_says_all_the_while_that_it_is_there(days, due, after_each):
    def slow():
        days.clock.now += 1
        return days.services.clockwork.last_seen()

    seen = after_each(slow)
    days.sweep()
    assert len(set(seen)) == COUNT


def test_after_an_outage_in_its_middle_no_deadline_is_enforced_before_it_has_moved(days, due, after_each):
    def away():
        days.clock.now += HOUR
        return days.services.heartbeat.watch()

    outages = after_each(away, times=1)
    days.sweep()
    assert outages[0] is not None
    passed = [days.types(game_id).count("DeadlinePassed") for game_id in due]
    counted = [days.types(game_id).count("OutagesCounted") for game_id in due]
    assert (sum(passed), sum(counted)) == (1, COUNT - 1)


def test_who_stood_still_in_its_middle_enforces_what_had_passed_before_and_no_more(days, due, after_each):
    """Nobody has said yet that an action could be stored: there is no outage, but no time has passed either."""
    later = days.open("ann", "bob", clock={"per_decision": HOUR, "policy": "default"})
    stood_still = after_each(lambda: setattr(days.clock, "now", days.clock.now + 2 * HOUR))
    days.sweep()
    assert len(stood_still) == COUNT
    days.sweep()
    assert "DeadlinePassed" not in days.types(later)
    assert days.view(later).clocks["s1"].deadline > days.clock.now
