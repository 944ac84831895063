"""Takebacks through the ledger: who may go back where, who must agree, and what a repeated request does."""

import pytest

from domain.audit import CONSISTENT, audit
from domain.log.canon import canonical
from domain.records.export import read
from service.games.corrections import TURN
from service.games.shapes import Condition, OperatorAct, Posted
from service.games.shapes.answers import TakebackAsked
from tests.service.playing import AI, HOLD, ME, OPEN, ROLL, THINK, WAVE, act, all_events, guess, open_pig, refusal

NOW = Posted(())


@pytest.fixture
def corrections(services):
    return services.corrections


@pytest.fixture
def duel(ledger, people):
    """Ann (s1, to move) against bob (s2)."""
    game_id = open_pig(ledger, people["ann"], ME, OPEN, game="thinking-pig", goal=90)
    ledger.sit(people["bob"], game_id)
    return game_id


@pytest.fixture
def trio(ledger, people):
    """Ann, bob and cy, who have not guessed."""
    game_id = open_pig(ledger, people["ann"], ME, OPEN, OPEN, guess=True)
    for name in ("bob", "cy"):
        ledger.sit(people[name], game_id)
    return game_id


def test_a_view_says_where_its_reader_may_go_back_to(ledger, people, duel):
    start = ledger.view(duel).version
    assert ledger.view(duel, people["ann"]).may_take_back == []
    act(ledger, people["ann"], duel, THINK)
    middle = ledger.view(duel).version
    act(ledger, people["ann"], duel, HOLD)
    assert ledger.view(duel, people["ann"]).may_take_back == [middle, start]
    assert ledger.view(duel, people["bob"]).may_take_back == []
    assert ledger.view(duel).may_take_back == []
    act(ledger, people["bob"], duel, HOLD)
    assert ledger.view(duel, people["ann"]).may_take_back == []


def test_ones_own_last_command_is_taken_back_at_once(ledger, corrections, people, duel):
    before = ledger.view(duel, people["ann"])
    act(ledger, people["ann"], duel, HOLD)
    answer = corrections.take_back(people["ann"], duel, None, before.version, NOW)
    assert answer.game.table == before.table
    assert [event["type"] for event in answer.events] == ["TakenBack", "Asked"]
    assert answer.game.decision != before.decision
    assert act(ledger, people["ann"], duel, HOLD).game.table["active"] == "s2"


def test_the_start_of_the_turn_is_reached_in_one_call(ledger, corrections, people, duel):
    start = ledger.view(duel).version
    for action in (THINK, THINK, HOLD):
        act(ledger, people["ann"], duel, action)
    act(ledger, people["bob"], duel, WAVE, condition=Condition())
    answer = corrections.take_back(people["ann"], duel, None, TURN, NOW)
    assert answer.events[0]["data"] == {"to": start}
    assert refusal(corrections.take_back, people["ann"], duel, None, TURN, NOW) == "illegal"


def test_past_a_draw_nothing_goes_back(ledger, corrections, people, duel):
    start = ledger.view(duel).version
    act(ledger, people["ann"], duel, ROLL)
    for to in (start, TURN):
        assert refusal(corrections.take_back, people["ann"], duel, None, to, NOW) == "illegal"


def test_past_others_all_people_must_agree(ledger, corrections, people, trio):
    start = ledger.view(trio).version
    act(ledger, people["ann"], trio, guess(1))
    act(ledger, people["bob"], trio, guess(2))
    asked = corrections.take_back(people["ann"], trio, None, start, NOW).game
    assert asked.takeback == TakebackAsked(by="s1", to=start, waiting=["s2", "s3"])
    assert ledger.view(trio, people["cy"]).takeback == asked.takeback
    half = corrections.answer_takeback(people["cy"], trio, None, True, NOW).game
    assert half.takeback.waiting == ["s2"]
    assert refusal(corrections.answer_takeback, people["cy"], trio, None, True, NOW) == "not-your-decision"
    done = corrections.answer_takeback(people["bob"], trio, None, True, NOW)
    assert [event["type"] for event in done.events] == ["TakebackAnswered", "TakenBack", "Asked"]
    assert (done.game.takeback, set(done.game.pending)) == (None, {"s1", "s2", "s3"})


