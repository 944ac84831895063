"""Time travel: what differs between two versions, and a log at a glance, for every reader what it may know."""

import json

import pytest

from service.games.shapes import NewGame, Posted
from tests.service.playing import AI, HOLD, ME, OPEN, act, guess, open_pig, refusal


@pytest.fixture
def guessing(ledger, people):
    """Ann (s1) and bob (s2) have both guessed, ann first."""
    game_id = open_pig(ledger, people["ann"], ME, OPEN, AI, game="talking-pig", guess=True)
    ledger.sit(people["bob"], game_id)
    act(ledger, people["ann"], game_id, guess(3))
    act(ledger, people["bob"], game_id, guess(5))
    return game_id


def test_a_difference_is_told_place_by_place(ledger, people, guessing):
    [begun, first, second] = ledger.timeline(guessing)["boundaries"]
    assert ledger.diff(guessing, begun, first, people["ann"]) == [
        {"path": "/pending/s1", "before": {"kind": "guess", "verbs": ["guess"], "details": {}}},
        {"path": "/table/guesses/s1", "after": 3},
    ]
    assert ledger.diff(guessing, second, first, people["ann"])[0]["path"] == "/pending/s2"
    assert ledger.diff(guessing, first, first, people["ann"]) == []


def test_nobody_is_told_more_than_the_views_show(ledger, people, guessing):
    [begun, _, second] = ledger.timeline(guessing)["boundaries"]
    for account, mine in ((people["bob"], {"s2": 5}), (None, {})):
        found = ledger.diff(guessing, begun, second, account)
        shown = {entry["path"]: entry.get("after") for entry in found if entry["path"].startswith("/table")}
        assert shown == {f"/table/guesses/{seat}": number for seat, number in mine.items()}


@pytest.mark.parametrize("versions", [(0, 1), (1, 0), (1, 1000), (-1, 1)])
def test_versions_that_are_none_are_not_found(ledger, guessing, versions):
    assert refusal(ledger.diff, guessing, *versions) == "not-found"


def test_before_the_start_only_seats_differ(ledger, guessing):
    found = ledger.diff(guessing, 1, 2)
    assert [entry["path"] for entry in found] == ["/seats/s3/kind", "/seats/s3/level", "/seats/s3/name"]


def test_a_timeline_tells_all_readers_the_same_and_nothing_hidden(ledger, people, guessing):
    for account in (people["ann"], people["bob"], None):
        assert ledger.timeline(guessing, account) == ledger.timeline(guessing)
    assert [mark["mark"] for mark in ledger.timeline(guessing)["marks"]] == ["start"]
    assert "number" not in json.dumps(ledger.timeline(guessing))


def test_turns_are_marked_and_taken_back_ones_stay(ledger, services, people):
    game_id = open_pig(ledger, people["ann"], ME, ME, game="talking-pig", goal=50)
    act(ledger, people["ann"], game_id, HOLD)
    services.corrections.take_back(people["ann"], game_id, "s1", "turn", Posted(()))
    act(ledger, people["ann"], game_id, HOLD)
    marks = [(mark["mark"], mark["counts"]) for mark in ledger.timeline(game_id)["marks"]]
    assert marks == [("start", True), ("turn", False), ("takeback", True), ("turn", True)]


def test_a_game_of_cards_marks_turns_and_phases(ledger, people):
    game_id = open_pig(ledger, people["ann"], ME, ME, game="nightfall")
    while "turn" not in (marks := [mark["mark"] for mark in ledger.timeline(game_id)["marks"]]):
        act(ledger, people["ann"], game_id, ledger.view(game_id, people["ann"]).legal[0])
    assert marks[0] == "start"
    assert {"turn", "phase"} <= set(marks)


def test_a_private_games_timeline_is_private(ledger, people):
    private = ledger.open_game(people["ann"], NewGame("pig", [ME, ME], visibility="private"))
    assert refusal(ledger.timeline, private, people["bob"]) == "not-found"
    assert refusal(ledger.diff, private, 1, 2, people["bob"]) == "not-found"
