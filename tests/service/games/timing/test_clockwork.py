"""Deadlines on a running service, whose days a test lets pass: every policy, pauses, outages, runaway games."""

import pytest

from domain.audit import CONSISTENT, audit
from domain.contract.game import Refused
from domain.log.canon import canonical
from domain.log.record import Command
from domain.records.export import read
from domain.table.decide import decide
from domain.table.rules.outages import LONG, SHORT_REST
from service.bootstrap import build
from service.games.shapes import Condition, Posted
from service.games.shapes.answers import Clock, Seat
from service.store.event_store import executing
from service.store.heartbeat import LONGEST_GAP
from tests.pigs.pig import Hold
from tests.service.clocks import DAILY, DAY, HOUR, Days
from tests.service.playing import HOLD, ROLL, refusal
from workers.clock import Sweeper


@pytest.fixture
def days(tmp_path):
    days = Days(tmp_path / "home")
    days.sweep()
    yield days
    days.close()


def waiting(days, game_id):
    [seat] = days.view(game_id).pending
    return seat


def audited(days, game_id):
    """The verdict on the record of a closed game."""
    record = days.services.ledger.record(game_id)
    return audit(read(canonical(record)), days.services.catalog)


def test_a_deadline_is_an_instant_that_everybody_sees(days):
    game_id = days.open("ann", "bob", clock=DAILY)
    clocks = days.view(game_id).clocks
    assert clocks["s1"] == Clock(deadline=days.clock.now + DAY, bank=None, paused=None, passed=False)
    assert clocks["s2"].deadline is None


def test_at_the_deadline_the_default_answer_is_given(days):
    game_id = days.open("ann", "bob", clock=DAILY)
    days.later(DAY - 1)
    assert waiting(days, game_id) == "s1"
    days.later(1)
    assert waiting(days, game_id) == "s2"
    events = days.services.ledger.events(game_id, limit=1000)
    passed, asked, held = [event for event in events if event["at"] == days.clock.now][:3]
    assert [passed["type"], asked["type"], held["type"]] == ["DeadlinePassed", "Asked", "PointsBanked"]
    assert (held["by"], held["action"]) == ("clock", HOLD)


def test_with_reminders_only_nothing_is_done_but_said(days):
    game_id = days.open("ann", "bob", clock={"per_decision": DAY})
    days.later(DAY)
    days.later(DAY)
    assert days.types(game_id).count("DeadlinePassed") == 1
    assert waiting(days, game_id) == "s1"
    assert days.view(game_id).clocks["s1"].passed
    days.act("ann", game_id, HOLD)
    assert not days.view(game_id).clocks["s1"].passed


def test_who_forfeits_loses_to_the_other(days):
    game_id = days.open("ann", "bob", clock={"per_decision": DAY, "policy": "forfeit"})
    days.later(DAY)
    view = days.view(game_id)
    assert view.status == "over"
    assert view.result.places == {"s1": 2, "s2": 1}
    assert view.result.detail["resigned"] == ["s1"]
    assert audited(days, game_id).code == CONSISTENT


def test_an_ai_takes_the_seat_and_gives_it_back(days):
    game_id = days.open("ann", "bob", clock={"per_decision": DAY, "policy": "ai", "level": "random"})
    days.later(DAY)
    assert days.view(game_id).seats["s1"] == Seat(name="random", kind="ai", level="random", kept_for="ann")
    turn = days.services.ledger.bot_turn(game_id, "s1")
    assert days.services.ledger.act_as_bot(game_id, "s1", turn.decision, HOLD)
    days.services.ledger.sit(days.people["ann"], game_id)
    assert days.view(game_id).seats["s1"].name == "ann"
    days.act("bob", game_id, HOLD)
    days.act("ann", game_id, HOLD)


