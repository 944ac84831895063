"""Several people who are late: none loses or wins by the number of the seat, and no AIs play on with nobody there."""

import pytest

from domain.audit import CONSISTENT, audit
from domain.log.canon import canonical
from domain.records.export import read
from tests.installation import GAMES
from tests.service.clocks import DAY, HOUR, Days
from tests.service.playing import HOLD, guess

FORFEIT = {"per_decision": DAY, "policy": "forfeit"}
AI = {"per_decision": DAY, "policy": "ai", "level": "random"}


@pytest.fixture
def days(tmp_path):
    days = Days(tmp_path / "home", NIGHTLEDGER_EXTRA_GAMES=f"{GAMES},hiding-pig=tests.pigs.hiding_pig:HidingPig")
    days.sweep()
    yield days
    days.close()


def verdict(days, game_id):
    """What the audit of the closed game's record says."""
    record = days.services.ledger.record(game_id)
    return audit(read(canonical(record)), days.services.catalog).code


def bot_answers(days, game_id, seat):
    turn = days.services.ledger.bot_turn(game_id, seat)
    return days.services.ledger.act_as_bot(game_id, seat, turn.decision, HOLD)


def test_of_two_who_forfeit_at_the_same_instant_neither_wins(days):
    game_id = days.open("ann", "bob", clock=FORFEIT, options={"guess": True})
    days.later(DAY)
    assert days.types(game_id)[-6:] == [
        *["DeadlinePassed"] * 2, *["SeatResigned"] * 2, "Asked", "GameClosed",
    ]  # fmt: skip
    assert (days.view(game_id).status, days.view(game_id).result) == ("abandoned", None)
    assert verdict(days, game_id) == CONSISTENT


def test_of_three_the_one_who_answered_wins_and_the_others_share_a_place(days):
    game_id = days.open("ann", "bob", "cy", clock=FORFEIT, options={"guess": True})
    days.act("cy", game_id, guess(2))
    days.later(DAY)
    assert days.view(game_id).result.places == {"s1": 2, "s2": 2, "s3": 1}
    assert verdict(days, game_id) == CONSISTENT


@pytest.mark.parametrize(("waits", "won"), [("ann", "s1"), ("bob", "s2")])
def test_an_answer_that_waits_for_its_release_is_not_late(days, waits, won):
    options = {"guess": True}
    game_id = days.open("ann", "bob", clock=FORFEIT, game="hiding-pig", options=options, release=24 * 60)
    days.clock.now += DAY - HOUR
    days.act(waits, game_id, guess(2))
    days.services.heartbeat.beat()
    days.later(HOUR)
    assert min(days.view(game_id).result.places.items(), key=lambda place: place[1])[0] == won


def test_with_all_people_away_ais_wait_for_the_last_of_them_and_then_the_game_is_abandoned(days):
    game_id = days.open("ann", "bob", clock=AI)
    days.later(DAY)
    assert bot_answers(days, game_id, "s1")
    days.later(DAY)
    view = days.view(game_id)
    assert [seat.kind for seat in view.seats.values()] == ["ai", "person"]
    assert view.clocks["s2"].deadline == days.clock.now + DAY
    length = len(days.types(game_id))
    days.later(DAY - 1)
    assert len(days.types(game_id)) == length, "nothing happens meanwhile"
    days.later(1)
    assert days.view(game_id).status == "abandoned"
    assert verdict(days, game_id) == CONSISTENT


def test_meanwhile_each_of_them_may_come_back(days):
    game_id = days.open("ann", "bob", clock=AI)
    days.later(DAY)
    assert bot_answers(days, game_id, "s1")
    days.later(2 * DAY - 1)
    days.services.ledger.sit(days.people["ann"], game_id)
    days.later(1)
    assert days.view(game_id).status == "running"
    days.act("bob", game_id, HOLD)
    days.act("ann", game_id, HOLD)
