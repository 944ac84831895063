"""A clock process whose system clock is an hour ahead does nothing earlier: it goes by how long people could act."""

from contextlib import closing

import pytest

from service.bootstrap import build
from service.games.shapes import NewGame
from service.games.timing.delayed import next_release
from tests.installation import GAMES
from tests.service.clocks import DAILY, DAY, HOUR, Days
from tests.service.playing import AI, ME, OPEN, act, guess
from workers.clock import MOST_GUESTS, Sweeper


@pytest.fixture
def days(tmp_path):
    days = Days(tmp_path / "home", NIGHTLEDGER_EXTRA_GAMES=f"{GAMES},hiding-pig=tests.pigs.hiding_pig:HidingPig")
    days.sweep()
    yield days
    days.close()


@pytest.fixture
def ahead(days):
    """The services of a clock process whose system clock is ahead."""
    with closing(build(days.services.settings, lambda: days.clock.now + HOUR)) as services:
        yield services


def look_ahead(days, services):
    """Let that clock process look once, at all."""
    days.services.heartbeat.watch()
    assert services.read_models.follower.catch_up(10)
    Sweeper(services.read_models, services.clockwork, services.vacations, services.expiry).step()
    services.unused_guests.forget(MOST_GUESTS)


def test_no_deadline_passes_earlier(days, ahead):
    game_id = days.open("ann", "bob", clock=DAILY)
    days.pass_time(DAY - 1)
    look_ahead(days, ahead)
    assert "DeadlinePassed" not in days.types(game_id)


def test_no_delayed_answer_appears_earlier(days, ahead):
    game_id = days.open("ann", "bob", game="hiding-pig", options={"guess": True}, release=30)
    before = days.types(game_id)
    act(days.services.ledger, days.people["ann"], game_id, guess(2))
    days.pass_time(next_release(days.services.ledger.table(game_id), days.clock.now) - days.clock.now - 1)
    look_ahead(days, ahead)
    assert days.types(game_id) == before
    days.pass_time(1)
    look_ahead(days, ahead)
    assert days.types(game_id) != before


def test_no_open_game_expires_earlier(days, ahead):
    game_id = days.services.ledger.open_game(days.people["ann"], NewGame("pig", [ME, OPEN]))
    days.pass_time(30 * DAY - 1)
    look_ahead(days, ahead)
    assert days.view(game_id).status == "open"


def test_no_guest_is_deleted_earlier(days, ahead):
    guest, _ = days.services.accounts.create_guest()
    days.services.ledger.open_game(guest.id, NewGame("pig", [ME, AI]))
    days.pass_time(60 * DAY - 1)
    look_ahead(days, ahead)
    assert days.services.accounts.get(guest.id).id == guest.id


def test_no_vacation_is_over_earlier(days, ahead):
    days.services.vacations.take(days.people["ann"], days.clock.now + DAY)
    days.pass_time(DAY - 1)
    reached = ahead.clockwork.reached()
    assert ahead.vacations.to_apply(reached) == [days.people["ann"]]
    asked = []
    ahead.vacations.apply = lambda account, game_id, now: asked.append(now)
    days.open("ann", "bob", clock=DAILY)
    look_ahead(days, ahead)
    assert asked == [days.clock.now]
