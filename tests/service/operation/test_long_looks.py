"""A look of the clock process that takes long: the heartbeat is given all the while, and when the service was away in
the middle of it, nothing more is done before all deadlines are moved."""

import pytest

from service.games.timing.delayed import next_release
from service.store.heartbeat import LONGEST_GAP
from tests.installation import GAMES
from tests.service.clocks import DAILY, DAY, HOUR, Days
from workers.clock import Sweeper

LONG = LONGEST_GAP - 1
"""Seconds that a part of a look may take without being an outage."""


@pytest.fixture
def days(tmp_path):
    days = Days(tmp_path / "home", NIGHTLEDGER_EXTRA_GAMES=f"{GAMES},chorus-pig=tests.pigs.chorus_pig:ChorusPig")
    days.sweep()
    yield days
    days.close()


@pytest.fixture
def sweep(days):
    """A clock process that has seen nothing yet looks once."""
    sweeper = Sweeper(days.services.read_models, days.services.clockwork, days.services.vacations, days.services.expiry)

    def sweep():
        days.services.read_models.follower.catch_up(10)
        sweeper.step()

    return sweep


def due(days, count=3):
    """Games whose deadlines have just passed."""
    games = [days.open("ann", "bob", clock=DAILY) for _ in range(count)]
    days.services.clockwork.beat()
    days.clock.now += DAY
    days.services.clockwork.beat()
    return games


def holding(days, count=3):
    """Games in which an answer waits that is to be released now."""
    more = {"game": "chorus-pig", "options": {"guess": True}, "release": 30}
    games = [days.open("ann", "bob", clock={"per_decision": HOUR}, **more) for _ in range(count)]
    for game_id in games:
        days.act("bob", game_id, {"type": "guess", "number": 3})
    days.services.clockwork.beat()
    days.clock.now = next_release(days.services.ledger.table(games[0]), days.clock.now)
    days.services.clockwork.beat()
    return games


def on_vacation(days, count=3):
    """Games that somebody on vacation has joined meanwhile."""
    days.go_on_vacation("ann", 20 * DAY)
    return [days.open("ann", "bob", clock=DAILY | {"vacation": 10 * DAY}) for _ in range(count)]


def types(days, games):
    """The types of all events of these games."""
    return {one for game_id in games for one in days.types(game_id)}


@pytest.fixture
def instead(days, monkeypatch):
    """Does something after the first games of a part of a look, which is named by its function."""

    def instead(name, happens, times=1):
        owner = days.services.vacations if name == "apply" else days.services.clockwork
        then, seen = getattr(owner, name), []

        def wrapped(*arguments):
            found = then(*arguments)
            seen.append(days.services.clockwork.last_seen())
            if len(seen) <= times:
                happens()
            return found

        monkeypatch.setattr(owner, name, wrapped)
        return seen

    return instead


PARTS = [(due, "enforce"), (holding, "release"), (on_vacation, "apply")]


@pytest.mark.parametrize(("made", "part"), PARTS)
def test_the_heartbeat_is_given_during_each_part(days, sweep, instead, made, part):
    made(days)

    def slow():
        days.clock.now += LONG

    heartbeats = instead(part, slow, times=10)
    sweep()
    assert len(heartbeats) == len(set(heartbeats)) == 3
    assert days.services.clockwork.heartbeat.outages() == []


@pytest.mark.parametrize(("made", "part"), PARTS)
def test_after_an_outage_in_its_middle_no_part_goes_on(days, sweep, instead, made, part):
    made(days)

    def away():
        days.clock.now += HOUR

    done = instead(part, away)
    sweep()
    assert len(done) == 1


def test_a_part_that_an_outage_has_interrupted_is_done_in_the_next_look(days, sweep, instead):
    games = on_vacation(days)

    def away():
        days.clock.now += HOUR

    instead("apply", away)
    sweep()
    sweep()
    clocks = [days.view(game_id).clocks["s1"] for game_id in games]
    assert all(clock.paused is not None for clock in clocks)


def test_no_answer_is_released_while_deadlines_are_still_to_be_moved(days, sweep, instead):
    games = holding(days)
    days.clock.now += HOUR

    def away_again():
        days.clock.now += HOUR

    moved, released = instead("move_deadlines", away_again), instead("release", lambda: None)
    sweep()
    assert (len(moved), len(released)) == (1, 0)
    sweep()
    assert len(released) == len(games)


@pytest.fixture
def suspended(days):
    """Lets the machine be suspended for so many seconds: they do not elapse for its programs."""
    passed = [0.0]
    days.services.clockwork.elapsed = lambda: passed[0]

    def suspended(seconds):
        days.clock.now += seconds

    return suspended


def test_no_deadline_is_enforced_after_the_machine_was_suspended_before_it_is_moved(days, suspended, sweep, instead):
    games = due(days)
    enforced = instead("enforce", lambda: suspended(HOUR))
    sweep()
    assert len(enforced) == 1
    sweep()
    assert ["DeadlineSet" in days.types(game_id) for game_id in games] == [True] * 3
    assert sum("DeadlinePassed" in days.types(game_id) for game_id in games) == 1


def test_nor_when_another_clock_was_faster_to_remember_the_outage(days, sweep, instead):
    games = due(days)
    heartbeat = days.services.clockwork.heartbeat

    def both_away():
        days.clock.now += HOUR
        assert heartbeat.watch() is not None, "the other one's"

    enforced = instead("enforce", both_away)
    sweep()
    assert len(enforced) == 1
    sweep()
    assert ["DeadlineSet" in days.types(game_id) for game_id in games] == [True] * 3


def test_a_short_suspension_is_no_outage(days, suspended, sweep, instead):
    games = due(days)
    enforced = instead("enforce", lambda: suspended(LONGEST_GAP))
    sweep()
    assert len(enforced) == len(games)
    assert "DeadlineSet" not in types(days, games)
