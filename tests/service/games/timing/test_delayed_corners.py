"""Answers that wait, where it is close: a decision that is closed meanwhile, the very instant of a release, two who are
late of whom the second has answered, and an AI's answer at the last call."""

from contextlib import closing

import pytest

from service.bootstrap import build
from service.games.shapes import OperatorAct
from service.games.timing.clockwork import Clockwork
from service.games.timing.delayed import next_release
from tests.installation import GAMES
from tests.service.clocks import DAILY, DAY, HOUR, Days
from tests.service.parts import other_games
from tests.service.playing import WAVE, guess

MINUTES = 30
INTERVAL = MINUTES * 60


@pytest.fixture
def days(tmp_path):
    games = f"{GAMES},hiding-pig=tests.pigs.hiding_pig:HidingPig,chorus-pig=tests.pigs.chorus_pig:ChorusPig"
    days = Days(tmp_path / "home", people=("ann", "bob", "cy", "dee"), NIGHTLEDGER_EXTRA_GAMES=games)
    days.clock.now += 7
    days.sweep()
    yield days
    days.close()


def to_guess(days, *names, game="hiding-pig", release=MINUTES, **terms):
    """A game at whose beginning all guess at once."""
    return days.open(*names, game=game, options={"guess": True}, release=release, **terms)


def guesses(days, game_id):
    """Who has guessed when."""
    events = days.services.ledger.events(game_id, limit=1000)
    return [(event["seat"], event["at"]) for event in events if event["type"] == "NumberGuessed"]


def operate(days, game_id, verb, **how):
    """An operator acts on the game."""
    days.services.accounts.set_operator(days.people["dee"], True)
    days.services.corrections.operate(days.people["dee"], game_id, OperatorAct(verb, "they asked for it", **how))


def waiting(days):
    """The seats whose answers wait, at any table."""
    return [row["seat"] for row in days.services.store.rows("SELECT seat FROM answers_held ORDER BY seat")]


def test_an_answer_whose_decision_was_closed_is_forgotten_and_answers_no_other(days):
    """An operator takes back what bob did meanwhile: ann is asked the same again, as another decision."""
    game_id = to_guess(days, "ann", "bob")
    days.act("bob", game_id, WAVE)
    start = days.view(game_id).version
    days.act("bob", game_id, WAVE)
    days.act("ann", game_id, guess(4))
    before = days.view(game_id, "ann")
    operate(days, game_id, "take-back", to=start)
    after = days.view(game_id, "ann")
    assert (before.pending, before.held is None) == (after.pending, False)
    assert (after.decision == before.decision, after.held) == (False, None)
    assert waiting(days) == ["s1"]

    days.later(INTERVAL)

    assert guesses(days, game_id) == []
    assert waiting(days) == []


def test_an_answer_on_the_very_instant_of_a_release_waits_for_the_next(days):
    game_id = to_guess(days, "ann", "bob")
    days.clock.now = next_release(days.services.ledger.table(game_id), days.clock.now)
    at = days.clock.now
    assert at % INTERVAL == 0

    assert days.act("ann", game_id, guess(4)).game.held.until == at + INTERVAL
    days.clock.now += INTERVAL - 1
    assert days.act("bob", game_id, guess(5)).game.held.until == at + INTERVAL
    days.sweep()
    assert guesses(days, game_id) == []
    days.later(1)
    assert guesses(days, game_id) == [("s1", at + INTERVAL), ("s2", at + INTERVAL)]


def test_of_two_who_are_late_together_the_second_answers_while_the_clock_lets_both_pass(days):
    """It counts; then the first one is late alone, and loses."""
    game_id = to_guess(days, "ann", "bob", "cy", release=24 * 60, clock={"per_decision": DAY, "policy": "forfeit"})
    days.act("ann", game_id, guess(1))
    days.later(DAY - 1)
    days.pass_time(1)
    answers = iter([lambda: days.act("cy", game_id, guess(6))])

    def interrupted(count):
        """Randomness, asked for after the clock has decided and before it stores."""
        next(answers, lambda: None)()
        return bytes(count)

    with closing(build(days.services.settings, days.clock)) as other:
        games, heartbeat = other_games(other, days.clock, interrupted), days.services.clockwork.heartbeat
        Clockwork(other.store, games.commands, games.delayed, days.clock, heartbeat, days.clock).enforce(game_id)

    gone = [e["seat"] for e in days.services.ledger.events(game_id, limit=1000) if e["type"] == "SeatResigned"]
    assert gone == ["s2"]
    assert ("s3", days.clock.now) in guesses(days, game_id)


def test_the_deadline_of_another_brings_no_answer_before_its_release(days):
    """Bob has more time than ann, whose time is up first."""
    game_id = to_guess(days, "ann", "bob", release=24 * 60, clock=DAILY)
    operate(days, game_id, "extend", seat="s2", to=DAY)
    days.later(DAY - HOUR)
    until = days.act("bob", game_id, guess(5)).game.held.until
    assert until > days.clock.now + HOUR
    days.later(HOUR)
    assert guesses(days, game_id) == [("s1", days.clock.now)]
    days.later(until - days.clock.now)
    assert guesses(days, game_id)[1:] == [("s2", until)]


@pytest.mark.parametrize(("ais", "status"), [(("random",), "abandoned"), ((), "running")])
def test_at_the_last_call_an_answer_of_an_ai_shows_nobody_who_plays(days, ais, status):
    """Where a person sits in its place and answers, that one plays."""
    names = ("ann", "bob") if ais else ("ann", "bob", "cy")
    game_id = to_guess(days, *names, game="chorus-pig", release=24 * 60, clock=DAILY, ais=ais)
    ledger = days.services.ledger

    def third():
        if not ais:
            return days.act("cy", game_id, guess(2))
        return ledger.act_as_bot(game_id, "s3", ledger.table(game_id).decision_id("s3"), guess(2))

    days.later(DAY)
    while ledger.table(game_id).clocks.last_call is None:
        if list(ledger.table(game_id).pending) == ["s3"]:
            third()
        days.later(DAY)
    days.later(ledger.table(game_id).clocks.last_call - days.clock.now - HOUR)
    third()
    assert waiting(days) == ["s3"]

    days.later(HOUR)

    assert days.view(game_id).status == status
    assert (("s3", days.clock.now) in guesses(days, game_id)) == (status == "running")
