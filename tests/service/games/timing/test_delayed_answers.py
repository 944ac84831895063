"""Tables with a release interval: answers to chains and wounds appear at full intervals only, by hand or by order."""

from contextlib import closing

import pytest

from domain.audit import CONSISTENT, audit
from domain.log.canon import canonical
from domain.records.export import read
from domain.table.rules.standing_orders import MOST_IN_A_ROW
from service.bootstrap import build
from service.games.shapes import Condition, Posted
from service.games.shapes.answers import HeldAnswer
from service.games.timing.clockwork import Clockwork
from service.games.timing.delayed import holds_back, next_release
from tests.installation import GAMES
from tests.notify.hooks import confirmed_webhook
from tests.notify.peers import Hook
from tests.service.clocks import DAILY, DAY, HOUR, Days
from tests.service.parts import other_games
from tests.service.playing import THINK, WAVE, guess, refusal

MINUTES = 30
INTERVAL = MINUTES * 60
PASS = {"type": "pass"}
PASSING = [{"order": "pass", "when": "always"}]


@pytest.fixture
def days(tmp_path):
    games = f"{GAMES},chorus-pig=tests.pigs.chorus_pig:ChorusPig,pondering-pig=tests.pigs.pondering_pig:PonderingPig"
    days = Days(tmp_path / "home", NIGHTLEDGER_WEBHOOKS_TO_PRIVATE="yes", NIGHTLEDGER_EXTRA_GAMES=games)
    days.clock.now += 7
    days.sweep()
    yield days
    days.close()


def held_back(days, game_id):
    """The seat whose answer would be held back, if there is one."""
    table = days.services.ledger.table(game_id)
    return next((seat for seat in table.pending if holds_back(table, seat)), None)


def to_a_chain(days, answers=1, **terms):
    """A game of three with a release interval, in which somebody is asked in the chain of another, and has so many
    answers to choose from at least: its id, and the name."""
    names = ("ann", "bob", "cy")
    game_id = days.open(*names, game="nightfall", options={"draft": "quick"}, release=MINUTES, **terms)
    while True:
        asked = held_back(days, game_id) or next(iter(days.view(game_id).pending))
        name = names[int(asked[1]) - 1]
        legal = days.view(game_id, name).legal
        if held_back(days, game_id) is None:
            days.act(name, game_id, legal[0])
        elif len(legal) >= answers:
            return game_id, name
        else:
            days.act(name, game_id, PASS)
            days.later(INTERVAL)


def passes(days, game_id):
    """The times at which seats have passed by answers of their own."""
    events = days.services.ledger.events(game_id, limit=10_000)
    return [event["at"] for event in events if event.get("action") == PASS and event["by"] == "seat"]


def test_an_answer_appears_at_the_next_full_interval_as_the_seat_s_own(days):
    game_id, name = to_a_chain(days)
    before, seen = days.view(game_id), passes(days, game_id)
    answer = days.act(name, game_id, PASS)
    until = next_release(days.services.ledger.table(game_id), days.clock.now)
    assert until % INTERVAL == 0
    assert 0 < until - days.clock.now <= INTERVAL
    assert answer.events == []
    assert answer.game.held == HeldAnswer(decision=answer.game.decision, action=PASS, until=until)
    assert days.view(game_id) == before, "nobody else sees anything of it"
    days.later(until - days.clock.now - 1)
    assert passes(days, game_id) == seen
    days.later(1)
    assert passes(days, game_id) == [*seen, until]
    assert days.view(game_id, name).held is None


def test_until_then_another_answer_may_be_given(days):
    game_id, name = to_a_chain(days, answers=2)
    first, last = days.view(game_id, name).legal[0], days.view(game_id, name).legal[-1]
    days.act(name, game_id, first)
    days.act(name, game_id, last)
    version = days.view(game_id).version
    days.later(INTERVAL)
    told = days.services.ledger.events(game_id, days.people[name], after=version)
    assert told[0]["action"]["type"] == last["type"]


def test_what_the_rules_refuse_is_refused_at_once(days):
    game_id, name = to_a_chain(days)
    assert refusal(days.act, name, game_id, {"type": "link", "card": "no-such-card"}) == "malformed"
    assert days.view(game_id, name).held is None


def test_an_answer_that_waits_is_posted_by_itself_also_where_the_action_before_it_has_asked_for_it(days):
    game_id = days.open("ann", "bob", game="pondering-pig", release=MINUTES)
    assert refusal(days.act, "ann", game_id, THINK, guess(4)) == "list-too-long"
    days.act("ann", game_id, THINK)
    assert days.act("ann", game_id, guess(4)).game.held.action == guess(4)


def test_a_list_of_what_does_not_wait_is_taken_at_such_a_table_too(days):
    game_id = days.open("ann", "bob", game="pondering-pig", release=MINUTES)
    days.act("ann", game_id, WAVE, WAVE)
    assert days.types(game_id).count("Waved") == 2


def test_a_repeated_request_is_answered_the_same_before_and_after(days):
    game_id, name = to_a_chain(days)
    ledger, account = days.services.ledger, days.people[name]
    decision = days.view(game_id, name).decision
    posted = Posted([PASS], Condition(decision=decision), "key", b"body")
    given = ledger.act(account, game_id, None, posted)
    days.clock.now += 1
    assert ledger.act(account, game_id, None, posted).game.held == given.game.held
    other = Posted([PASS], Condition(decision=decision), "key", b"another body")
    assert refusal(ledger.act, account, game_id, None, other) == "key-reused"
    days.later(INTERVAL)
    again = ledger.act(account, game_id, None, posted)
    assert again.repeated
    assert again.events[0]["action"] == PASS


