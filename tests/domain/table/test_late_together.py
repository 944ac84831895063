"""Several who are late, on a log in memory: who forfeits, and whether AIs go on without anybody."""

import pytest

from domain.contract.game import Refused
from domain.contract.quantities import DAY
from domain.table import actions as a
from tests.domain.table.lateness import AI, HOUR, REASON, START, begun, deadline, sweep
from tests.pigs.pig import Guess, Hold
from tests.pigs.thinking_pig import Think

FORFEIT = {"per_decision": DAY, "policy": "forfeit"}


def test_who_are_late_at_the_same_instant_forfeit_together_and_nobody_has_won():
    log = begun(FORFEIT, "ann", "bob", guess=True)
    sweep(log, START + 2 * DAY)
    assert log.table.status == "abandoned"
    assert log.table.resigned == ("s1", "s2")
    assert log.table.result is None


def test_the_one_who_has_answered_wins_against_all_who_are_late_together():
    log = begun(FORFEIT, "ann", "bob", "cy", guess=True)
    log.post("seat", "s2", Guess(3), START)
    sweep(log, START + DAY)
    assert log.table.result.places == {"s1": 2, "s2": 1, "s3": 2}
    assert log.table.result.detail["resigned"] == ["s1", "s3"]


def test_where_two_others_stay_the_game_goes_on_without_those_who_were_late_together():
    log = begun(FORFEIT, "ann", "bob", "cy", "dee", guess=True)
    for seat in ("s2", "s4"):
        log.post("seat", seat, Guess(3), START)
    sweep(log, START + DAY)
    assert (log.table.status, log.table.resigned) == ("running", ("s1", "s3"))
    log.post("seat", "s4", a.Resign(), START + DAY)
    assert log.table.result.places == {"s1": 3, "s2": 1, "s3": 3, "s4": 2}


def test_who_was_late_first_loses_whatever_its_seat_and_whenever_the_clock_looks():
    log = begun(FORFEIT, "ann", "bob", guess=True)
    log.post("operator", None, a.Operate("extend", REASON, to=HOUR, seat="s1"), START)
    both_late = START + 2 * DAY
    with pytest.raises(Refused, match="s2 was late before s1"):
        log.post("clock", "s1", a.PassDeadline(log.table.decision_id("s1")), both_late)
    sweep(log, both_late)
    assert log.table.result.places == {"s1": 1, "s2": 2}


def test_seats_that_play_together_and_are_late_together_leave_the_game_to_who_is_there():
    some_late = begun(FORFEIT, "ann", "bob", "cy", game="together", guess=True)
    some_late.post("seat", "s1", Guess(3), START)
    sweep(some_late, START + DAY)
    assert [seat.taken for seat in some_late.table.seats.values()] == [True, False, False]
    all_late = begun(FORFEIT, "ann", "bob", "cy", game="together", guess=True)
    sweep(all_late, START + DAY)
    assert all_late.table.status == "abandoned"


def test_no_ai_takes_the_seat_of_the_last_person_who_has_one_more_full_time():
    log = begun(AI, "ann", "bob")
    sweep(log, START + DAY)
    log.post("seat", "s1", Hold(), START + DAY)
    sweep(log, START + 2 * DAY)
    assert (log.table.seats["s1"].level, log.table.seats["s2"].account) == ("random", "bob")
    assert deadline(log, "s2") == START + 3 * DAY
    sweep(log, START + 3 * DAY)
    assert log.table.status == "abandoned"


def test_who_comes_back_within_that_time_plays_on():
    log = begun(AI, "ann", "bob")
    sweep(log, START + DAY)
    log.post("seat", "s1", Hold(), START + DAY)
    sweep(log, START + 2 * DAY)
    log.post("seat", "s2", Hold(), START + 2 * DAY + HOUR)
    assert log.table.clocks.last_call is None
    log.post("seat", "s1", a.TakeOver("ann"), START + 2 * DAY + HOUR)
    sweep(log, START + 4 * DAY)
    assert log.table.seats["s1"].level == "random", "there is another person, who plays on"


def test_a_person_alone_with_ais_has_one_more_full_time_too():
    log = begun(AI, "ann", ais=2)
    sweep(log, START + DAY)
    assert log.table.has_person("s1")
    log.post("seat", "s1", Think(), START + 2 * DAY - 1)
    sweep(log, START + 3 * DAY - 1)
    assert log.table.status == "running", "the call is made anew"
    sweep(log, START + 4 * DAY - 1)
    assert log.table.status == "abandoned"
