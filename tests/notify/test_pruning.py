"""Rows of the outbox that have ended go after a while, and nobody is told anything twice for that."""

import pytest

from projections.database import SqliteFile
from projections.notices.deliveries import OutboxStore
from projections.notices.kinds import TEST
from service.games.shapes import OperatorAct
from service.games.timing.due import look_at_all
from service.notify.asked import unasked_by_a_log
from service.notify.pruning import BATCH, KEPT_SECONDS, PAUSE_SECONDS
from tests.service.playing import HOLD, act

DAY = 24 * 3600
YEAR = 365 * DAY


@pytest.fixture
def kept(post, webhook):
    """The kinds of ann's rows that are kept, sorted."""

    def look():
        return sorted(row.kind for row in post.outbox.deliveries.of(webhook.id))

    return look


def all_state_what_they_are(post, webhook):
    return {row.kind: row.state for row in post.outbox.deliveries.of(webhook.id)}


def test_what_has_ended_goes_after_ninety_days(services, opened, people, post, kept, later, clock):
    game = opened("bob")
    act(services.ledger, people["ann"], game, HOLD)
    later()
    clock.now += KEPT_SECONDS
    assert post.pruning.step() == 0
    assert kept() == ["started", "turn"]
    clock.now += PAUSE_SECONDS
    assert post.pruning.step() == 2, "the one was sent, the other answered before it was due"
    assert kept() == []


def test_what_still_waits_stays(opened, people, post, webhook, hook, later, clock):
    hook.answers = [503] * 2
    opened("bob")
    later()
    assert all_state_what_they_are(post, webhook) == {"started": "waiting", "turn": "waiting"}
    clock.now += YEAR
    assert post.pruning.step() == 0
    assert all_state_what_they_are(post, webhook) == {"started": "waiting", "turn": "waiting"}


def put_a_test(post, channel, clock):
    """A row of a test over a channel."""
    notice = unasked_by_a_log(channel.account, TEST, str(clock.now), clock.now)
    post.outbox.deliveries.put(notice, channel.id, clock.now)


def test_they_go_in_batches(services, people, post, webhook, hook, later, clock):
    for _ in range(BATCH + 1):
        put_a_test(post, webhook, clock)
        clock.now += 1
    with post.outbox.database.writing() as db:
        db.execute("UPDATE outbox_rows SET state = 'sent', ended = at")
    clock.now += YEAR
    assert [post.pruning.step() for _ in range(3)] == [BATCH, 1, 0]


def test_it_is_looked_for_once_an_hour(post, webhook, clock):
    assert post.pruning.step() == 0
    put_a_test(post, webhook, clock)
    with post.outbox.database.writing() as db:
        db.execute("UPDATE outbox_rows SET state = 'sent', ended = 0")
    clock.now += PAUSE_SECONDS - 1
    assert post.pruning.step() == 0
    clock.now += 1
    assert post.pruning.step() == 1


def test_of_a_decision_that_is_open_nothing_goes_so_that_no_reminder_comes_twice(
    services, opened, post, webhook, hook, kept, later, clock
):
    opened("bob", clock={"bank": YEAR, "increment": DAY, "policy": "remind"})
    later()
    later(YEAR // 2 + DAY)
    clock.now += KEPT_SECONDS + DAY
    assert post.pruning.step() == 1, "that it has begun"
    assert kept() == ["reminder-50", "turn"]
    look_at_all(services.store)
    post.reminders.step()
    post.sender.step()
    assert len(hook.posted) == len(set(hook.ids)) == 3


def test_nor_does_who_gets_a_seat_back_hear_twice_of_its_turn(services, opened, people, post, hook, kept, later, clock):
    game = opened("bob")
    later()
    for account in ("cy", "ann"):
        clock.now += KEPT_SECONDS + DAY
        post.pruning.step()
        services.corrections.operate(None, game, OperatorAct("replace", "a reason", seat="s1", account=account))
        later()
    assert kept().count("turn") == 1
    turn = next(body["id"] for body in hook.bodies if body["notices"][0]["kind"] == "turn")
    assert hook.ids.count(turn) == 1


def test_once_the_decision_is_answered_they_go(services, opened, people, post, kept, later, clock):
    game = opened("bob")
    later()
    clock.now += KEPT_SECONDS + DAY
    post.pruning.step()
    assert kept() == ["turn"]
    act(services.ledger, people["ann"], game, HOLD)
    later()
    clock.now += PAUSE_SECONDS
    post.pruning.step()
    assert kept() == []


def test_a_log_that_is_followed_anew_tells_nothing_of_what_went(services, opened, people, post, webhook, later, clock):
    """Should the follower ever begin again: what was pruned is known to be told."""
    game = opened("bob")
    act(services.ledger, people["ann"], game, HOLD)
    services.ledger.close(game, "void")
    later()
    clock.now += KEPT_SECONDS + DAY
    assert post.pruning.step() == 3
    with post.outbox.database.writing() as db:
        for table in ("games", "seats", "open", "kept", "takebacks", "hands", "changing"):
            db.execute(f"DELETE FROM outbox_{table}")
        db.execute("UPDATE projections SET position = 0")
    post.outbox.follower.catch_up()
    assert post.outbox.deliveries.of(webhook.id) == []
    later_game = opened("bob")
    post.outbox.follower.catch_up()
    assert {row.game for row in post.outbox.deliveries.of(webhook.id)} == {later_game}


def test_an_outbox_of_an_earlier_release_is_pruned_too(services, opened, people, post, kept, later, clock):
    """Its index comes with the next `nightledger db upgrade`, and what it holds stays."""
    opened("bob")
    later()
    with post.outbox.database.writing() as db:
        db.execute("DROP INDEX outbox_rows_ended")
        db.execute("UPDATE projections SET schema = 'of an earlier release'")
    clock.now += KEPT_SECONDS + DAY
    assert post.pruning.step() == 1
    database = SqliteFile(services.settings.outbox_path)
    OutboxStore(database, services.store, {}, post.channels.routes).follower.create_schema()
    database.close()
    assert kept() == ["turn"]