def test_what_is_asked_already_is_not_asked_again(ledger, corrections, people, trio):
    start = ledger.view(trio).version
    for number, name in enumerate(("ann", "bob"), 1):
        act(ledger, people[name], trio, guess(number))
    corrections.take_back(people["ann"], trio, None, start, NOW)
    version = ledger.view(trio).version
    assert refusal(corrections.take_back, people["ann"], trio, None, start, NOW) == "illegal"
    assert ledger.view(trio).version == version
    corrections.answer_takeback(people["bob"], trio, None, False, NOW)
    assert corrections.take_back(people["ann"], trio, None, start, NOW).game.takeback.to == start


def test_one_who_declines_ends_it(ledger, corrections, people, trio):
    start = ledger.view(trio).version
    act(ledger, people["ann"], trio, guess(1))
    act(ledger, people["bob"], trio, guess(2))
    corrections.take_back(people["ann"], trio, None, start, NOW)
    answer = corrections.answer_takeback(people["bob"], trio, None, False, NOW)
    assert (answer.game.takeback, set(answer.game.pending)) == (None, {"s3"})
    assert refusal(corrections.answer_takeback, people["cy"], trio, None, True, NOW) == "illegal"


@pytest.mark.parametrize("to", [1, 2, 7, 1000])
def test_only_where_a_command_has_ended_one_goes_back_to(ledger, corrections, people, duel, to):
    act(ledger, people["ann"], duel, HOLD)
    assert to != 6
    assert refusal(corrections.take_back, people["ann"], duel, None, to, NOW) == "illegal"


def test_who_holds_no_seat_takes_nothing_back(ledger, corrections, people, duel):
    act(ledger, people["ann"], duel, HOLD)
    for call, what in ((corrections.take_back, TURN), (corrections.answer_takeback, True)):
        assert refusal(call, people["cy"], duel, None, what, NOW) == "forbidden"
        assert refusal(call, people["ann"], duel, "s2", what, NOW) == "forbidden"


def test_a_repeated_request_goes_back_once(ledger, corrections, people, duel):
    act(ledger, people["ann"], duel, THINK)
    act(ledger, people["ann"], duel, HOLD)
    to = ledger.view(duel, people["ann"]).may_take_back[0]
    posted = Posted((), idempotency_key="k", body=b"back")
    first = corrections.take_back(people["ann"], duel, None, to, posted)
    again = corrections.take_back(people["ann"], duel, None, to, posted)
    assert (again.repeated, again.events, again.receipt) == (True, first.events, first.receipt)
    other = Posted((), idempotency_key="k", body=b"another")
    assert refusal(corrections.take_back, people["ann"], duel, None, to, other) == "key-reused"
    assert refusal(corrections.take_back, people["ann"], duel, None, to, NOW) == "illegal"
    assert [event["type"] for event in all_events(ledger, duel)].count("TakenBack") == 1


def test_it_may_be_asked_for_on_the_table_as_it_was_seen_only(ledger, corrections, people, duel):
    act(ledger, people["ann"], duel, HOLD)
    seen = ledger.view(duel, people["ann"])
    unchanged = Posted((), Condition(if_match=(seen.version, seen.head)))
    act(ledger, people["bob"], duel, WAVE, condition=Condition())
    assert refusal(corrections.take_back, people["ann"], duel, None, TURN, unchanged) == "stale"


def test_who_plays_against_ais_alone_asks_nobody(ledger, corrections, people):
    game_id = open_pig(ledger, people["ann"], ME, AI, goal=90)
    start = ledger.view(game_id).version
    act(ledger, people["ann"], game_id, HOLD)
    ledger.act_as_bot(game_id, "s2", ledger.bot_turn(game_id, "s2").decision, HOLD)
    assert start in ledger.view(game_id, people["ann"]).may_take_back
    assert corrections.take_back(people["ann"], game_id, None, start, NOW).game.table["active"] == "s1"


