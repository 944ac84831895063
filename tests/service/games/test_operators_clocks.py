"""Operators at the clocks: they stand still, run again, or give more time, and all read why."""

import pytest

from domain.audit import CONSISTENT, audit
from domain.log.canon import canonical
from domain.records.export import read
from service.games.shapes import OperatorAct
from service.games.shapes.answers import Clock
from tests.service.clocks import DAILY, DAY, HOUR, Days, HandClock
from tests.service.playing import HOLD, refusal


@pytest.fixture
def days(tmp_path):
    days = Days(tmp_path / "home")
    days.services.accounts.set_operator(days.people["cy"], True)
    days.sweep()
    yield days
    days.close()


@pytest.fixture
def duel(days):
    """A game of ann, who is to move, and bob, with a day for each decision."""
    return days.open("ann", "bob", clock=DAILY, options={"goal": 90})


def act_of(verb, **how):
    return OperatorAct(verb, "the hall is closed", **how)


def operate(days, game_id, verb, **how):
    answer = days.services.corrections.operate(days.people["cy"], game_id, act_of(verb, **how))
    days.sweep()
    return answer


def clock(days, game_id, seat="s1"):
    return days.view(game_id).clocks[seat]


def test_clocks_stand_still_until_they_are_let_run_again(days, duel):
    days.later(HOUR)
    operate(days, duel, "pause")
    assert (clock(days, duel).deadline, clock(days, duel, "s2").deadline) == (None, None)
    days.later(9 * DAY)
    assert list(days.view(duel).pending) == ["s1"]
    operate(days, duel, "resume")
    assert clock(days, duel).deadline == days.clock.now + DAY - HOUR
    days.later(DAY - HOUR)
    assert list(days.view(duel).pending) == ["s2"]


def test_a_pause_may_have_an_end(days, duel):
    until = days.clock.now + 2 * DAY
    operate(days, duel, "pause", seat="s1", to=until)
    assert clock(days, duel).deadline == until + DAY
    assert clock(days, duel, "s2").paused is None
    days.later(3 * DAY - 1)
    assert list(days.view(duel).pending) == ["s1"]
    days.later(1)
    assert list(days.view(duel).pending) == ["s2"]


def test_whoever_acts_meanwhile_starts_a_clock_that_stands_still(days, duel):
    operate(days, duel, "pause")
    days.act("ann", duel, HOLD)
    assert clock(days, duel, "s2").deadline is None
    operate(days, duel, "resume")
    assert clock(days, duel, "s2").deadline == days.clock.now + DAY


def test_a_decision_gets_more_time(days, duel):
    before = clock(days, duel).deadline
    operate(days, duel, "extend", to=3 * HOUR)
    assert clock(days, duel).deadline == before + 3 * HOUR
    days.later(DAY)
    assert list(days.view(duel).pending) == ["s1"]


def test_a_decision_whose_time_was_up_gets_it_from_now_on(days):
    game_id = days.open("ann", "bob", clock={"per_decision": DAY, "policy": "remind"})
    days.later(3 * DAY)
    assert clock(days, game_id).passed
    operate(days, game_id, "extend", seat="s1", to=HOUR)
    assert clock(days, game_id) == Clock(deadline=days.clock.now + HOUR, bank=None, paused=None, passed=False)


def test_all_read_what_was_done_and_why(days, duel):
    operate(days, duel, "pause")
    operate(days, duel, "resume")
    operate(days, duel, "extend", to=HOUR)
    events = days.services.ledger.events(duel, limit=1000)
    acted = [event for event in events if event["type"] == "OperatorActed"]
    assert [event["data"]["what"] for event in acted] == ["pause", "resume", "extend"]
    assert all(next(iter(event["texts"].values()))["text"] == "the hall is closed" for event in acted)
    following = [events[event["version"]]["type"] for event in acted]
    assert following == ["ClockPaused", "ClockPaused", "DeadlineSet"]
    days.services.ledger.close(duel, "void")
    record = read(canonical(days.services.ledger.record(duel)))
    assert audit(record, days.services.catalog).code == CONSISTENT


@pytest.mark.parametrize(
    ("code", "verb", "how"),
    [
        ("illegal", "resume", {}),
        ("illegal", "pause", {"to": HandClock().now - HOUR}),
        ("malformed", "pause", {"to": 1}),
        ("illegal", "extend", {"seat": "s2", "to": HOUR}),
        ("malformed", "extend", {}),
        ("malformed", "extend", {"to": 0}),
        ("malformed", "pause", {"seat": "s9"}),
    ],
)
def test_what_does_not_fit_is_refused(days, duel, code, verb, how):
    assert refusal(days.services.corrections.operate, days.people["cy"], duel, act_of(verb, **how)) == code


@pytest.mark.parametrize("how", [{"verb": "pause"}, {"verb": "resume"}, {"verb": "extend", "to": HOUR}])
def test_a_game_without_clocks_has_none_to_stop(days, how):
    game_id = days.open("ann", "bob")
    assert refusal(days.services.corrections.operate, days.people["cy"], game_id, act_of(**how)) == "illegal"
