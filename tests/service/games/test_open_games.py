"""Open games that nobody joins expire, and who waits in one may close it when its host has left."""

import pytest

import workers.clock
from domain.audit import CONSISTENT, audit
from domain.log.canon import canonical
from domain.records.export import read
from domain.table.parts import Outage
from projections.notices.kinds import OVER
from service.errors import ServiceError
from service.games.shapes import NewGame
from service.games.timing.expiry import Expiry, reaching_back
from tests.notify.hooks import confirmed_webhook
from tests.service.clocks import DAY, HOUR, Days

ME, OPEN = {"account": "me"}, {"open": True}


@pytest.fixture
def days(tmp_path):
    days = Days(tmp_path / "home", NIGHTLEDGER_WEBHOOKS_TO_PRIVATE="yes")
    yield days
    days.services.close()


def open_game(days, *seats, **more):
    seats = seats or (ME, OPEN, OPEN)
    return days.services.ledger.open_game(days.people["ann"], NewGame("pig", seats, **more))


def last(days, game):
    return days.services.store.entries(game)[-1].read()


def test_an_open_game_expires_after_thirty_days_by_an_event(days):
    game = open_game(days)
    days.later(30 * DAY - 1)
    days.sweep()
    assert days.services.ledger.table(game).status == "open"
    days.later(60)
    days.sweep()
    event = last(days, game)
    assert (event.type, event.data["cause"], event.by) == ("GameClosed", "cancelled", "service")
    assert event.action == {"type": "table/close", "cause": "cancelled", "why": "expired"}


def test_one_that_cannot_be_read_keeps_no_other_waiting(days, monkeypatch):
    expire = Expiry.expire

    def expire_what_can_be_read(self, game_id):
        if game_id == broken:
            raise ServiceError("unreadable", "the log of this game cannot be read")
        expire(self, game_id)

    monkeypatch.setattr(workers.clock, "MOST_EXPIRED", 1)
    monkeypatch.setattr(Expiry, "expire", expire_what_can_be_read)
    broken = open_game(days)
    days.later(HOUR)
    game = open_game(days)
    days.later(31 * DAY)
    days.later(60)
    days.sweep()
    assert last(days, game).type == "GameClosed"


def test_whoever_joins_gives_it_thirty_days_more(days):
    game = open_game(days)
    days.later(20 * DAY)
    days.services.ledger.sit(days.people["bob"], game)
    days.later(20 * DAY)
    days.sweep()
    assert days.services.ledger.table(game).status == "open"


def test_who_joins_before_the_clock_looks_is_not_sent_away(days):
    game = open_game(days)
    days.clock.now += 31 * DAY
    days.services.ledger.sit(days.people["bob"], game)
    days.services.expiry.expire(game)
    assert days.services.ledger.table(game).status == "open"


def test_an_outage_is_no_idle_time_and_gives_people_an_hour(days):
    game = open_game(days)
    days.later(29 * DAY)
    days.later(40 * DAY, awake=False)
    days.sweep()
    days.later(DAY + HOUR - 1)
    days.sweep()
    assert days.services.ledger.table(game).status == "open"
    days.later(60)
    days.sweep()
    assert days.services.ledger.table(game).status == "cancelled"


@pytest.mark.parametrize(
    ("since", "outages", "reaches"),
    [
        (1_000_000, [], 1_000_000),
        (1_000_000, [(0, 1_000_000)], 1_000_000),
        (1_000_000, [(999_000, 1_000_001)], 1_000_000 - 1_001 - HOUR),
        (1_000_000, [(2_000_000, 2_000_300)], 1_000_000 - 300),
        (1_000_000, [(2_000_000, 2_000_301)], 1_000_000 - 301 - HOUR),
        (1_000_000, [(990_000, 999_000), (2_000_000, 2_000_500)], 1_000_000 - 9_500 - 2 * HOUR),
    ],
)
def test_outages_make_it_reach_further_back(since, outages, reaches):
    facts = [Outage(number, *times) for number, times in enumerate(outages, 1)]
    assert reaching_back(since, facts) == reaches


def test_a_game_that_runs_does_not_expire(days):
    game = open_game(days, ME, {"ai": "random"})
    days.later(31 * DAY)
    days.sweep()
    days.services.expiry.expire(game)
    assert days.services.ledger.table(game).status == "running"


def test_how_long_it_takes_is_a_setting(tmp_path):
    for setting, status in (("0", "open"), ("2", "cancelled")):
        days = Days(tmp_path / setting, NIGHTLEDGER_OPEN_GAME_DAYS=setting)
        game = open_game(days)
        days.later(31 * DAY if setting == "0" else 2 * DAY)
        days.sweep()
        assert days.services.ledger.table(game).status == status
        days.services.close()


def test_the_seats_that_waited_hear_it(days):
    post, people = days.services.post, days.people
    channels = {confirmed_webhook(post, people[name], "https://1.1.1.1/").id: name for name in ("ann", "bob", "cy")}
    game = open_game(days)
    days.services.ledger.sit(people["bob"], game)
    days.later(31 * DAY)
    days.sweep()
    post.outbox.follower.catch_up(10)
    told = [(channels[one], row.kind, row.asked) for one in channels for row in post.outbox.deliveries.of(one, 9)]
    assert told == [("ann", OVER, "expired"), ("bob", OVER, "expired")]


def refused(days, name, game):
    with pytest.raises(ServiceError) as error:
        days.services.ledger.cancel(days.people[name], game)
    return error.value.code


def test_who_sits_closes_a_game_whose_host_has_left_the_seat(days):
    game = open_game(days)
    days.services.ledger.sit(days.people["bob"], game)
    assert refused(days, "bob", game) == "forbidden"
    days.services.ledger.leave(days.people["ann"], game, "s1")
    assert refused(days, "cy", game) == "forbidden"
    assert days.services.hosting.may_close(days.people["bob"], game)
    days.services.ledger.cancel(days.people["bob"], game)
    assert last(days, game).action == {"type": "table/close", "cause": "cancelled", "why": "host-left"}


def test_who_sits_closes_a_game_whose_hosts_account_is_deleted(days):
    game = open_game(days)
    days.services.ledger.sit(days.people["bob"], game)
    days.services.accounts.forget(days.people["ann"])
    days.services.ledger.cancel(days.people["bob"], game)
    assert days.services.ledger.table(game).status == "cancelled"


def test_a_host_who_never_sat_has_not_left(days):
    game = open_game(days, OPEN, OPEN)
    days.services.ledger.sit(days.people["bob"], game)
    assert refused(days, "bob", game) == "forbidden"
    assert not days.services.hosting.may_close(days.people["bob"], game)


def test_a_log_that_says_why_is_consistent(days):
    game = open_game(days)
    days.later(31 * DAY)
    days.sweep()
    record = read(canonical(days.services.ledger.record(game, days.people["ann"])))
    assert audit(record, days.services.catalog).code == CONSISTENT
