"""A game whose log cannot be read: it says so, and keeps neither other games nor people nor processes waiting."""

import sqlite3
from contextlib import closing
from uuid import UUID

import pytest

from service.api.app import create_app
from service.bootstrap import build
from tests.service.clocks import DAILY, DAY, HOUR, Days
from tests.service.playing import HOLD, refusal
from workers.clock import Sweeper


@pytest.fixture
def days(tmp_path):
    days = Days(tmp_path / "home")
    days.sweep()
    yield days
    days.close()


@pytest.fixture
def broken(days):
    """A game with a clock in which an event stands that nobody knows."""
    game_id = days.open("ann", "bob", clock=DAILY)
    days.act("ann", game_id, HOLD)
    with closing(sqlite3.connect(days.services.settings.events_path)) as db, db:
        changed = db.execute(
            "UPDATE stored_events SET state=CAST(replace(CAST(state AS TEXT), 'PointsBanked', 'PointsBurnt') AS BLOB)"
            " WHERE originator_id=? AND instr(state, CAST('PointsBanked' AS BLOB))",
            (UUID(game_id).hex,),
        )
        assert changed.rowcount == 1
    return game_id


@pytest.fixture
def sound(days, broken):
    """A game like it in which nothing is wrong; the clock looks at it later."""
    return days.open("ann", "bob", clock=DAILY)


@pytest.fixture
def started_again(days, sound):
    """The service after its processes were started again: nothing is in memory."""
    services = build(days.services.settings, days.clock)
    yield services
    services.close()


def test_no_part_of_it_is_shown(days, broken, started_again):
    ledger, ann = started_again.ledger, days.people["ann"]
    assert refusal(lambda: ledger.view(broken, ann)) == "unreadable"
    assert refusal(lambda: ledger.events(broken, ann)) == "unreadable"
    answer = create_app(started_again).test_client().get(f"/api/v1/games/{broken}")
    assert (answer.status_code, answer.json["code"]) == (500, "unreadable")


def test_it_is_logged_once_why(broken, started_again, caplog):
    for _ in range(3):
        refusal(lambda: started_again.ledger.view(broken))
    assert [record.message for record in caplog.records if record.exc_info] == [f"game {broken} cannot be read"]


def test_the_clock_goes_on(days, broken, sound, started_again):
    sweeper = Sweeper(started_again.read_models, started_again.clockwork, started_again.vacations)
    for _ in range(2 * DAY // HOUR):
        days.clock.now += HOUR
        started_again.clockwork.beat()
        sweeper.step()
    assert "DeadlinePassed" in [event["type"] for event in started_again.ledger.events(sound)]


def test_people_are_reminded_of_other_games(days, broken, sound, started_again):
    post, ann = started_again.post, days.people["ann"]
    hook = post.channels.add_webhook(ann, "https://1.1.1.1/hook", "generic")
    days.clock.now += DAY * 6 // 10
    post.reminders.step()
    told = [(row.game, row.kind) for row in post.outbox.deliveries.of(hook.id)]
    assert (sound, "reminder-50") in told
    assert broken not in [game for game, kind in told if kind.startswith("reminder")]


def test_people_can_be_forgotten(days, broken, sound, started_again):
    started_again.farewell.forget(days.people["ann"])
    assert started_again.accounts.names([days.people["ann"]]) == {}
    assert started_again.ledger.view(sound)["status"] == "over"
