"""Tables with a release interval at which AIs sit: an AI's answer waits as a person's does, and is asked for once."""

import pytest

from service.games.timing.delayed import next_release
from tests.installation import GAMES
from tests.service.clocks import DAY, Days
from tests.service.playing import WAVE, guess, refusal

MINUTES = 30
INTERVAL = MINUTES * 60


@pytest.fixture
def days(tmp_path):
    days = Days(tmp_path / "home", NIGHTLEDGER_EXTRA_GAMES=f"{GAMES},hiding-pig=tests.pigs.hiding_pig:HidingPig")
    days.clock.now += 7
    days.sweep()
    yield days
    days.close()


def to_guess(days, *names, ais=("random",), **terms):
    """A game at whose beginning all guess at once; who sits after the people are AIs."""
    return days.open(*names, game="hiding-pig", options={"guess": True}, ais=ais, release=MINUTES, **terms)


def to_be_taken_over(days):
    """A game of two people in which an AI has taken the seat of the first, who has not guessed in time."""
    game_id = to_guess(days, "ann", "bob", ais=(), clock={"per_decision": DAY, "policy": "ai", "level": "random"})
    days.act("bob", game_id, guess(3))
    days.later(DAY)
    return game_id


def bot_guesses(days, game_id, seat, number=4):
    """Whether the AI's answer to its seat's open decision is taken."""
    decision = days.services.ledger.table(game_id).decision_id(seat)
    return days.services.ledger.act_as_bot(game_id, seat, decision, guess(number))


def guesses(days, game_id):
    """Who has guessed when."""
    events = days.services.ledger.events(game_id, limit=1000)
    return [(event["seat"], event["at"]) for event in events if event["type"] == "NumberGuessed"]


def test_an_ai_s_answer_appears_at_the_next_full_interval_and_nobody_sees_it_before(days):
    game_id = to_guess(days, "ann")
    before = days.view(game_id, "ann")
    until = next_release(days.services.ledger.table(game_id), days.clock.now)
    assert bot_guesses(days, game_id, "s2")
    assert days.view(game_id, "ann") == before
    days.later(until - days.clock.now - 1)
    assert days.view(game_id, "ann") == before
    days.later(1)
    assert guesses(days, game_id) == [("s2", until)]


def test_people_and_ais_appear_together_in_the_order_of_their_seats(days):
    game_id = to_guess(days, "ann", ais=("random", "greedy"))
    for seat in ("s3", "s2"):
        bot_guesses(days, game_id, seat)
    days.act("ann", game_id, guess(1))
    until = next_release(days.services.ledger.table(game_id), days.clock.now)
    days.later(until - days.clock.now)
    assert guesses(days, game_id) == [("s1", until), ("s2", until), ("s3", until)]


def test_an_ai_is_not_asked_again_while_its_answer_waits(days):
    game_id, ledger = to_guess(days, "ann"), days.services.ledger
    asked = ledger.bot_turn(game_id, "s2")
    assert asked.decision == ledger.table(game_id).decision_id("s2")
    assert bot_guesses(days, game_id, "s2", 4)
    assert ledger.bot_turn(game_id, "s2") is None
    assert not bot_guesses(days, game_id, "s2", 5)
    [held] = days.services.delayed.at(ledger.table(game_id)).values()
    assert held.action == guess(4)


def test_what_an_ai_has_answered_falls_when_the_person_returns(days):
    game_id, ledger = to_be_taken_over(days), days.services.ledger
    assert bot_guesses(days, game_id, "s1", 4)
    ledger.sit(days.people["ann"], game_id)
    assert days.view(game_id, "ann").held is None
    days.later(INTERVAL)
    assert [seat for seat, _ in guesses(days, game_id)] == ["s2"]


def test_and_is_asked_for_again_when_the_person_is_away_once_more(days):
    game_id, ledger = to_be_taken_over(days), days.services.ledger
    bot_guesses(days, game_id, "s1", 4)
    ledger.sit(days.people["ann"], game_id)
    days.later(DAY)
    assert ledger.bot_turn(game_id, "s1").level == "random"
    assert bot_guesses(days, game_id, "s1", 5)
    days.later(INTERVAL)
    assert [seat for seat, _ in guesses(days, game_id)] == ["s2", "s1"]


def test_who_returns_answers_alone(days):
    game_id = to_be_taken_over(days)
    bot_guesses(days, game_id, "s1", 4)
    days.services.ledger.sit(days.people["ann"], game_id)
    days.act("ann", game_id, guess(6))
    days.later(INTERVAL)
    assert days.view(game_id, "ann").table["guesses"] == {"s1": 6}


def test_where_no_person_plays_nothing_waits(days):
    ledger, account = days.services.ledger, days.people["ann"]
    game_id = to_guess(days, "ann", ais=("random", "random"))
    days.services.absence.resign(account, game_id, None)
    assert bot_guesses(days, game_id, "s2")
    assert [seat for seat, _ in guesses(days, game_id)] == ["s1", "s2"]
    assert days.services.delayed.at(ledger.table(game_id)) == {}


def test_an_answer_that_waits_is_posted_by_itself(days):
    game_id = to_guess(days, "ann")
    assert refusal(days.act, "ann", game_id, WAVE, guess(2)) == "list-too-long"
    assert refusal(days.act, "ann", game_id, guess(2), WAVE) == "list-too-long"
    assert days.view(game_id, "ann").held is None
    assert guesses(days, game_id) == []
