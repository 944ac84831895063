"""Previews through the ledger: nothing is stored, and nothing is told."""

import pytest

from domain.contract.game import to_json
from tests.service.playing import AI, HOLD, ME, OPEN, ROLL, act, all_events, guess, open_pig, refusal


@pytest.fixture
def preview(services, people):
    def call(game_id, action, name="ann", seat=None):
        return services.practice.preview(people[name], game_id, seat, action)

    return call


@pytest.fixture
def duel(ledger, people):
    game_id = open_pig(ledger, people["ann"], ME, OPEN, game="talking-pig", goal=90)
    ledger.sit(people["bob"], game_id)
    return game_id


def test_what_an_action_would_do_is_shown_and_nothing_stored(ledger, services, people, preview, duel):
    position = services.store.position()
    found = preview(duel, HOLD)
    assert [event.type for event in found.events] == ["PointsBanked", "TurnPassed"]
    assert (found.stopped, found.table["active"]) == ("decision", "s2")
    assert services.store.position() == position
    assert act(ledger, people["ann"], duel, HOLD).game.table == found.table


def test_a_draw_is_not_foretold(ledger, people, preview, duel):
    found = preview(duel, ROLL)
    assert (found.events, found.stopped) == ([], "draw")
    assert found.table == ledger.view(duel, people["ann"]).table


def test_what_others_hide_is_not_shown(ledger, people, preview):
    game_id = open_pig(ledger, people["ann"], ME, AI, guess=True)
    ledger.act_as_bot(game_id, "s2", ledger.bot_turn(game_id, "s2").decision, guess(5))
    found = preview(game_id, guess(2))
    assert to_json(found.events) == [{"type": "NumberGuessed", "data": {"seat": "s1", "number": 2}}]
    assert (found.stopped, found.table["guesses"]) == ("draw", {"s1": 2})


def test_words_are_tried_without_being_kept(services, preview, duel):
    found = preview(duel, {"type": "say", "words": "hello"})
    assert (found.events[0].type, found.stopped) == ("Said", None)
    assert services.store.rows("SELECT 1 FROM texts WHERE game=:game", game=duel) == []


@pytest.mark.parametrize(
    ("name", "action", "code"),
    [
        ("bob", HOLD, "not-your-decision"),
        ("cy", HOLD, "forbidden"),
        ("ann", guess(1), "illegal"),
        ("ann", {"type": "fly"}, "malformed"),
        ("ann", "hold", "malformed"),
        ("ann", {"type": "say", "words": {"id": "a", "commitment": "b"}}, "malformed"),
    ],
)
def test_it_is_refused_as_the_action_itself_would_be(preview, duel, name, action, code):
    assert refusal(preview, duel, action, name) == code


def test_before_the_start_and_after_the_end_there_is_nothing_to_try(ledger, people, preview, duel):
    waiting = open_pig(ledger, people["ann"], ME, OPEN)
    assert refusal(preview, waiting, HOLD) == "not-your-decision"
    ledger.close(duel, "void")
    assert refusal(preview, duel, HOLD) == "game-over"


def test_the_game_goes_on_as_if_nobody_had_asked(ledger, people, preview, duel):
    before = all_events(ledger, duel)
    for _ in range(20):
        preview(duel, ROLL)
        preview(duel, HOLD)
    assert all_events(ledger, duel) == before
