"""Clocks, resignations and claims on a log in memory."""

import msgspec
import pytest

from domain.contract.game import Refused
from domain.contract.quantities import DAY, MINUTE
from domain.games.catalog import Catalog
from domain.table import actions as a
from domain.table.rules.absence import claimable_from
from domain.table.rules.clock import SeatClock
from domain.table.rules.ranking import with_resigned
from domain.table.terms import read_clock
from tests.domain.table.clocked import REASON, SEATS, begun
from tests.pigs.pig import Hold, Roll


def test_a_deadline_is_enforced_by_the_clock_when_it_is_due_and_by_nobody_else(catalog):
    log = begun(catalog, {"per_decision": DAY, "policy": "default"})
    decision = log.table.decision_id("s1")
    for by, at, says in (
        ("clock", 100 + DAY - 1, f"the deadline is enforced from {100 + DAY} on"),
        ("seat", 100 + DAY, "only the clock lets a deadline pass"),
    ):
        with pytest.raises(Refused, match=says):
            log.post(by, "s1", a.PassDeadline(decision), at)
    log.post("seat", "s1", Hold(), 100 + DAY)
    with pytest.raises(Refused, match="no deadline runs"):
        log.post("clock", "s1", a.PassDeadline(decision), 100 + DAY)


def test_a_vacation_stops_a_clock_and_is_capped_by_the_game(catalog):
    log = begun(catalog, {"per_decision": DAY, "policy": "default", "vacation": 2 * DAY})
    log.post("service", None, a.Pause(("s1",), 100 + 2 * DAY, "vacation"), 100)
    assert log.table.clocks.deadline("s1") == 100 + 3 * DAY
    with pytest.raises(Refused, match="at most"):
        log.post("service", None, a.Pause(("s1",), 100 + 4 * DAY, "vacation"), 100 + DAY)
    log.post("service", None, a.Pause(("s1",), 100 + DAY, "vacation"), 100 + DAY)
    assert log.table.clocks.deadline("s1") == 100 + 2 * DAY
    assert log.table.clocks.seats["s1"].vacation == DAY


def test_a_pause_without_an_end_leaves_the_claim_of_the_end(catalog):
    log = begun(catalog, {"per_decision": DAY})
    log.post("operator", None, a.Pause(SEATS, None, "organiser"), 100)
    assert log.table.clocks.next_due() is None
    start = claimable_from(log.table)
    with pytest.raises(Refused, match="nothing is overdue that would let you claim the end"):
        log.post("seat", "s2", a.Claim("end"), start - 1)
    log.post("seat", "s2", a.Claim("end"), start)
    assert log.table.status == "abandoned"


def test_of_an_outage_that_was_made_good_only_what_came_after_it_counts_again(catalog):
    """Whoever asks a minute later for the same instant, as a clock that was killed does, moves by that minute."""
    log = begun(catalog, {"per_decision": DAY, "policy": "default"})
    log.post("service", None, a.MoveDeadlines(100), 100 + DAY)
    assert log.table.clocks.deadline("s1") == 100 + 2 * DAY + 60 * MINUTE
    with pytest.raises(Refused, match="moved already"):
        log.post("service", None, a.MoveDeadlines(100), 100 + DAY)
    log.post("service", None, a.MoveDeadlines(100), 100 + DAY + MINUTE)
    assert log.table.clocks.deadline("s1") == 100 + 2 * DAY + MINUTE + 2 * 60 * MINUTE


def test_a_seat_that_is_paused_without_an_end_has_no_deadline_to_extend(catalog):
    """Alone it is refused; of all, those are extended that run."""
    log = begun(catalog, {"per_decision": DAY, "policy": "default"}, guess=True)
    log.post("operator", None, a.Pause(("s1",), None, "organiser"), 100)
    with pytest.raises(Refused, match="no deadline runs"):
        log.post("operator", None, a.Operate("extend", REASON, to=DAY, seat="s1"), 101)
    log.post("operator", None, a.Operate("extend", REASON, to=DAY), 101)
    assert [log.table.clocks.deadline(seat) for seat in SEATS] == [None, 100 + 2 * DAY, 100 + 2 * DAY]
    log.post("operator", None, a.Operate("resume", REASON, seat="s1"), 102)
    assert log.table.clocks.deadline("s1") == 102 + DAY


