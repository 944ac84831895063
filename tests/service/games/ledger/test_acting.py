"""Acting: conditions, repeated requests, lists, bots."""

import json

import pytest

from domain.contract.game import to_json
from domain.log.record import bot_key
from service.games.shapes import Condition, Posted
from tests.service.playing import AI, HOLD, ME, OPEN, ROLL, THINK, WAVE, act, all_events, guess, open_pig, refusal

NONE = Condition()


@pytest.fixture
def duel(ledger, people):
    """A running game of ann (s1, to move) and bob (s2), with 20 points to win."""
    game_id = open_pig(ledger, people["ann"], ME, OPEN, game="thinking-pig", goal=20)
    ledger.sit(people["bob"], game_id)
    return game_id


@pytest.fixture
def guessing(ledger, people):
    """A game whose three seats, ann, bob and an AI, guess at the same time."""
    game_id = open_pig(ledger, people["ann"], ME, OPEN, AI, guess=True)
    ledger.sit(people["bob"], game_id)
    return game_id


def plain(value):
    return to_json(value)


def if_match(view):
    return Condition(if_match=(view.version, view.head))


def test_an_action_is_stored_and_answered_with_what_it_brought(ledger, services, people, duel):
    before = ledger.view(duel, people["ann"])
    answer = act(ledger, people["ann"], duel, ROLL)
    assert not answer.repeated
    assert answer.position == services.store.position()
    assert answer.events[0]["type"] == "DieRolled"
    assert answer.events[0]["action"] == {"type": "roll"}
    assert answer.events[0]["by"] == "seat"
    assert answer.events[-1]["type"] == "Asked"
    assert answer.events[0]["version"] == before.version + 1
    assert answer.game == ledger.view(duel, people["ann"])
    assert plain(answer.events) == plain(all_events(ledger, duel, people["ann"])[before.version :])


def test_an_action_needs_a_condition(ledger, people, duel):
    version = ledger.view(duel).version
    assert refusal(act, ledger, people["ann"], duel, HOLD, condition=NONE) == "condition-required"
    assert ledger.view(duel).version == version


def test_if_match_means_the_whole_table(ledger, people, duel):
    seen = ledger.view(duel, people["ann"])
    act(ledger, people["bob"], duel, WAVE, condition=NONE)
    assert refusal(act, ledger, people["ann"], duel, HOLD, condition=if_match(seen)) == "stale"
    wrong_head = Condition(if_match=(ledger.view(duel).version, seen.head))
    assert refusal(act, ledger, people["ann"], duel, HOLD, condition=wrong_head) == "stale"
    assert act(ledger, people["ann"], duel, HOLD, condition=if_match(ledger.view(duel))).game.status == "running"


def test_a_decision_id_means_ones_own_decision_only(ledger, people, duel):
    decision = Condition(decision=ledger.view(duel, people["ann"]).decision)
    act(ledger, people["bob"], duel, WAVE, condition=NONE)
    act(ledger, people["ann"], duel, THINK, condition=decision)
    assert refusal(act, ledger, people["ann"], duel, HOLD, condition=decision) == "decision-closed"
    renewed = ledger.view(duel, people["ann"]).decision
    assert renewed != decision.decision
    both = Condition((ledger.view(duel).version, ledger.view(duel).head), renewed)
    assert act(ledger, people["ann"], duel, HOLD, condition=both).game.decision is None


@pytest.mark.parametrize(
    ("decision", "code"),
    [
        ("1.s1", "decision-closed"),
        ("s1", "decision-closed"),
        ("6.s1 ", "not-your-decision"),
        ("", "not-your-decision"),
        (".", "not-your-decision"),
    ],
)
def test_a_decision_that_never_was_is_not_open(ledger, people, duel, decision, code):
    condition = Condition(decision=decision)
    assert refusal(act, ledger, people["ann"], duel, HOLD, condition=condition) == code


def test_the_decision_of_another_seat_is_not_ones_own(ledger, people, duel):
    decision = ledger.view(duel, people["ann"]).decision
    condition = Condition(decision=decision)
    assert refusal(act, ledger, people["bob"], duel, HOLD, condition=condition) == "not-your-decision"
    assert refusal(act, ledger, people["bob"], duel, HOLD, condition=if_match(ledger.view(duel))) == "not-your-decision"


