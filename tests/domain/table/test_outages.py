"""Outages at a table: which deadlines move by them and by how much, each once, by the service alone."""

import pytest

from domain.contract.game import Refused
from domain.contract.quantities import DAY, MINUTE
from domain.table import actions as a
from domain.table.parts import Outage
from domain.table.rules.outages import LONG, SHORT_REST, reckoned, uncounted
from tests.domain.table.clocked import SEATS, begun
from tests.pigs.pig import Hold

HOUR = 60 * MINUTE

START = 100

DAILY = {"per_decision": DAY, "policy": "default"}


def counting(log, *outages, by="service", at=None):
    return log.post(by, None, a.CountOutages(outages), at or outages[-1].until)


@pytest.mark.parametrize(
    ("outage", "deadline"),
    [
        (Outage(1, 200, 240), START + DAY + 40),
        (Outage(1, 200, 200 + LONG), START + DAY + LONG),
        (Outage(1, 200, 201 + LONG), START + DAY + LONG + 1 + HOUR),
        (Outage(1, 200, 200 + 2 * DAY), START + 3 * DAY + HOUR),
        (Outage(1, START + DAY - 10, START + DAY + 30), START + DAY + 30 + SHORT_REST),
        (Outage(1, START + DAY + 50, START + DAY + 90), START + DAY + 90 + SHORT_REST),
        (Outage(1, START + DAY + 50, START + DAY + 50 + HOUR), START + DAY + 50 + 2 * HOUR),
        (Outage(1, 50, START + 10), START + DAY + 60),
    ],
    ids=["short", "five-minutes", "long", "days", "over-the-deadline", "behind-it", "long-behind-it", "begun-before"],
)
def test_a_running_deadline_moves_by_the_outage_and_is_not_enforced_soon_after_it(catalog, outage, deadline):
    log = begun(catalog, DAILY)
    decision, pending = log.table.decision_id("s1"), log.table.pending
    [entry] = counting(log, outage)
    assert (entry.label.type, entry.label.by) == ("OutagesCounted", "service")
    assert log.table.clocks.deadline("s1") == deadline
    assert (log.table.decision_id("s1"), log.table.pending) == (decision, pending)


@pytest.mark.parametrize(
    ("outages", "says"),
    [
        ([Outage(1, 200, 240)], "are counted"),
        ([], "are counted"),
        ([Outage(2, 300, 300)], "ends after it has begun"),
        ([Outage(2, 10, START)], "are counted, or no deadline runs"),
    ],
    ids=["twice", "none", "without-length", "before-it-all"],
)
def test_each_counts_once_and_only_what_a_deadline_has_run_through(catalog, outages, says):
    log = begun(catalog, DAILY)
    counting(log, Outage(1, 200, 240))
    with pytest.raises(Refused, match=says):
        counting(log, *outages, at=400)


@pytest.mark.parametrize("by", ["seat", "clock"])
def test_nobody_but_the_service_says_that_there_was_one(catalog, by):
    log = begun(catalog, DAILY)
    with pytest.raises(Refused, match="only the service moves clocks"):
        counting(log, Outage(1, 200, 240), by=by)


def test_several_are_counted_by_one_event_each_for_what_was_open_then(catalog):
    log = begun(catalog, {"per_decision": DAY, "policy": "default"}, guess=True)
    outages = (Outage(1, 200, 240), Outage(2, 300, 360))
    assert uncounted(log.table.clocks, outages) == outages
    assert len(counting(log, *outages)) == 1
    assert {log.table.clocks.deadline(seat) for seat in SEATS} == {START + DAY + 100}
    assert uncounted(log.table.clocks, outages) == ()


def test_what_is_decided_next_is_decided_behind_the_event_that_counts_them(catalog):
    log = begun(catalog, {"bank": DAY, "increment": HOUR, "policy": "forfeit"})
    log.outages = (Outage(1, 200, 240),)
    entries = log.post("seat", "s1", Hold(), 300)
    assert entries[0].label.type == "OutagesCounted"
    assert log.table.clocks.seats["s1"].left == DAY + HOUR - 200 + 40
    assert [entry.label.type for entry in log.post("seat", "s2", Hold(), 310)].count("OutagesCounted") == 0


def test_a_table_is_reckoned_with_outages_that_its_log_does_not_cite(catalog):
    log = begun(catalog, DAILY)
    outages = (Outage(1, 200, 240),)
    shown = reckoned(log.table, outages)
    assert (shown.clocks.deadline("s1"), log.table.clocks.deadline("s1")) == (START + DAY + 40, START + DAY)
    assert (shown.version, shown.head, shown.state) == (log.table.version, log.table.head, log.table.state)
    assert reckoned(log.table, ()) is log.table


def test_a_last_call_waits_as_long_as_a_short_outage_and_is_over_after_a_long_one(catalog):
    for outage, last_call in ((Outage(1, 200, 240), 540), (Outage(1, 200, 200 + DAY), None)):
        log = begun(catalog, DAILY)
        log.table.clocks.last_call = 500
        counting(log, outage)
        assert log.table.clocks.last_call == last_call