def test_a_request_that_comes_again_late_takes_the_place_of_no_later_answer(days):
    game_id, name = to_a_chain(days, answers=2)
    ledger, account = days.services.ledger, days.people[name]
    view = days.view(game_id, name)

    def post(action, key):
        return ledger.act(account, game_id, None, Posted([action], Condition(decision=view.decision), key, b"body"))

    post(PASS, "first")
    second = post(view.legal[0], "second").game.held
    assert second.action != PASS
    assert post(PASS, "first").game.held == second
    assert post(PASS, "third").game.held.action == PASS
    version = days.view(game_id).version
    days.later(INTERVAL)
    assert ledger.events(game_id, account, after=version)[0]["action"] == PASS


def test_an_order_answers_no_sooner_than_a_hand(days):
    game_id, name = to_a_chain(days)
    seen = passes(days, game_id)
    days.services.standing_orders.put(days.people[name], game_id, None, PASSING)
    until = next_release(days.services.ledger.table(game_id), days.clock.now)
    assert days.view(game_id, name).held.until == until
    assert passes(days, game_id) == seen
    days.later(until - days.clock.now)
    assert passes(days, game_id) == [*seen, until]


def test_an_order_that_is_taken_back_takes_its_answer_along(days):
    game_id, name = to_a_chain(days)
    orders, account = days.services.standing_orders, days.people[name]
    orders.put(account, game_id, None, PASSING)
    orders.delete(account, game_id, None)
    assert days.view(game_id, name).held is None
    days.act(name, game_id, PASS)
    orders.put(account, game_id, None, [])
    assert days.view(game_id, name).held is not None, "what was given by hand stays"


def test_answers_of_orders_that_have_waited_are_counted_as_orders(days):
    game_id, name = to_a_chain(days)
    days.services.standing_orders.put(days.people[name], game_id, None, PASSING)
    days.later(INTERVAL)
    [row] = days.services.store.rows("SELECT used FROM standing_orders")
    assert 1 <= row["used"] <= MOST_IN_A_ROW


def test_an_answer_given_before_the_deadline_counts(days):
    game_id, name = to_a_chain(days, clock={"per_decision": 10 * 60, "policy": "default"})
    days.act(name, game_id, PASS)
    seen = passes(days, game_id)
    days.later(10 * 60)
    assert len(passes(days, game_id)) == len(seen) + 1
    assert "DeadlinePassed" not in days.types(game_id)


def test_an_answer_given_while_the_clock_lets_the_deadline_pass_counts(days):
    game_id, name = to_a_chain(days, clock={"per_decision": 10 * 60, "policy": "default"})
    seen = passes(days, game_id)
    days.pass_time(10 * 60)
    answers = iter([lambda: days.act(name, game_id, PASS)])

    def interrupted(count):
        """Randomness, asked for after the clock has decided and before it stores."""
        next(answers, lambda: None)()
        return bytes(count)

    with closing(build(days.services.settings, days.clock)) as other:
        games, heartbeat = other_games(other, days.clock, interrupted), days.services.clockwork.heartbeat
        Clockwork(other.store, games.commands, games.delayed, days.clock, heartbeat, days.clock).enforce(game_id)
    assert passes(days, game_id) == [*seen, days.clock.now]
    assert "DeadlinePassed" not in days.types(game_id)


def test_an_answer_that_waits_shows_that_somebody_plays(days):
    game_id = days.open("ann", "bob", game="chorus-pig", options={"guess": True}, clock=DAILY, release=24 * 60)
    for _ in range(4):
        days.later(DAY)
    assert days.services.ledger.table(game_id).clocks.last_call is not None
    days.later(DAY - HOUR)
    days.act("bob", game_id, {"type": "guess", "number": 3})
    assert days.view(game_id, "bob").held.until > days.clock.now + HOUR, "it appears after ann's time is up"
    days.later(HOUR)
    assert days.view(game_id).status == "running"


def test_what_waits_is_forgotten_when_its_seat_changes_hands(days):
    game_id, name = to_a_chain(days)
    days.act(name, game_id, PASS)
    seen = passes(days, game_id)
    days.services.absence.resign(days.people[name], game_id, None)
    days.later(INTERVAL)
    assert passes(days, game_id) == seen
    assert days.services.store.rows("SELECT * FROM answers_held") == []


def test_other_decisions_of_the_table_are_answered_at_once(days):
    game_id, _ = to_a_chain(days)
    assert days.view(game_id).version > 10, "the draft and the first links did not wait"
    assert days.services.store.rows("SELECT * FROM answers_held") == []


def test_who_has_answered_is_not_told_that_it_waits(days):
    hook = Hook()
    game_id, name = to_a_chain(days)
    post, account = days.services.post, days.people[name]
    confirmed_webhook(post, account, hook.url, "generic")
    days.act(name, game_id, PASS)
    days.clock.now += 10 * 60
    post.sender.step()
    assert [notice["kind"] for body in hook.bodies for notice in body["notices"]] == ["started"]
    hook.close()


def test_the_record_of_such_a_game_is_consistent(days):
    game_id, name = to_a_chain(days)
    days.services.standing_orders.put(days.people[name], game_id, None, PASSING)
    days.later(INTERVAL)
    days.services.ledger.close(game_id, "void")
    record = days.services.ledger.record(game_id)
    assert audit(read(canonical(record)), days.services.catalog).code == CONSISTENT