def test_only_who_holds_a_seat_acts(ledger, people, duel):
    decision = Condition(decision=ledger.view(duel, people["ann"]).decision)
    assert refusal(act, ledger, people["cy"], duel, HOLD, condition=decision) == "forbidden"
    assert refusal(act, ledger, people["bob"], duel, HOLD, seat="s1", condition=decision) == "forbidden"
    assert refusal(act, ledger, people["bob"], duel, HOLD, seat="s9", condition=decision) == "forbidden"


def test_verbs_that_are_always_open_need_no_condition(ledger, people, duel):
    answer = act(ledger, people["bob"], duel, WAVE, condition=NONE)
    assert [event["type"] for event in answer.events] == ["Waved", "Asked"]
    decision = ledger.view(duel, people["ann"]).decision
    assert refusal(act, ledger, people["ann"], duel, WAVE, HOLD, condition=NONE) == "condition-required"
    assert ledger.view(duel, people["ann"]).decision == decision


@pytest.mark.parametrize(
    "action",
    [
        None,
        "roll",
        [],
        {},
        {"type": "fly"},
        {"type": None},
        {"type": ["roll"]},
        {"type": "roll", "die": 6},
        {"type": "table/close", "cause": "void"},
        guess("3"),
        guess(2**60),
        {"type": "guess", "number": 1.5},
        {"type": "e\u0301"},
    ],
)
def test_an_action_without_the_shape_of_one_is_malformed(ledger, people, duel, action):
    version = ledger.view(duel).version
    assert refusal(act, ledger, people["ann"], duel, action) == "malformed"
    assert refusal(act, ledger, people["ann"], duel, HOLD, action) == "malformed"
    assert ledger.view(duel).version == version


@pytest.mark.parametrize("count", [0, 21])
def test_a_list_holds_1_to_20_actions(ledger, people, duel, count):
    assert refusal(act, ledger, people["ann"], duel, *[THINK] * count) == "malformed"


def test_before_the_start_nobody_has_a_decision(ledger, people):
    game_id = open_pig(ledger, people["ann"], ME, OPEN)
    assert refusal(act, ledger, people["ann"], game_id, HOLD, condition=NONE) == "condition-required"
    seen = if_match(ledger.view(game_id))
    assert refusal(act, ledger, people["ann"], game_id, HOLD, condition=seen) == "not-your-decision"


def test_what_is_wrong_is_told_in_a_fixed_order(ledger, people, duel):
    """Idempotency key, shape, `game-over`, condition, `not-your-decision`, `illegal`."""
    stale, fresh = if_match(ledger.view(duel, at=5)), if_match(ledger.view(duel))
    malformed, bob = {"type": "fly"}, people["bob"]
    act(ledger, bob, duel, WAVE, condition=NONE, key="k", body=b"1")
    assert refusal(act, ledger, bob, duel, malformed, key="k", body=b"2", condition=stale) == "key-reused"
    assert refusal(act, ledger, bob, duel, malformed, condition=stale) == "malformed"
    assert refusal(act, ledger, bob, duel, HOLD, condition=fresh) == "stale"
    now = if_match(ledger.view(duel))
    assert refusal(act, ledger, bob, duel, guess(3), condition=now) == "not-your-decision"
    assert refusal(act, ledger, people["ann"], duel, guess(3), condition=now) == "illegal"
    ledger.close(duel, "void")
    assert refusal(act, ledger, bob, duel, malformed, condition=stale) == "malformed"
    assert refusal(act, ledger, bob, duel, HOLD, condition=NONE) == "game-over"


def test_a_refused_action_stores_nothing_and_is_decided_anew(ledger, services, people, guessing):
    position = services.store.position()
    assert refusal(act, ledger, people["ann"], guessing, guess(7), key="k") == "illegal"
    assert refusal(act, ledger, people["ann"], guessing, guess(7), key="k") == "illegal"
    assert services.store.position() == position
    assert not act(ledger, people["ann"], guessing, guess(6), key="k").repeated


def test_a_repeated_request_gets_the_first_answer(ledger, people, duel):
    condition = Condition(decision=ledger.view(duel, people["ann"]).decision)
    first = act(ledger, people["ann"], duel, THINK, condition=condition, key="k")
    act(ledger, people["ann"], duel, HOLD)
    act(ledger, people["bob"], duel, HOLD)
    again = act(ledger, people["ann"], duel, THINK, condition=condition, key="k")
    assert again.repeated
    assert plain([again.game, again.events]) == plain([first.game, first.events])
    assert again.position >= first.position
    assert len([event for event in all_events(ledger, duel) if event["type"] == "Thought"]) == 1


