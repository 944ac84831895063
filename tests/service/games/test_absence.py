"""People who go and come back on a running service: resignations, claims, vacations."""

import pytest

from domain.contract.game import to_json
from domain.table.rules.absence import ABANDONED_AFTER
from service.errors import ServiceError
from service.games.shapes.answers import Pause
from service.people.vacations import ALLOWANCE
from tests.service.clocks import DAILY, DAY, HOUR, Days
from tests.service.playing import HOLD, refusal


@pytest.fixture
def days(tmp_path):
    days = Days(tmp_path / "home")
    days.sweep()
    yield days
    days.close()


def test_of_two_the_other_wins_when_one_resigns(days):
    game_id = days.open("ann", "bob")
    answer = days.services.absence.resign(days.people["bob"], game_id, None)
    assert answer.game.status == "over"
    assert answer.game.result.places == {"s1": 1, "s2": 2}
    for name in ("ann", "bob"):
        assert refusal(days.services.absence.resign, days.people[name], game_id, None) == "game-over"


def test_of_three_the_seat_goes_on_by_itself_at_once(days):
    game_id = days.open("ann", "bob", "cy")
    days.services.absence.resign(days.people["ann"], game_id, None)
    assert list(days.view(game_id).pending) == ["s2"]
    days.act("bob", game_id, HOLD)
    days.act("cy", game_id, HOLD)
    assert list(days.view(game_id).pending) == ["s2"]
    assert refusal(days.services.absence.resign, days.people["ann"], game_id, None) == "not-your-decision"


def test_a_stranger_can_neither_resign_nor_claim(days):
    game_id = days.open("ann", "bob")
    assert refusal(days.services.absence.resign, days.people["cy"], game_id, None) == "forbidden"
    assert refusal(days.services.absence.claim_end, days.people["cy"], game_id) == "forbidden"


def test_nothing_can_be_claimed_before_a_deadline_has_passed(days):
    game_id = days.open("ann", "bob", clock={"per_decision": DAY})
    assert refusal(days.services.absence.claim_end, days.people["bob"], game_id) == "illegal"
    assert refusal(days.services.absence.claim_replacement, days.people["bob"], game_id) == "illegal"


def test_against_one_absent_opponent_the_game_is_claimed(days):
    game_id = days.open("ann", "bob", clock={"per_decision": DAY})
    days.later(DAY)
    answer = days.services.absence.claim_end(days.people["bob"], game_id)
    assert answer.game.result.places == {"s1": 2, "s2": 1}


def test_among_more_an_ai_can_be_claimed_and_its_person_returns(days):
    game_id = days.open("ann", "bob", "cy", clock={"per_decision": DAY})
    days.later(DAY)
    assert refusal(days.services.absence.claim_end, days.people["bob"], game_id) == "illegal"
    days.services.absence.claim_replacement(days.people["bob"], game_id)
    assert days.view(game_id).seats["s1"].kind == "ai"
    days.services.ledger.sit(days.people["ann"], game_id)
    days.act("ann", game_id, HOLD)
    assert list(days.view(game_id).pending) == ["s2"]


def test_who_finds_no_seat_open_in_a_running_game_is_told_so(days):
    game_id = days.open("ann", "bob", "cy", clock={"per_decision": DAY})
    stranger = days.services.accounts.create("Dora")[0].id
    with pytest.raises(ServiceError, match="no seat is open to you") as refused:
        days.services.ledger.sit(stranger, game_id)
    assert refused.value.code == "illegal"


def test_an_ai_is_claimed_of_a_level_that_there_is(days):
    game_id = days.open("ann", "bob", "cy", clock={"per_decision": DAY})
    days.later(DAY)
    with pytest.raises(ServiceError, match="there are AIs of the levels ") as refused:
        days.services.absence.claim_replacement(days.people["bob"], game_id, level="genius")
    assert refused.value.code == "malformed"


def test_without_a_clock_the_end_can_be_claimed_after_sixty_days_without_an_action(days):
    game_id = days.open("ann", "bob", "cy")
    days.clock.now += ABANDONED_AFTER - 1
    assert refusal(days.services.absence.claim_end, days.people["bob"], game_id) == "illegal"
    days.clock.now += 1
    assert days.services.absence.claim_end(days.people["bob"], game_id).game.status == "abandoned"


def night(days, *names, **options):
    """A game of The Last Spell, whose seats play together."""
    return days.open(*names, game="last-spell", options={"scenario": "introduction", **options})


def test_a_seat_that_plays_together_with_others_is_free_for_another_person(days):
    game_id = night(days, "ann", "bob")
    days.services.absence.resign(days.people["bob"], game_id, None)
    assert days.view(game_id).seats["s2"].kind == "open"
    assert days.view(game_id).status == "running"
    days.services.ledger.sit(days.people["cy"], game_id)
    assert days.view(game_id, "cy").seat == "s2"