def test_only_its_own_person_returns_to_a_seat(days):
    game_id = days.open("ann", "bob", clock={"per_decision": DAY, "policy": "ai", "level": "random"})
    days.later(DAY)
    assert refusal(days.services.ledger.sit, days.people["cy"], game_id, "s1") == "illegal"


def test_an_action_that_was_stored_before_counts_however_late(days):
    game_id = days.open("ann", "bob", clock=DAILY)
    days.clock.now += 3 * DAY
    days.act("ann", game_id, HOLD)
    days.services.heartbeat.beat()
    days.sweep()
    assert "DeadlinePassed" not in days.types(game_id)
    assert waiting(days, game_id) == "s2"


def test_the_grace_time_is_waited_for(days):
    game_id = days.open("ann", "bob", clock=DAILY | {"grace": HOUR})
    days.later(DAY + HOUR - 1)
    assert waiting(days, game_id) == "s1"
    days.later(1)
    assert waiting(days, game_id) == "s2"


def test_a_bank_runs_while_its_seat_must_decide_and_grows_by_the_increment(days):
    game_id = days.open("ann", "bob", clock={"bank": DAY, "increment": HOUR, "policy": "default"})
    assert days.view(game_id).clocks["s1"].deadline == days.clock.now + DAY + HOUR
    days.later(5 * HOUR)
    days.act("ann", game_id, HOLD)
    assert days.view(game_id).clocks["s1"].bank == DAY - 4 * HOUR
    days.later(2 * HOUR)
    days.act("bob", game_id, HOLD)
    assert days.view(game_id).clocks["s1"].deadline == days.clock.now + DAY - 3 * HOUR


def test_after_an_outage_every_deadline_moves_before_any_is_enforced(days):
    game_id = days.open("ann", "bob", clock=DAILY)
    before = days.view(game_id).clocks["s1"].deadline
    days.later(2 * DAY, awake=False)
    assert "DeadlinePassed" not in days.types(game_id)
    assert days.view(game_id).clocks["s1"].deadline == before + 2 * DAY + HOUR
    days.sweep()
    assert days.view(game_id).clocks["s1"].deadline == before + 2 * DAY + HOUR


def test_a_game_that_cannot_be_read_keeps_no_other_waiting(days):
    broken, sound = days.open("ann", "bob", clock=DAILY), days.open("ann", "bob", clock=DAILY)
    before = days.view(sound).clocks["s1"].deadline
    days.sweep()
    days.services.store.write(executing("DELETE FROM seeds WHERE game=:game", game=broken))
    other = build(days.services.settings, days.clock)
    sweeper = Sweeper(other.read_models, other.clockwork, other.vacations, other.expiry)
    days.clock.now += 2 * DAY
    other.heartbeat.watch()
    sweeper.step()
    assert days.view(sound).clocks["s1"].deadline == before + 2 * DAY + HOUR
    for _ in range(2):
        days.clock.now += 13 * HOUR
        other.heartbeat.beat()
        sweeper.step()
    assert waiting(days, sound) == "s2"
    other.close()


@pytest.mark.parametrize("seconds", [LONGEST_GAP + 1, 40, LONG])
def test_deadlines_move_by_a_short_outage_and_are_not_enforced_within_five_minutes_of_its_end(days, seconds):
    game_id = days.open("ann", "bob", clock=DAILY)
    before = days.view(game_id).clocks["s1"].deadline
    days.later(DAY - seconds - 1)
    days.later(seconds, awake=False)
    until = days.clock.now
    deadline = days.view(game_id).clocks["s1"].deadline
    assert deadline == max(before + seconds, until + SHORT_REST)
    days.later(deadline - until - 1)
    assert "DeadlinePassed" not in days.types(game_id)
    days.later(1)
    assert days.types(game_id).count("DeadlinePassed") == 1
    assert days.types(game_id).count("OutagesCounted") == 1


