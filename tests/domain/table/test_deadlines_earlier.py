"""An operator brings deadlines forward: with a reason, and never so that no time is left to answer."""

import pytest

from domain.contract.game import Refused, Text
from domain.contract.quantities import DAY, HOUR
from domain.log.words import Words
from domain.table import actions as a
from tests.domain.table.clocked import begun

REASON = Text("r1", Words("the hall closes early", "00" * 32).commitment())

DAILY = {"per_decision": DAY, "policy": "default"}


def bring_forward(log, to, at=200, seat=None):
    log.post("operator", None, a.Operate("bring-forward", REASON, to=to, seat=seat), at)


def refusal(log, to, **how):
    with pytest.raises(Refused) as refused:
        bring_forward(log, to, **how)
    return refused.value.code


def test_a_decision_is_due_earlier_and_the_log_says_by_whom_and_why(catalog):
    log = begun(catalog, DAILY)
    assert log.table.clocks.deadline("s1") == 100 + DAY
    bring_forward(log, 200 + 2 * HOUR)
    assert log.table.clocks.deadline("s1") == 200 + 2 * HOUR
    assert [entry.label.type for entry in log.entries[-3:]] == ["OperatorActed", "DeadlineSet", "Asked"]
    [told] = log.table.operated
    assert (told.verb, told.reason, told.at, told.version) == ("bring-forward", REASON, 200, log.table.version - 2)
    log.post("clock", "s1", a.PassDeadline(log.table.decision_id("s1")), 200 + 2 * HOUR)


@pytest.mark.parametrize("to", [0, 199, 200, 200 + HOUR - 1])
def test_never_into_the_past_nor_within_the_next_hour(catalog, to):
    assert refusal(begun(catalog, DAILY), to) == "illegal"


def test_an_hour_from_now_is_the_soonest(catalog):
    log = begun(catalog, DAILY)
    bring_forward(log, 200 + HOUR)
    assert log.table.clocks.deadline("s1") == 200 + HOUR


@pytest.mark.parametrize("to", [100 + DAY, 100 + 2 * DAY])
def test_it_never_gives_more_time(catalog, to):
    assert refusal(begun(catalog, DAILY), to) == "illegal"


def test_without_an_instant_it_is_malformed(catalog):
    assert refusal(begun(catalog, DAILY), None) == "malformed"


def test_where_no_clock_runs_there_is_nothing_to_bring_forward(catalog):
    assert refusal(begun(catalog, None), 200 + 2 * HOUR) == "illegal"


def test_a_clock_that_stands_still_keeps_an_hour_for_when_it_runs_again(catalog):
    log = begun(catalog, {**DAILY, "vacation": 2 * DAY})
    log.post("service", None, a.Pause(("s1",), 100 + DAY, "vacation"), 100)
    assert refusal(log, 100 + DAY + HOUR - 1) == "illegal"
    bring_forward(log, 100 + DAY + HOUR)
    assert log.table.clocks.deadline("s1") == 100 + DAY + HOUR


def test_what_has_passed_already_is_left_alone(catalog):
    log = begun(catalog, {"per_decision": DAY, "policy": "remind"})
    log.post("clock", "s1", a.PassDeadline(log.table.decision_id("s1")), 100 + DAY)
    assert refusal(log, 100 + DAY + 2 * HOUR, at=100 + DAY) == "illegal"