def test_or_for_an_ai_that_those_who_stayed_ask_for(days):
    game_id = night(days, "ann", "bob")
    days.services.absence.resign(days.people["bob"], game_id, None)
    while "s2" not in days.view(game_id).pending:
        days.act("ann", game_id, days.view(game_id, "ann").legal[0])
    days.services.absence.claim_replacement(days.people["ann"], game_id)
    assert days.view(game_id).seats["s2"].kind == "ai"


def test_when_the_last_of_them_resigns_the_game_is_abandoned(days):
    game_id = night(days, "ann", "bob")
    for name in ("ann", "bob"):
        days.services.absence.resign(days.people[name], game_id, None)
    assert days.view(game_id).status == "abandoned"


def test_a_game_master_s_seat_waits_for_a_person(days):
    campaign = {"scenario": "the-awakening", "gm": "s2"}
    game_id = days.open("ann", "bob", game="darkness", options=campaign, clock={"per_decision": DAY})
    days.services.absence.resign(days.people["bob"], game_id, None)
    assert refusal(days.services.absence.claim_replacement, days.people["ann"], game_id, "s2") == "illegal"
    days.services.ledger.sit(days.people["cy"], game_id)
    assert days.view(game_id).seats["s2"].name == "cy"


def test_a_private_game_is_still_known_to_who_may_return(days):
    clock = {"per_decision": DAY, "policy": "ai", "level": "random"}
    game_id = days.open("ann", "bob", clock=clock, visibility="private")
    days.later(DAY)
    assert days.view(game_id, "ann").seat == "spectator"
    assert refusal(days.services.ledger.view, game_id, days.people["cy"]) == "not-found"


def test_on_vacation_a_clock_stands_still_and_runs_on_afterwards(days):
    game_id = days.open("ann", "bob", clock=DAILY | {"vacation": 5 * DAY})
    end = days.go_on_vacation("ann", 3 * DAY)
    assert to_json(days.view(game_id).clocks["s1"]) == {
        "deadline": end + DAY, "bank": None, "paused": {"until": end}, "passed": False
    }  # fmt: skip
    days.later(DAY)
    days.come_back("ann")
    assert days.view(game_id).clocks["s1"].deadline == days.clock.now + DAY
    assert days.services.vacations.left(days.people["ann"]) == ALLOWANCE - DAY


def test_a_game_may_allow_less_vacation_or_none(days):
    short = days.open("ann", "bob", clock=DAILY | {"vacation": HOUR})
    none = days.open("ann", "bob", clock=DAILY)
    days.go_on_vacation("ann", 3 * DAY)
    assert days.view(short).clocks["s1"].paused == Pause(until=days.clock.now + HOUR)
    assert days.view(none).clocks["s1"].paused is None


def test_a_vacation_is_one_event_in_each_game(days):
    game_id = days.open("ann", "bob", clock=DAILY | {"vacation": 5 * DAY})
    days.go_on_vacation("ann", 3 * DAY)
    days.later(DAY)
    assert days.types(game_id).count("ClockPaused") == 1


def test_no_vacation_is_longer_than_what_is_left_of_the_year(days):
    ann, vacations = days.people["ann"], days.services.vacations
    assert refusal(vacations.take, ann, days.clock.now) == "malformed"
    assert refusal(vacations.take, ann, days.clock.now + ALLOWANCE + 1) == "illegal"
    vacations.take(ann, days.clock.now + ALLOWANCE)
    days.clock.now += ALLOWANCE
    assert refusal(vacations.take, ann, days.clock.now + DAY) == "illegal"
    assert refusal(vacations.end, ann) == "illegal"


def test_a_vacation_that_began_before_its_seat_must_decide_counts_too(days):
    game_id = days.open("ann", "bob", clock=DAILY | {"vacation": 5 * DAY})
    end = days.go_on_vacation("bob", 3 * DAY)
    days.act("ann", game_id, HOLD)
    assert days.view(game_id).clocks["s2"].deadline == end + DAY


def test_a_game_that_was_not_told_of_the_end_of_a_vacation_learns_of_it(days):
    game_id = days.open("ann", "bob", clock=DAILY | {"vacation": 5 * DAY})
    days.go_on_vacation("ann", 3 * DAY)
    days.later(DAY)
    days.services.vacations.end(days.people["ann"])
    days.later(60)
    assert days.view(game_id).clocks["s1"].deadline == days.clock.now + DAY


def test_who_joins_a_game_on_vacation_is_on_vacation_there_too(days):
    days.services.vacations.take(days.people["bob"], days.clock.now + 3 * DAY)
    game_id = days.open("ann", "bob", clock=DAILY | {"vacation": 5 * DAY})
    days.later(60)
    assert days.view(game_id).clocks["s2"].paused is not None
