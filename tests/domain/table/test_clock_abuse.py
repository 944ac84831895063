"""What nobody gains time or places by: taking back, going and coming back, pauses, claims when both are late."""

import pytest

from domain.contract.game import Refused
from domain.contract.quantities import DAY
from domain.table import actions as a
from domain.table.rules.absence import claimable_from
from tests.domain.table.lateness import AI, HOUR, REASON, START, begun, deadline, sweep
from tests.pigs.pig import Guess, Hold
from tests.pigs.thinking_pig import Think

DAILY = {"per_decision": DAY, "policy": "default"}
BANK = {"bank": DAY, "increment": HOUR, "policy": "default"}


def take_back(log, seat, at):
    """The seat takes back its last command that answered something."""
    done = [done for done in log.table.commands if not done.standing][-1]
    log.post("seat", seat, a.TakeBack(done.first - 1), at)


def test_an_answer_that_is_taken_back_and_given_again_brings_no_time():
    log = begun(DAILY, "ann", "bob")
    log.post("seat", "s1", Think(), START + 23 * HOUR)
    take_back(log, "s1", START + 40 * HOUR)
    assert deadline(log) == START + 47 * HOUR
    log.post("seat", "s1", Think(), START + 41 * HOUR)
    assert deadline(log) == START + 47 * HOUR
    log.post("seat", "s1", Think(), START + 42 * HOUR)
    assert deadline(log) == START + 42 * HOUR + DAY, "this decision is new"


def test_nor_does_a_bank_grow_by_it():
    log = begun(BANK, "ann", "bob")
    log.post("seat", "s1", Think(), START)
    until = deadline(log)
    for _ in range(3):
        take_back(log, "s1", START)
        log.post("seat", "s1", Think(), START)
    assert deadline(log) == until == START + DAY + 2 * HOUR


def test_the_turn_that_comes_round_again_has_all_its_time():
    log = begun(DAILY, "ann", "bob")
    log.post("seat", "s1", Think(), START + HOUR)
    take_back(log, "s1", START + 2 * HOUR)
    log.post("seat", "s1", Hold(), START + 3 * HOUR)
    take_back(log, "s1", START + 3 * HOUR)
    log.post("seat", "s1", Hold(), START + 4 * HOUR)
    log.post("seat", "s2", Hold(), START + 5 * HOUR)
    assert deadline(log) == START + 5 * HOUR + DAY


def test_who_takes_back_gives_the_others_no_time_either():
    log = begun(DAILY, "ann", "bob", guess=True)
    log.post("seat", "s1", Guess(3), START + HOUR)
    take_back(log, "s1", START + 20 * HOUR)
    assert deadline(log, "s2") == START + DAY


def test_what_all_agreed_to_take_back_is_asked_with_all_its_time():
    log = begun(DAILY, "ann", "bob")
    log.post("seat", "s1", Hold(), START + 23 * HOUR)
    log.post("seat", "s2", Hold(), START + 24 * HOUR)
    log.post("seat", "s1", a.TakeBack(log.table.commands[-2].first - 1), START + 25 * HOUR)
    log.post("seat", "s2", a.AnswerTakeback(agreed=True), START + 26 * HOUR)
    assert deadline(log) == START + 26 * HOUR + DAY


def test_the_last_call_is_a_full_time_for_all_who_are_asked_at_once():
    log = begun(DAILY, "ann", "bob", game="chorus-pig", guess=True)
    for day in (1, 2, 3):
        sweep(log, START + day * DAY)
    assert log.table.clocks.is_unattended(2)
    sweep(log, START + 4 * DAY)
    assert log.table.status == "running"
    assert deadline(log, "s1") == deadline(log, "s2") == START + 5 * DAY
    sweep(log, START + 5 * DAY)
    assert log.table.status == "abandoned"


def test_after_an_outage_the_last_call_is_made_anew():
    log = begun(DAILY, "ann", "bob", game="chorus-pig", guess=True)
    for day in (1, 2, 3, 4):
        sweep(log, START + day * DAY)
    back = START + 4 * DAY + HOUR
    log.post("service", None, a.MoveDeadlines(back - HOUR), back)
    sweep(log, deadline(log, "s1"))
    assert log.table.status == "running"
    sweep(log, deadline(log, "s1"))
    assert log.table.status == "abandoned"


def test_an_organiser_s_pause_outlasts_a_change_of_hands():
    log = begun(DAILY, "ann", "bob")
    log.post("operator", None, a.Operate("pause", REASON), START)
    log.post("operator", None, a.Operate("replace", REASON, seat="s1", account="cy"), START + HOUR)
    assert deadline(log) is None
    log.post("operator", None, a.Operate("resume", REASON), START + DAY)
    assert deadline(log) == START + 2 * DAY


def test_nobody_has_more_vacation_for_having_been_away():
    log = begun(AI | {"vacation": DAY}, "ann", "bob")
    log.post("service", "s1", a.Pause(("s1",), START + DAY, "vacation"), START)
    sweep(log, START + 2 * DAY)
    log.post("seat", "s1", a.TakeOver("ann"), START + 2 * DAY)
    with pytest.raises(Refused, match="at most"):
        log.post("service", "s1", a.Pause(("s1",), START + 2 * DAY + 1, "vacation"), START + 2 * DAY)


def test_another_person_has_a_vacation_of_its_own():
    log = begun(AI | {"vacation": DAY}, "ann", "bob")
    log.post("service", "s1", a.Pause(("s1",), START + DAY, "vacation"), START)
    log.post("operator", None, a.Operate("replace", REASON, seat="s1", account="cy"), START + 2 * HOUR)
    assert deadline(log) == START + 2 * HOUR + DAY
    log.post("service", "s1", a.Pause(("s1",), START + DAY, "vacation"), START + 2 * HOUR)
    assert deadline(log) == START + 2 * DAY


