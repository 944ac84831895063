"""What every game gets for nothing, shown with two of the program and one of another distribution: no code of theirs is
in it."""

from __future__ import annotations

import pytest

from domain.audit import CONSISTENT, PREFIX, audit
from domain.contract.chance import Stream
from domain.contract.game import to_json
from domain.records.export import Record
from service.games.shapes import Condition, Posted
from tests.distributions import bring_example
from tests.service.clocks import DAILY, DAY, Days
from tests.service.web.playing import play

GAMES = {
    "darkness": ({"scenario": "last-bus-out"}, ("ann", "bob")),
    "last-spell": ({"scenario": "introduction"}, ("ann", "bob")),
    "oh-hell": ({"cards": 4}, ("ann", "bob", "cy")),
}
"""Game -> options of a short one, and who plays it."""

HIDES = {"oh-hell": "disclosure"}
"""Game -> what previews end before, where that is no draw: cards are dealt once the last ones have been laid open."""

NOW = Posted(())


@pytest.fixture
def days(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(bring_example(tmp_path / "site", "oh_hell"))
    days = Days(tmp_path / "home")
    yield days
    days.close()


@pytest.fixture(params=GAMES)
def opened(request, days):
    """Opens a game of these people."""
    options, people = GAMES[request.param]

    def open_game(**more):
        return days.open(*people, game=request.param, options=options, **more)

    return open_game


@pytest.fixture
def game(opened):
    return opened()


def seen(days, game, at=None):
    """The table as ann sees it, or saw it."""
    return days.services.ledger.view(game, days.people["ann"], "s1", at).table


def verdict(days, game, name=None):
    account = None if name is None else days.people[name]
    return audit(Record(**days.services.ledger.record(game, account)), days.services.catalog)


def test_time_travel_shows_what_was_seen_then(days, game):
    then = {}
    for _ in range(12):
        play(days.services, game, 2)
        then[days.view(game).version] = seen(days, game)
    play(days.services, game, 30)
    assert {version: seen(days, game, version) for version in then} == then


def test_a_running_game_is_a_prefix_and_a_finished_one_consistent(days, game):
    play(days.services, game, 10)
    assert verdict(days, game, "ann").code == PREFIX
    play(days.services, game, 20_000)
    assert days.view(game).status == "over"
    assert verdict(days, game).code == CONSISTENT


def test_a_record_is_taken_in_elsewhere_and_shows_the_same_table(days, game, tmp_path):
    play(days.services, game, 20_000)
    record = days.services.ledger.record(game)
    others = Days(tmp_path / "elsewhere", ("cy",))
    taken = others.services.imports.take_in(others.people["cy"], Record(**record).encode())
    assert others.services.imports.view(taken.id).table == days.view(game).table
    others.close()


def test_the_last_command_is_taken_back_where_nothing_was_drawn(days, game):
    ledger, corrections = days.services.ledger, days.services.corrections
    for _ in range(300):
        table = ledger.table(game)
        seat = next(iter(table.pending))
        account = table.seats[seat].account
        before = ledger.view(game, account, seat)
        play(days.services, game, 1)
        if before.version in ledger.view(game, account, seat).may_take_back:
            break
    corrections.take_back(account, game, seat, before.version, NOW)
    again = ledger.view(game, account, seat)
    assert (again.table, again.pending) == (before.table, before.pending)
    assert days.types(game)[-2:] == ["TakenBack", "Asked"]
    assert again.version > before.version


def test_the_clock_plays_the_default_answer(days, opened):
    game = opened(clock=DAILY)
    table = days.services.ledger.table(game)
    seat = next(iter(table.pending))
    default = table.game.default(table.state, seat)
    expected = {name: value for name, value in to_json(default).items() if name not in default.private}
    days.later(DAY + 1)
    events = days.services.ledger.events(game, after=table.version)
    assert "DeadlinePassed" in [event["type"] for event in events]
    played = [event for event in events if event.get("by") == "clock" and event.get("action") == expected]
    assert [event["seat"] for event in played][:1] == [seat]


def test_a_standing_order_answers_by_default(days, game):
    ledger = days.services.ledger
    seat = next(iter(ledger.table(game).pending))
    account = ledger.table(game).seats[seat].account
    kind = ledger.table(game).pending[seat].kind
    before = ledger.table(game).decision_id(seat)
    days.services.standing_orders.put(account, game, seat, [{"order": "default", "decisions": [kind]}])
    assert ledger.table(game).decision_id(seat) != before
    answered = [event for event in ledger.events(game, limit=1_000) if event.get("by") == "seat"]
    assert answered[-1]["seat"] == seat


def test_a_preview_tells_what_would_follow_and_changes_nothing(days, game):
    ledger, stopped = days.services.ledger, set()
    for _ in range(25):
        table = ledger.table(game)
        seat = next(iter(table.pending))
        account = table.seats[seat].account
        action = to_json(table.game.sample(table.state, seat, Stream(f"{table.version}".encode())))
        before = ledger.etag(game, account, seat)
        stopped.add(days.services.practice.preview(account, game, seat, action).stopped)
        assert ledger.etag(game, account, seat) == before
        ledger.act(account, game, seat, Posted([action], Condition(decision=table.decision_id(seat))))
    assert HIDES.get(ledger.table(game).header.game, "draw") in stopped


def test_a_practice_game_begins_where_a_closed_one_was(days, game):
    play(days.services, game, 12)
    middle = days.view(game).version
    table = seen(days, game)
    play(days.services, game, 20_000)
    branch = days.services.practice.branch(days.people["ann"], game, middle)
    assert seen(days, branch) == table
    play(days.services, branch, 20_000)
    assert verdict(days, branch).code == CONSISTENT


@pytest.mark.parametrize("opened", ["darkness"], indirect=True)
def test_of_two_who_are_ranked_the_other_wins(days, game):
    days.services.absence.resign(days.people["bob"], game, "s2")
    shown = days.view(game)
    assert (shown.status, shown.result.places) == ("over", {"s1": 1, "s2": 2})


@pytest.mark.parametrize("opened", ["last-spell"], indirect=True)
def test_who_plays_together_with_the_others_leaves_a_free_seat(days, game):
    days.services.absence.resign(days.people["bob"], game, "s2")
    days.services.ledger.sit(days.people["cy"], game, "s2")
    shown = days.view(game)
    assert (shown.status, shown.seats["s2"].name) == ("running", "cy")