def test_what_a_busy_machine_leaves_out_is_no_outage(days):
    game_id = days.open("ann", "bob", clock=DAILY)
    before = days.view(game_id).clocks["s1"].deadline
    days.later(LONGEST_GAP, awake=False)
    assert days.view(game_id).clocks["s1"].deadline == before


def test_views_reckon_with_an_outage_at_once_and_the_log_has_one_event_with_the_next_command(days):
    game_id = days.open("ann", "bob", clock={"bank": DAY, "increment": HOUR, "policy": "forfeit"})
    before, etag = days.view(game_id).clocks["s1"].deadline, days.services.ledger.etag(game_id)
    version = days.view(game_id).version
    days.later(2 * HOUR, awake=False)
    moved = days.view(game_id)
    assert (moved.clocks["s1"].deadline, moved.version) == (before + 3 * HOUR, version)
    assert days.services.ledger.etag(game_id) != etag
    assert days.services.ledger.table(game_id).clocks.deadline("s1") == before + 3 * HOUR
    days.act("ann", game_id, HOLD)
    days.act("bob", game_id, HOLD)
    events = days.services.ledger.events(game_id, after=version)
    assert [event["type"] for event in events].count("OutagesCounted") == 1
    first = events[0]
    outage = {"id": 1, "from": days.clock.now - 2 * HOUR, "to": days.clock.now}
    assert (first["type"], first["by"], first["data"]["outages"]) == ("OutagesCounted", "service", [outage])
    assert events[1]["by"] == "seat"
    assert days.view(game_id).clocks["s2"].bank == DAY + HOUR


def test_a_post_goes_through_under_the_version_that_was_seen_before_the_outage(days):
    game_id = days.open("ann", "bob", clock=DAILY)
    table = days.services.ledger.table(game_id)
    days.later(HOUR, awake=False)
    seen = Condition(if_match=(table.version, table.head.hex()))
    answer = days.services.ledger.act(days.people["ann"], game_id, None, Posted([ROLL], seen, "k1", b"k1"))
    again = days.services.ledger.act(days.people["ann"], game_id, None, Posted([ROLL], seen, "k1", b"k1"))
    assert answer.events[0]["type"] == "OutagesCounted"
    assert (again.events, again.repeated) == (answer.events, True)


def test_an_outage_that_is_noticed_while_the_clock_decides_comes_first(days, monkeypatch):
    game_id = days.open("ann", "bob", clock=DAILY)
    days.pass_time(DAY)
    store, append = days.services.store, days.services.store.append
    outages = iter([HOUR])

    def noticed(*arguments, **more):
        if (seconds := next(outages, None)) is not None:
            days.clock.now += seconds
            assert days.services.heartbeat.watch() is not None
        return append(*arguments, **more)

    reached = days.services.clockwork.reached()
    monkeypatch.setattr(store, "append", lambda *a, **m: noticed(*a, **m) if a and a[0] else append(*a, **m))
    days.services.clockwork.enforce(game_id)
    assert reached < days.clock.now
    assert "DeadlinePassed" not in days.types(game_id)
    assert days.types(game_id).count("OutagesCounted") == 1


def test_an_outage_counts_for_what_was_open_in_it_and_never_twice(days):
    game_id = days.open("ann", "bob", clock=DAILY)
    days.later(HOUR, awake=False)
    later = days.open("ann", "bob", clock=DAILY)
    days.act("ann", game_id, HOLD)
    for one in (game_id, later):
        days.later(60)
        assert max(clock.deadline or 0 for clock in days.view(one).clocks.values()) <= days.clock.now + DAY
    days.later(3 * DAY)
    assert [days.types(one).count("OutagesCounted") for one in (game_id, later)] == [1, 0]