def test_who_comes_back_has_the_time_of_a_decision_once_more_and_no_third_time():
    log = begun(AI, "ann", "bob")
    sweep(log, START + DAY)
    log.post("seat", "s1", a.TakeOver("ann"), START + DAY)
    assert deadline(log) == START + 2 * DAY
    sweep(log, START + 2 * DAY)
    with pytest.raises(Refused, match=r"^illegal: the AI answers what s1 has let pass twice; come back after that$"):
        log.post("seat", "s1", a.TakeOver("ann"), START + 2 * DAY)
    log.post("seat", "s1", Hold(), START + 2 * DAY)
    log.post("seat", "s1", a.TakeOver("ann"), START + 2 * DAY)
    log.post("seat", "s2", Hold(), START + 2 * DAY)
    assert deadline(log) == START + 3 * DAY


def test_of_two_who_are_late_neither_wins_by_claiming_first():
    log = begun({"per_decision": DAY}, "ann", "bob", guess=True)
    sweep(log, START + DAY)
    log.post("seat", "s1", Guess(1), START + DAY)
    log.post("seat", "s1", a.Claim("end"), START + DAY)
    assert log.table.result.places == {"s1": 1, "s2": 2}, "who has answered may claim"
    both = begun({"per_decision": DAY}, "ann", "bob", guess=True)
    sweep(both, START + DAY)
    both.post("seat", "s1", a.Claim("end"), START + DAY)
    assert both.table.status == "abandoned"


def test_where_no_ai_may_sit_the_end_can_be_claimed_after_sixty_days_beside_who_is_late():
    log = begun({"per_decision": DAY}, "ann", "bob", "cy")
    log.table.header.terms["ai_seats"] = False
    sweep(log, START + DAY)
    for what, says in (("replacement", "no AI sits at this table"), ("end", "others are still there")):
        with pytest.raises(Refused, match=f"illegal: {says}"):
            log.post("seat", "s2", a.Claim(what, "s1", "random"), START + DAY)
    log.post("seat", "s2", a.Claim("end"), claimable_from(log.table))
    assert log.table.status == "abandoned"


def test_a_game_whose_only_ranked_seat_resigns_has_no_winner():
    log = begun(None, "ann", "bob", game="led")
    log.post("seat", "s1", a.Resign(), START)
    assert log.table.status == "abandoned"
    assert log.table.result is None


def test_ais_that_would_wait_for_a_free_seat_do_not_go_on_alone():
    log = begun(None, "ann", "bob", "cy", "dee", game="led")
    log.post("operator", None, a.Operate("replace", REASON, seat="s2", level="random"), START)
    log.post("operator", None, a.Operate("replace", REASON, seat="s3", level="random"), START)
    log.post("seat", "s4", a.Resign(), START)
    assert log.table.status == "running"
    log.post("seat", "s1", a.Resign(), START)
    assert log.table.status == "abandoned"


def test_ais_alone_play_on_when_the_last_person_has_resigned():
    log = begun(None, "ann", game="pig", ais=2)
    log.post("seat", "s1", a.Resign(), START)
    assert log.table.status == "running"


def left_to_ais():
    """A game of three in which an AI keeps ann's seat, another plays the second, and cy is the last person."""
    log = begun(AI, "ann", "bob", "cy", game="pig")
    log.post("operator", None, a.Operate("replace", REASON, seat="s2", level="random"), START)
    sweep(log, START + DAY)
    assert log.table.kept_for == {"s1": "ann"}
    return log


def test_when_the_last_person_resigns_a_seat_that_an_ai_keeps_is_its_person_s_again():
    log = left_to_ais()
    log.post("seat", "s3", a.Resign(), START + DAY)
    assert (log.table.status, log.table.seats["s1"].account, log.table.kept_for) == ("running", "ann", {})
    assert deadline(log) == START + 2 * DAY
    log.post("seat", "s1", Hold(), START + 2 * DAY)
    assert list(log.table.pending) == ["s2"]


def test_so_it_is_when_an_operator_gives_the_last_person_s_seat_to_an_ai():
    log = left_to_ais()
    log.post("operator", None, a.Operate("replace", REASON, seat="s3", level="random"), START + DAY)
    assert (log.table.seats["s1"].account, deadline(log)) == ("ann", START + 2 * DAY)
    log.post("operator", None, a.Operate("replace", REASON, seat="s1", level="random"), START + DAY)
    assert not log.table.kept_for, "an operator may leave a table to AIs"


def test_if_that_person_does_not_come_either_the_game_is_abandoned():
    log = left_to_ais()
    log.post("seat", "s3", a.Resign(), START + DAY)
    sweep(log, START + 2 * DAY)
    assert (log.table.status, deadline(log)) == ("running", START + 3 * DAY)
    sweep(log, START + 3 * DAY)
    assert log.table.status == "abandoned"


def test_where_seats_play_together_the_game_waits_as_long_for_who_may_come_back():
    log = begun(AI, "ann", "bob", game="together")
    log.post("seat", "s1", Hold(), START)
    sweep(log, START + DAY)
    log.post("seat", "s1", a.Resign(), START + DAY)
    assert (log.table.status, log.table.seats["s2"].account) == ("running", "bob")
    sweep(log, START + 2 * DAY)
    sweep(log, START + 3 * DAY)
    assert log.table.status == "abandoned"