def test_the_same_key_with_another_body_is_refused(ledger, people, duel):
    act(ledger, people["ann"], duel, THINK, key="k")
    assert refusal(act, ledger, people["ann"], duel, HOLD, key="k") == "key-reused"


def test_a_key_belongs_to_one_account_and_one_game(ledger, people, duel, guessing):
    act(ledger, people["ann"], duel, THINK, key="k", body=b"1")
    assert not act(ledger, people["bob"], duel, WAVE, key="k", body=b"2", condition=NONE).repeated
    assert not act(ledger, people["ann"], guessing, guess(1), key="k", body=b"3").repeated


@pytest.mark.parametrize("key", ["", "k" * 201])
def test_a_key_has_a_length(ledger, people, duel, key):
    assert refusal(act, ledger, people["ann"], duel, THINK, key=key) == "malformed"


def test_a_repeated_request_is_known_whichever_seat_must_decide_now(ledger, people):
    game_id = open_pig(ledger, people["ann"], ME, ME)
    seen = if_match(ledger.view(game_id))
    first = act(ledger, people["ann"], game_id, HOLD, condition=seen, key="k")
    assert first.game.seat == "s1"
    again = act(ledger, people["ann"], game_id, HOLD, condition=seen, key="k")
    assert again.repeated
    assert plain([again.game, again.events]) == plain([first.game, first.events])


def test_the_last_64_requests_of_a_seat_are_remembered(ledger, people, duel):
    for number in range(65):
        act(ledger, people["ann"], duel, THINK, key=f"k{number}")
    assert act(ledger, people["ann"], duel, THINK, key="k1").repeated
    assert not act(ledger, people["ann"], duel, THINK, key="k0").repeated


def test_keys_and_bodies_are_stored_as_hashes_that_nobody_reads(ledger, services, people, duel):
    key, body = "a key of my own", b"a body of my own"
    act(ledger, people["ann"], duel, HOLD, key=key, body=body)
    [stored] = [entry.encode() for entry in services.store.entries(duel, after=ledger.view(duel).version - 3)][:1]
    assert b'"closed"' in stored
    ledger.close(duel, "void")
    for raw in (stored, json.dumps(ledger.record(duel, people["ann"])).encode()):
        assert key.encode() not in raw
        assert body not in raw
    assert all("closed" not in event["private"] for event in ledger.record(duel, people["ann"])["events"])


def test_a_list_is_stored_as_one_command_each(ledger, people, duel):
    answer = act(ledger, people["ann"], duel, THINK, THINK, HOLD)
    assert [event["type"] for event in answer.events] == [
        "Thought", "Asked", "Thought", "Asked", "PointsBanked", "TurnPassed", "Asked",
    ]  # fmt: skip
    numbers = [event["command"] for event in answer.events if "action" in event]
    assert numbers == list(range(numbers[0], numbers[0] + 3))
    assert answer.game.table["active"] == "s2"


def test_a_repeated_list_gets_all_of_its_events(ledger, people, duel):
    first = act(ledger, people["ann"], duel, THINK, THINK, THINK, key="k")
    act(ledger, people["ann"], duel, THINK, key="other")
    again = act(ledger, people["ann"], duel, THINK, THINK, THINK, key="k")
    assert again.repeated
    assert len(again.events) == 6
    assert plain([again.game, again.events]) == plain([first.game, first.events])


@pytest.mark.parametrize(
    "telling",
    [
        pytest.param(ROLL, id="draws"),
        pytest.param(HOLD, id="opens the decision of another seat"),
    ],
)
@pytest.mark.parametrize("after", [THINK, guess(9), HOLD])
def test_nothing_may_follow_what_must_be_seen_first(ledger, people, duel, telling, after):
    """The refusal comes before the later action is looked at: whether that is legal tells nothing."""
    version = ledger.view(duel).version
    assert refusal(act, ledger, people["ann"], duel, THINK, telling, after) == "list-too-long"
    assert ledger.view(duel).version == version
    assert act(ledger, people["ann"], duel, THINK, telling).game.version > version


def test_nothing_may_follow_a_disclosure(ledger, people, guessing):
    act(ledger, people["bob"], guessing, guess(1))
    turn = ledger.bot_turn(guessing, "s3")
    ledger.act_as_bot(guessing, "s3", turn.decision, guess(2))
    assert refusal(act, ledger, people["ann"], guessing, guess(3), guess(3)) == "list-too-long"
    assert act(ledger, people["ann"], guessing, guess(3)).game.table["active"] is not None