def test_past_the_end_nothing_goes_back(ledger, corrections, people, duel):
    act(ledger, people["ann"], duel, HOLD)
    ledger.close(duel, "void")
    assert refusal(corrections.take_back, people["ann"], duel, None, TURN, NOW) == "game-over"
    assert ledger.view(duel, people["ann"]).may_take_back == []


@pytest.fixture
def asked(services, ledger, corrections, people, trio):
    """What ann (s1) asks bob and cy to take back: the version; dan is there too, and an operator gives seats away."""
    people["dan"] = services.accounts.create("dan")[0].id
    start = ledger.view(trio).version
    for number, name in enumerate(("ann", "bob"), 1):
        act(ledger, people[name], trio, guess(number))
    corrections.take_back(people["ann"], trio, None, start, NOW)
    return start


def replace(corrections, game_id, seat, **by):
    return corrections.operate(None, game_id, OperatorAct("replace", "it had to be", seat=seat, **by)).game


def types(answer):
    return [event["type"] for event in answer.events]


def audited(services, game_id):
    """What the audit says of the game, which is void then."""
    services.ledger.close(game_id, "void")
    verdict = audit(read(canonical(services.ledger.record(game_id))), services.catalog)
    return verdict.code, [told for told in verdict.remarks if "older programs" in told]


def test_whoever_takes_a_seat_over_is_asked_anew(services, corrections, people, trio, asked):
    corrections.answer_takeback(people["bob"], trio, None, True, NOW)
    assert replace(corrections, trio, "s2", account="dan").takeback.waiting == ["s2", "s3"]
    answer = corrections.answer_takeback(people["cy"], trio, None, True, NOW)
    assert (types(answer), answer.game.takeback.waiting) == (["TakebackAnswered", "Asked"], ["s2"])
    answer = corrections.answer_takeback(people["dan"], trio, None, True, NOW)
    assert types(answer) == ["TakebackAnswered", "TakenBack", "Asked"]
    assert audited(services, trio) == (CONSISTENT, [])


@pytest.mark.parametrize("taken_by", [{"account": "dan"}, {"level": "random"}], ids=["a person", "an AI"])
def test_what_was_asked_at_a_seat_that_somebody_else_holds_is_asked_no_more(
    services, corrections, people, trio, asked, taken_by
):
    assert replace(corrections, trio, "s1", **taken_by).takeback is None
    assert refusal(corrections.answer_takeback, people["bob"], trio, None, True, NOW) == "illegal"
    assert audited(services, trio) == (CONSISTENT, [])


def test_who_asks_again_when_nobody_is_there_any_more_who_could_agree_goes_back(
    services, ledger, corrections, people, trio, asked
):
    for seat in ("s2", "s3"):
        assert refusal(corrections.take_back, people["ann"], trio, None, asked, NOW) == "illegal"
        replace(corrections, trio, seat, level="random")
    assert asked in ledger.view(trio, people["ann"]).may_take_back
    assert types(corrections.take_back(people["ann"], trio, None, asked, NOW)) == ["TakenBack", "Asked"]
    assert audited(services, trio) == (CONSISTENT, [])


def test_who_asks_again_when_all_have_agreed_who_are_still_there_goes_back(
    services, ledger, corrections, people, trio, asked
):
    corrections.answer_takeback(people["bob"], trio, None, True, NOW)
    assert asked not in ledger.view(trio, people["ann"]).may_take_back
    assert replace(corrections, trio, "s3", level="random").takeback.waiting == []
    assert asked in ledger.view(trio, people["ann"]).may_take_back
    assert asked not in ledger.view(trio, people["bob"]).may_take_back
    assert types(corrections.take_back(people["ann"], trio, None, asked, NOW)) == ["TakenBack", "Asked"]
    assert audited(services, trio) == (CONSISTENT, [])
