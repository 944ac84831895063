"""Deadlines on a running service, whose days a test lets pass: every policy, pauses, outages, runaway games."""

import pytest

from domain.audit import CONSISTENT, audit
from domain.contract.game import Refused
from domain.log.canon import canonical
from domain.log.record import Command
from domain.records.export import read
from domain.table.decide import decide
from service.bootstrap import build
from service.games.shapes.answers import Clock, Seat
from service.store.event_store import executing
from service.store.heartbeat import LONGEST_GAP, Outage
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
    days.services.clockwork.beat()
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
    sweeper.step()
    assert days.view(sound).clocks["s1"].deadline == before + 2 * DAY + HOUR
    for _ in range(2):
        days.clock.now += 13 * HOUR
        other.clockwork.beat()
        sweeper.step()
    assert waiting(days, sound) == "s2"
    other.close()


def test_a_gap_of_five_minutes_is_no_outage(days):
    game_id = days.open("ann", "bob", clock=DAILY)
    days.later(LONGEST_GAP, awake=False)
    assert "DeadlineSet" not in days.types(game_id)


def test_an_outage_moves_the_deadlines_of_a_game_once(days):
    game_id = days.open("ann", "bob", clock=DAILY)
    since = days.clock.now
    days.clock.now += DAY
    outages = [Outage(since, days.clock.now)]
    assert days.services.clockwork.move_deadlines(game_id, outages)
    moved = days.view(game_id).clocks["s1"].deadline
    for seconds in (0, 60):
        days.clock.now += seconds
        assert not days.services.clockwork.move_deadlines(game_id, outages)
        assert days.view(game_id).clocks["s1"].deadline == moved == since + 2 * DAY + HOUR


def test_a_clock_process_that_knows_nothing_yet_finds_every_deadline(days):
    game_id = days.open("ann", "bob", clock=DAILY)
    days.services.clockwork.beat()
    days.clock.now += DAY
    days.services.clockwork.beat()
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
