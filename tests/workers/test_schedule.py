"""When AI turns are sent: at their pace, once, and again when they are lost."""

from projections.games.lists import AiTurn
from service.operation.turns import job_id
from workers.patience import SHORTEST_SECONDS
from workers.schedule import Schedule

PACE = {"random": 0.25, "greedy": 0.5}


def turn(seat="s2", version=7, level="random", game="g1", since=1000, people=True):
    return AiTurn(game, seat, f"{version}.{seat}", level, since, people)


def sent(schedule, now):
    """What is due now, told as sent."""
    found = []
    while (due := schedule.next_due(now)) is not None:
        schedule.put(due, now)
        found.append(due)
    return found


def test_an_answer_comes_at_the_pace_of_its_level():
    schedule = Schedule(PACE)
    slow, fast = turn(level="greedy"), turn("s3")
    schedule.see([slow, fast], 1000.0)
    assert schedule.next_time() == 1000.25
    assert sent(schedule, 1000.2) == []
    assert sent(schedule, 1000.25) == [fast]
    assert sent(schedule, 1000.5) == [slow]
    assert schedule.next_time() is None


def test_a_turn_that_is_not_told_as_sent_stays_the_next():
    schedule = Schedule(PACE)
    schedule.see([turn()], 1000.0)
    assert schedule.next_due(1001.0) == turn()
    assert schedule.next_due(1001.0) == turn()


def test_a_table_without_people_has_no_pace_and_plays_on_by_itself():
    schedule = Schedule(PACE)
    schedule.see([turn(people=False)], 1000.0)
    assert sent(schedule, 1000.0) == [turn(people=False)]
    schedule.see([turn("s3", 8, people=False)], 1000.1)
    assert sent(schedule, 1001.0) == []


def test_of_a_table_without_people_one_turn_is_sent_though_several_seats_decide():
    schedule = Schedule(PACE)
    schedule.see([turn("s1", people=False), turn("s2", people=False)], 1000.0)
    assert len(sent(schedule, 1000.0)) == 1


def test_a_turn_that_is_seen_twice_is_sent_once():
    schedule = Schedule(PACE)
    schedule.see([turn()], 1000.0)
    schedule.see([turn()], 1000.1)
    assert sent(schedule, 1001.0) == [turn()]
    schedule.see([turn()], 1001.1)
    assert sent(schedule, 1002.0) == []


def lost(schedule, turns, waiting, now):
    """What a sweep at this time sends."""
    schedule.sweep(turns, waiting, now)
    return sent(schedule, now)


def test_a_sweep_sends_lost_turns_again_and_grows_patient():
    schedule = Schedule(PACE)
    schedule.see([turn()], 1000.0)
    assert sent(schedule, 1000.5) == [turn()]
    assert lost(schedule, [turn()], set(), 1000.5 + SHORTEST_SECONDS - 0.1) == []
    assert lost(schedule, [turn()], set(), 1000.5 + SHORTEST_SECONDS) == [turn()]
    assert lost(schedule, [turn()], set(), 1000.5 + 2 * SHORTEST_SECONDS) == []
    assert lost(schedule, [turn()], set(), 1000.5 + 3 * SHORTEST_SECONDS) == [turn()]


def test_a_sweep_leaves_alone_what_waits_in_the_queue_or_is_still_to_come():
    schedule = Schedule({"random": 3600.0})
    coming, waiting = turn("s1"), turn("s2", people=False)
    schedule.see([coming, waiting], 1000.0)
    assert sent(schedule, 1000.0) == [waiting]
    assert lost(schedule, [coming, waiting], {job_id("g1", "7.s2")}, 2000.0) == []


def test_a_sweep_finds_a_table_without_people_that_stands_still():
    schedule = Schedule(PACE)
    schedule.see([turn(people=False)], 1000.0)
    assert sent(schedule, 1000.0) == [turn(people=False)]
    later = turn("s3", 90, people=False)
    assert lost(schedule, [later], set(), 1006.0) == []
    assert lost(schedule, [later], set(), 1006 + SHORTEST_SECONDS) == [later]


def test_a_sweep_finds_turns_that_were_never_seen():
    schedule = Schedule(PACE)
    assert lost(schedule, [turn()], set(), 1000.0) == []
    assert lost(schedule, [turn()], set(), 1000 + SHORTEST_SECONDS) == [turn()]