def test_what_a_takeback_asks_again_has_the_time_that_was_left(catalog):
    log = begun(catalog, {"per_decision": DAY, "policy": "default"})
    log.post("seat", "s1", Hold(), 100 + DAY // 2)
    log.post("seat", "s1", a.TakeBack(log.table.commands[-1].first - 1), 100 + DAY // 2 + MINUTE)
    assert log.table.clocks.deadline("s1") == 100 + DAY + MINUTE


def test_the_time_that_was_used_is_not_given_back_by_a_pause():
    clock = SeatClock(100).started("1.s1", 100, 1000).paused("organiser", 2000, 1040)
    assert clock.deadline == 2060
    assert clock.settled(2010).left == 50


def test_a_clock_that_has_no_limit_any_more_has_no_deadline_and_none_that_has_passed():
    late = msgspec.structs.replace(SeatClock(100).started("1.s1", 100, 1000), passed=True)
    free = late.moved(None, 1040)
    assert (free.deadline, free.limited, free.passed, free.left) == (None, False, False, 60)
    assert free.settled(5000).left == 60, "it does not run"
    again = free.moved(6000, 5500)
    assert (again.deadline, again.limited, again.passed, again.given) == (6000, True, False, 500)


def test_who_resigns_is_placed_below_all_that_stayed_the_first_to_go_last(catalog):
    log = begun(catalog, None, ("s1", "s2", "s3", "s4"), goal=30)
    log.post("seat", "s1", a.Resign(), 101)
    log.post("seat", "s2", a.Resign(), 102)
    assert log.table.status == "running"
    log.post("seat", "s4", a.Resign(), 103)
    assert log.table.status == "over"
    assert log.table.result.places == {"s3": 1, "s4": 2, "s2": 3, "s1": 4}


def test_a_resigned_seat_answers_nothing_by_hand(catalog):
    log = begun(catalog, None)
    log.post("seat", "s1", a.Resign(), 101)
    with pytest.raises(Refused, match="has resigned"):
        log.post("seat", "s1", Hold(), 102)
    with pytest.raises(Refused, match="default answer"):
        log.post("service", "s1", Roll(), 102)
    log.post("service", "s1", Hold(), 102)
    assert list(log.table.pending) == ["s2"]


def test_shared_places_stay_shared_when_others_have_resigned(catalog):
    log = begun(catalog, None, goal=1)
    log.post("seat", "s3", a.Resign(), 101)
    while log.table.status == "running":
        [asked] = log.table.pending
        action = Hold() if log.table.state.turn_points or asked == "s3" else Roll()
        log.post("service" if asked == "s3" else "seat", asked, action, 102)
    outcome = log.table.game.outcome(log.table.state)
    assert with_resigned(outcome, SEATS, {"s3": 1}).places["s3"] == 3
    assert log.table.result.detail["resigned"] == ["s3"]


def test_terms_are_read_whole(catalog):
    assert read_clock(None) is None
    assert read_clock({"per_decision": DAY}).full == DAY
    assert read_clock({"bank": DAY, "increment": 3600}).full == DAY + 3600


def test_where_seats_play_together_the_game_is_abandoned_when_the_last_person_has_gone():
    log = begun(Catalog({"together": "tests.pigs.seated_pigs:Together"}), None, game="together")
    log.post("seat", "s2", a.Resign(), 101)
    log.post("seat", "s3", a.Resign(), 102)
    assert log.table.status == "running"
    log.post("seat", "s1", a.Resign(), 103)
    assert log.table.status == "abandoned"