def test_a_week_of_outages_is_cited_by_one_event_and_the_record_passes_the_audit(days):
    game_id = days.open("ann", "bob", clock={"per_decision": 30 * DAY, "policy": "forfeit"})
    other = days.open("ann", "bob", clock={"per_decision": 30 * DAY, "policy": "forfeit"})
    before = days.view(game_id).clocks["s1"].deadline
    for _ in range(7):
        days.later(DAY)
        days.later(40, awake=False)
    days.act("ann", game_id, HOLD)
    days.services.absence.resign(days.people["bob"], game_id, None)
    assert days.types(game_id).count("OutagesCounted") == 1
    assert audited(days, game_id).code == CONSISTENT
    days.later(60 * DAY)
    [counted] = [e for e in days.services.ledger.events(other, limit=1000) if e["type"] == "OutagesCounted"]
    assert [outage["id"] for outage in counted["data"]["outages"]] == list(range(1, 8))
    assert counted["data"]["deadlines"] == {"s1": before + 7 * 40}
    assert audited(days, other).code == CONSISTENT


def test_a_clock_process_that_knows_nothing_yet_finds_every_deadline(days):
    game_id = days.open("ann", "bob", clock=DAILY)
    days.services.heartbeat.beat()
    days.clock.now += DAY
    days.services.heartbeat.beat()
    other = build(days.services.settings, days.clock)
    Sweeper(other.read_models, other.clockwork, other.vacations, other.expiry).step()
    other.close()
    assert waiting(days, game_id) == "s2"


def test_when_nobody_acts_for_three_rounds_defaults_stop_and_the_game_is_abandoned(days):
    game_id = days.open("ann", "bob", clock=DAILY)
    for _ in range(6):
        days.later(DAY)
    assert days.types(game_id).count("PointsBanked") == 6
    days.later(DAY)
    assert days.types(game_id).count("PointsBanked") == 6
    assert days.view(game_id).status == "running"
    days.later(DAY)
    assert days.view(game_id).status == "abandoned"
    assert audited(days, game_id).code == CONSISTENT


def test_a_person_who_acts_keeps_a_runaway_game_alive(days):
    game_id = days.open("ann", "bob", clock=DAILY)
    for _ in range(7):
        days.later(DAY)
    days.act("ann", game_id, ROLL)
    for _ in range(3):
        days.later(DAY)
    assert days.view(game_id).status == "running"


def test_reminders_fall_due_at_half_four_fifths_and_nineteen_twentieths_of_the_time(days):
    game_id = days.open("ann", "bob", clock={"per_decision": 100 * HOUR, "policy": "default"})
    decision = days.view(game_id, "ann").decision

    def due():
        return days.services.ledger.table(game_id).clocks.reminders_due("s1", decision, days.clock.now)

    seen = []
    for _ in range(100):
        seen.append(due())
        days.clock.now += HOUR
    assert [seen.index(shares) for shares in ((), (50,), (50, 80), (50, 80, 95))] == [0, 50, 80, 95]
    assert due() == ()


def test_the_clock_does_not_play_for_who_is_there(days):
    game_id = days.open("ann", "bob", clock=DAILY)
    table = days.services.ledger.table(game_id)
    with pytest.raises(Refused, match="answers for itself"):
        decide(table, Command("clock", "s1", Hold(), days.clock.now), b"")


@pytest.mark.parametrize(
    "clock",
    [
        {"days": 1},
        {},
        {"per_decision": 5},
        {"per_decision": DAY, "bank": DAY},
        {"per_decision": DAY, "increment": HOUR},
        {"bank": DAY, "policy": "default"},
        {"per_decision": DAY, "policy": "shout"},
        {"per_decision": DAY, "policy": "ai"},
        {"per_decision": DAY, "policy": "ai", "level": "genius"},
        {"per_decision": DAY, "level": "random"},
        {"per_decision": DAY, "grace": -1},
        {"per_decision": DAY, "vacation": 61 * DAY},
        {"per_decision": "1d"},
        True,
    ],
)
def test_bad_terms_are_refused(days, clock):
    assert refusal(days.open, "ann", "bob", clock=clock) == "malformed"