def test_nothing_may_follow_the_end(ledger, people):
    game_id = open_pig(ledger, people["ann"], ME, ME, goal=1)
    while True:
        seat = ledger.view(game_id, people["ann"]).seat
        rolled = act(ledger, people["ann"], game_id, ROLL)
        if seat in rolled.game.pending:
            break
    assert refusal(act, ledger, people["ann"], game_id, HOLD, HOLD) == "list-too-long"
    assert act(ledger, people["ann"], game_id, HOLD).game.status == "over"


def test_a_list_with_an_illegal_action_is_refused_whole(ledger, people, duel):
    version = ledger.view(duel).version
    assert refusal(act, ledger, people["ann"], duel, THINK, guess(3), THINK) == "illegal"
    assert ledger.view(duel).version == version


def test_an_answer_given_at_the_same_time_disturbs_nobody(ledger, people, guessing):
    ann, bob = (Condition(decision=ledger.view(guessing, people[name]).decision) for name in ("ann", "bob"))
    act(ledger, people["bob"], guessing, guess(2), condition=bob)
    answer = act(ledger, people["ann"], guessing, guess(5), condition=ann)
    assert sorted(answer.game.pending) == ["s3"]


def test_a_bots_turn_is_what_its_seat_may_know(ledger, people, guessing):
    act(ledger, people["ann"], guessing, guess(3))
    turn = ledger.bot_turn(guessing, "s3")
    assert (turn.game, turn.seat, turn.level, turn.people, turn.stalled) == ("pig", "s3", "random", True, False)
    assert turn.pending.verbs == ("guess",)
    assert turn.view["guesses"] == {}
    assert [action.number for action in turn.legal.actions] == [1, 2, 3, 4, 5, 6]
    assert turn.opened == all_events(ledger, guessing)[int(turn.decision.split(".")[0]) - 1]["at"]
    ledger.close(guessing, "void")
    seed = bytes.fromhex(all_events(ledger, guessing)[-1]["data"]["seed"])
    assert turn.key == bot_key(seed, turn.decision)
    assert seed not in repr(turn).encode()
    assert seed.hex() not in repr(turn)


def test_only_an_ai_with_a_decision_has_a_turn(ledger, people, guessing):
    assert ledger.bot_turn(guessing, "s1") is None
    assert ledger.bot_turn(guessing, "s9") is None
    ledger.act_as_bot(guessing, "s3", ledger.bot_turn(guessing, "s3").decision, guess(1))
    assert ledger.bot_turn(guessing, "s3") is None
    assert refusal(ledger.bot_turn, "no such game", "s1") == "not-found"


def test_a_bot_answers_a_decision_once(ledger, people, guessing):
    decision = ledger.bot_turn(guessing, "s3").decision
    assert ledger.act_as_bot(guessing, "s3", decision, guess(4)) is True
    version = ledger.view(guessing).version
    assert ledger.act_as_bot(guessing, "s3", decision, guess(4)) is False
    assert ledger.act_as_bot(guessing, "s3", decision, guess(5)) is False
    assert ledger.view(guessing).version == version


def test_no_bot_answers_for_a_person_or_after_the_end(ledger, people, guessing):
    person = ledger.view(guessing, people["ann"]).decision
    assert ledger.act_as_bot(guessing, "s1", person, guess(4)) is False
    decision = ledger.bot_turn(guessing, "s3").decision
    ledger.close(guessing, "void")
    assert ledger.act_as_bot(guessing, "s3", decision, guess(4)) is False


def test_a_bot_is_held_to_the_rules(ledger, people, guessing):
    decision = ledger.bot_turn(guessing, "s3").decision
    assert refusal(ledger.act_as_bot, guessing, "s3", decision, guess(7)) == "illegal"
    assert refusal(ledger.act_as_bot, guessing, "s3", decision, {"type": "fly"}) == "malformed"
    assert ledger.bot_turn(guessing, "s3").decision == decision


def test_a_table_without_people_says_so(ledger, people):
    game_id = open_pig(ledger, people["ann"], AI, AI)
    assert ledger.bot_turn(game_id, "s1").people is False


def test_a_post_without_a_body_may_still_have_a_key(ledger, people, duel):
    posted = Posted([WAVE], idempotency_key="k")
    assert [ledger.act(people["bob"], duel, None, posted).repeated for _ in range(2)] == [False, True]
