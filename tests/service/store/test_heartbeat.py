"""The clock's heartbeat: it never goes back, and an outage is one, whatever becomes of who recovers from it."""

from contextlib import suppress

import pytest

from service.bootstrap import build
from service.games.timing.due import look_at_all
from service.store.heartbeat import LONGEST_GAP, Heartbeat, Outage, missed
from service.store.steady import SteadyTime
from tests.service.clocks import DAILY, DAY, HOUR, Days, HandClock
from workers.clock import Sweeper


class Elapsed(HandClock):
    """Seconds that pass whatever the system clock is set to."""


@pytest.fixture
def days(tmp_path):
    days = Days(tmp_path / "home")
    days.sweep()
    yield days
    days.close()


@pytest.fixture
def times():
    """A system clock, and what only goes forward."""
    return HandClock(1_800_000_000), Elapsed(50)


@pytest.fixture
def pass_time(times):
    def pass_time(seconds):
        for time in times:
            time.now += seconds

    return pass_time


def test_a_steady_time_goes_on_while_the_clock_is_set_back_and_has_missed_nothing_when_it_is_right_again(
    times, pass_time
):
    clock, elapsed = times
    steady = SteadyTime(clock, elapsed)
    begun = steady.now()
    pass_time(10)
    clock.now -= HOUR
    assert steady.now() == begun + 10
    pass_time(20)
    assert steady.now() == begun + 30
    clock.now += HOUR
    assert steady.now() == begun + 30
    clock.now += DAY
    assert steady.now() == begun + 30 + DAY


def test_a_clock_set_back_and_right_again_is_no_outage_and_no_heartbeat_goes_back(days, times, pass_time):
    clock, elapsed = times
    beats = []
    for step, seconds in ((0, 3), (-HOUR, 450), (0, 450), (HOUR, 3)):
        heartbeat = Heartbeat(days.services.store, clock, elapsed)  # That of a process which is started again.
        clock.now += step
        for _ in range(seconds):
            pass_time(1)
            assert heartbeat.watch() is None
            beats.append(heartbeat.last_seen())
    assert beats == sorted(beats)
    assert beats[-1] == clock.now


def test_a_process_that_stood_still_finds_the_outage(days, times, pass_time):
    clock, elapsed = times
    heartbeat = Heartbeat(days.services.store, clock, elapsed)
    heartbeat.watch()
    seen = heartbeat.last_seen()
    pass_time(LONGEST_GAP + 1)
    assert heartbeat.watch() == Outage(seen, seen + LONGEST_GAP + 1)
    assert heartbeat.outages() == [Outage(seen, seen + LONGEST_GAP + 1)]
    assert heartbeat.watch() is None


def test_two_clocks_find_one_outage(days, times, pass_time):
    one, other = (Heartbeat(days.services.store, *times) for _ in range(2))
    one.watch()
    pass_time(DAY)
    assert (one.watch() is None, other.watch() is None) == (False, True)
    assert len(one.outages()) == 1


@pytest.mark.parametrize(
    ("outages", "since", "seconds"),
    [
        ([], 0, 0),
        ([Outage(100, 200)], 0, 100),
        ([Outage(100, 200)], 150, 50),
        ([Outage(100, 200)], 200, 0),
        ([Outage(300, 350), Outage(100, 200)], 0, 150),
        ([Outage(300, 350), Outage(100, 200)], 250, 50),
        ([Outage(100, 200), Outage(150, 400)], 0, 300),
    ],
)
def test_what_was_missed_counts_once(outages, since, seconds):
    assert missed(outages, since) == seconds


def processes(days):
    """Clock processes, one after the other, each of which remembers nothing; they end when as many games were moved."""

    def run(moves):
        services = build(days.services.settings, days.clock)
        sweeper, moved = Sweeper(services.read_models, services.clockwork, services.vacations, services.expiry), []
        move = services.clockwork.move_deadlines

        def move_or_end(game_id, outages):
            if len(moved) == moves:
                raise KeyboardInterrupt
            if move(game_id, outages):
                moved.append(game_id)

        services.clockwork.move_deadlines = move_or_end
        with suppress(KeyboardInterrupt):
            sweeper.step()
        services.close()
        return moved

    return run


def test_a_clock_that_ends_in_the_middle_of_its_recovery_again_and_again_moves_every_game_once_by_the_same_time(days):
    games = [days.open("ann", "bob", clock=DAILY) for _ in range(6)]
    before = {game_id: days.view(game_id).clocks["s1"].deadline for game_id in games}
    run = processes(days)
    days.clock.now += 2 * DAY
    moved = []
    for moves in (2, 1, 2, 100):
        moved += run(moves)
        days.clock.now += LONGEST_GAP - 60
    assert sorted(moved) == sorted(games)
    assert {game_id: days.view(game_id).clocks["s1"].deadline for game_id in games} == {
        game_id: deadline + 2 * DAY + HOUR for game_id, deadline in before.items()
    }
    assert days.services.clockwork.heartbeat.outages() == []


def test_another_outage_in_the_middle_of_the_recovery_counts_for_all_and_the_first_for_none_twice(days):
    games = [days.open("ann", "bob", clock=DAILY) for _ in range(4)]
    before = days.view(games[0]).clocks["s1"].deadline
    run = processes(days)
    days.clock.now += 2 * DAY
    first = run(2)
    days.clock.now += DAY
    assert sorted(run(100)) == sorted(games)
    deadlines = {game_id: days.view(game_id).clocks["s1"].deadline - before for game_id in games}
    assert deadlines == {game_id: 3 * DAY + HOUR * (1 + (game_id in first)) for game_id in games}


def test_a_game_that_is_opened_after_an_outage_is_not_moved_for_it(days):
    old = [days.open("ann", "bob", clock=DAILY) for _ in range(2)]
    run = processes(days)
    days.clock.now += 2 * DAY
    run(1)
    days.clock.now += 60
    new = days.open("ann", "bob", clock=DAILY)
    run(100)
    assert "DeadlineSet" not in days.types(new)
    assert ["DeadlineSet" in days.types(game_id) for game_id in old] == [True, True]


def test_the_heartbeat_is_given_during_a_long_look(days, monkeypatch):
    for _ in range(4):
        days.open("ann", "bob", clock=DAILY)
    clockwork, beats = days.services.clockwork, []
    enforce = clockwork.enforce

    def slowly(game_id):
        days.clock.now += LONGEST_GAP - 1
        beats.append(clockwork.last_seen())
        return enforce(game_id)

    monkeypatch.setattr(clockwork, "enforce", slowly)
    look_at_all(days.services.store)
    days.sweep()
    days.sweep()
    assert len(set(beats)) == 4
    assert clockwork.heartbeat.outages() == []


@pytest.mark.parametrize(("away", "where"), [(0, "enforce"), (2 * DAY, "move_deadlines")])
def test_a_process_that_stands_still_in_the_middle_of_a_look_enforces_nothing_before_it_has_moved_it(
    days, monkeypatch, away, where
):
    games = [days.open("ann", "bob", clock=DAILY) for _ in range(3)]
    days.services.clockwork.beat()
    days.clock.now += away
    then = getattr(days.services.clockwork, where)

    def stopped(*arguments):
        found = then(*arguments)
        days.clock.now += 2 * DAY
        monkeypatch.undo()
        return found

    monkeypatch.setattr(days.services.clockwork, where, stopped)
    look_at_all(days.services.store)
    days.sweep()
    days.sweep()
    assert not any("DeadlinePassed" in days.types(game_id) for game_id in games)
    assert all("DeadlineSet" in days.types(game_id) for game_id in games)
