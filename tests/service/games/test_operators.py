"""Operators' verbs: each with a reason that all may read as long as its words exist."""

import pytest

from domain.audit import CONSISTENT, audit
from domain.log.canon import canonical
from domain.log.words import Words
from domain.records.export import read
from service.games.shapes import NewGame, OperatorAct
from tests.service.playing import HOLD, ME, OPEN, ROLL, act, all_events, open_pig, refusal


@pytest.fixture
def operate(services, people):
    """Does something to a game as cy, who is an operator."""
    services.accounts.set_operator(people["cy"], True)

    def call(game_id, verb, reason="it had to be", **arguments):
        return services.corrections.operate(people["cy"], game_id, OperatorAct(verb, reason, **arguments))

    return call


@pytest.fixture
def duel(ledger, people):
    game_id = open_pig(ledger, people["ann"], ME, OPEN, goal=90)
    ledger.sit(people["bob"], game_id)
    return game_id


def test_only_an_operator_may(services, people, duel):
    act_of = OperatorAct("void", "no reason")
    assert refusal(services.corrections.operate, people["ann"], duel, act_of) == "forbidden"
    services.accounts.set_operator(people["ann"], True)
    services.accounts.set_operator(people["ann"], True)
    assert services.accounts.is_operator(people["ann"])
    services.accounts.set_operator(people["ann"], False)
    assert refusal(services.corrections.operate, people["ann"], duel, act_of) == "forbidden"


@pytest.mark.parametrize("reason", ["", "  ", "x" * 501])
def test_nothing_is_done_without_a_reason(operate, duel, reason):
    assert refusal(operate, duel, "void", reason) == "malformed"


def test_the_reason_is_shown_to_all_beside_its_reference(ledger, operate, people, duel):
    operate(duel, "void", "the server caught fire")
    for account in (people["ann"], None):
        acted = next(event for event in all_events(ledger, duel, account) if event["type"] == "OperatorActed")
        [(name, words)] = acted["texts"].items()
        assert name == acted["data"]["reason"]["id"] == acted["action"]["reason"]["id"]
        assert words["text"] == "the server caught fire"
        assert Words(**words).commitment() == acted["data"]["reason"]["commitment"]
    [mark] = [mark for mark in ledger.timeline(duel)["marks"] if mark["mark"] == "operator"]
    assert mark["data"]["reason"]["id"] in ledger.timeline(duel)["texts"]


def test_the_words_go_with_the_operator_and_the_chain_holds(ledger, services, operate, people, duel):
    operate(duel, "void", "the server caught fire")
    services.accounts.forget(people["cy"])
    acted = next(event for event in all_events(ledger, duel) if event["type"] == "OperatorActed")
    assert "texts" not in acted
    record = ledger.record(duel)
    assert "texts" not in record
    assert audit(read(canonical(record)), services.catalog).code == CONSISTENT


def test_a_record_with_an_operators_reason_is_consistent(ledger, services, operate, duel):
    operate(duel, "void")
    record = ledger.record(duel)
    assert [words["text"] for words in record["texts"].values()] == ["it had to be"]
    assert audit(read(canonical(record)), services.catalog).code == CONSISTENT


def test_back_past_a_draw_only_where_nothing_is_rated(ledger, operate, people, duel):
    start = ledger.view(duel).version
    act(ledger, people["ann"], duel, ROLL)
    assert operate(duel, "take-back", to=start).game.pending.keys() == {"s1"}
    rated = ledger.open_game(people["ann"], NewGame("pig", [ME, ME], {"goal": 90}, rated=True))
    start = ledger.view(rated).version
    act(ledger, people["ann"], rated, ROLL)
    assert refusal(operate, rated, "take-back", to=start) == "illegal"


def test_a_seat_is_given_to_somebody_else(ledger, operate, people, duel):
    answer = operate(duel, "replace", seat="s1", account="Bob")
    assert answer.game.seats["s1"].name == "bob"
    assert act(ledger, people["bob"], duel, HOLD, seat="s1").game.table["active"] == "s2"
    assert operate(duel, "replace", seat="s2", level="random").game.seats["s2"].kind == "ai"
    assert refusal(operate, duel, "replace", seat="s1", account="nobody") == "malformed"
    assert refusal(operate, duel, "replace", seat="s9", level="random") == "malformed"


@pytest.mark.parametrize("by", ["cy", None], ids=["over the API", "by the command line"])
@pytest.mark.parametrize("taken_by", [{"account": "bob"}, {"level": "random"}], ids=["a person", "an AI"])
def test_before_the_start_no_seat_is_given_away(services, ledger, operate, people, by, taken_by):
    waiting = open_pig(ledger, people["ann"], ME, OPEN, OPEN)
    ledger.sit(people["bob"], waiting, entropy_hash="ab" * 32)
    before = ledger.view(waiting)
    for seat in ("s2", "s3"):
        given = OperatorAct("replace", "it had to be", seat=seat, **taken_by)
        assert refusal(services.corrections.operate, by and people[by], waiting, given) == "illegal"
    assert ledger.view(waiting) == before


def test_an_adjudication_places_every_seat(operate, duel):
    for typed in ({"s1": 1}, {"s1": 1, "s2": 3}, {"s1": 2, "s2": 2}, {"s1": 1, "s2": 2, "s3": 3}):
        assert refusal(operate, duel, "adjudicate", places=typed) == "malformed"
    game = operate(duel, "adjudicate", places={"s1": 2, "s2": 1}).game
    assert (game.status, game.result.places) == ("over", {"s1": 2, "s2": 1})


def test_the_rules_are_moved_within_those_that_are_kept(operate, duel):
    assert refusal(operate, duel, "move-rules", to=2) == "illegal"
    assert refusal(operate, duel, "move-rules") == "malformed"


def test_a_verb_that_is_none_is_malformed(operate, duel):
    assert refusal(operate, duel, "win", seat="s1") == "malformed"


def test_a_private_game_is_no_secret_to_an_operator(ledger, operate, people):
    private = ledger.open_game(people["ann"], NewGame("pig", [ME, ME], visibility="private"))
    answer = operate(private, "void")
    assert (answer.game.status, answer.game.seat) == ("void", "spectator")
    assert refusal(operate, private, "void") == "game-over"
    assert refusal(operate, "00000000-0000-4000-8000-000000000000", "void") == "not-found"
