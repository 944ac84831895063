"""What becomes of a message when the peer does not answer, or its sender is killed."""

from socket import socket
from threading import Thread

import pytest

from projections.notices.deliveries import Deliveries
from projections.unavailable import Locked
from service.bootstrap import build
from service.games.shapes import NewGame
from service.notify.delivery import LONGEST_REASON
from service.notify.sender import FIRST_PAUSE, LAST_BEGUN, MOST_ATTEMPTS, TAKEN_SECONDS
from tests.notify.hooks import confirmed_webhook
from tests.notify.looking import kinds, states

DAY = 24 * 3600


def test_a_peer_that_does_not_answer_is_tried_again_ever_later(services, people, post, bobs, hook, later, clock):
    hook.answers = [503] * 3
    services.ledger.open_game(people["ann"], NewGame("pig", [{"account": "me"}, {"account": "bob"}]))
    later(0)
    [row] = post.outbox.deliveries.of(bobs.id)
    assert (row.state, row.attempts, row.due) == ("waiting", 1, clock.now + FIRST_PAUSE)
    assert row.error == "127.0.0.1 answered 503"
    later(FIRST_PAUSE - 1)
    assert len(hook.posted) == 1
    later(1)
    later(2 * FIRST_PAUSE)
    later(4 * FIRST_PAUSE)
    assert hook.ids == [row.id] * 4
    [done] = post.outbox.deliveries.of(bobs.id)
    assert (done.state, done.attempts, done.error) == ("sent", 4, None)


def test_after_ten_attempts_it_is_given_up(opened, post, webhook, hook, later):
    hook.answers = [500] * 100
    opened("bob")
    for _ in range(MOST_ATTEMPTS + 2):
        later(DAY)
    started = next(row for row in post.outbox.deliveries.of(webhook.id) if row.kind == "started")
    assert (started.state, started.attempts) == ("failed", MOST_ATTEMPTS)
    assert hook.ids.count(started.id) == MOST_ATTEMPTS


@pytest.mark.parametrize("status", [301, 404, 410])
def test_a_peer_that_wants_none_is_not_tried_again(opened, post, webhook, hook, later, status):
    hook.answers = [status]
    opened("bob")
    later(0)
    assert "failed" in states(post, webhook)
    later(DAY)
    assert len(hook.posted) == 2, "the turn, but not the start again"


def test_what_a_peer_says_in_place_of_http_is_told_in_short(people, post, later):
    with socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen()

        def answer():
            peer, _ = listening.accept()
            with peer:
                peer.recv(65536)
                peer.sendall(b"\x00\x1b[31m" + b"nonsense " * 1000 + b"\r\n")

        answering = Thread(target=answer)
        answering.start()
        url = f"http://127.0.0.1:{listening.getsockname()[1]}/"
        channel = confirmed_webhook(post, people["ann"], url, "generic")
        post.sender.test(channel)
        later(0)
        answering.join()
    [row] = post.outbox.deliveries.of(channel.id)
    assert (row.state, row.attempts) == ("waiting", 1)
    assert row.error.startswith("127.0.0.1 did not answer")
    assert row.error.isprintable()
    assert len(row.error) == LONGEST_REASON


def test_a_redirect_is_not_followed(opened, post, webhook, hook, later):
    hook.answers, hook.location = [307], hook.url
    opened("bob")
    later(0)
    assert len(hook.posted) == 1
    [failed] = [row for row in post.outbox.deliveries.of(webhook.id) if row.state == "failed"]
    assert "redirects are not followed" in failed.error


@pytest.fixture
def ends_before_its_mark(later, monkeypatch):
    """Has a look for what is to be sent end with this, when the peer has answered and nothing is marked yet."""

    def look(error):
        def end(*given):
            raise error

        with monkeypatch.context() as patched:
            patched.setattr(Deliveries, "end", end)
            with pytest.raises(error):
                later(0)

    return look


def test_a_sender_killed_before_its_mark_sends_the_same_again(opened, webhook, hook, later, ends_before_its_mark):
    opened("bob")
    ends_before_its_mark(KeyboardInterrupt)
    assert len(hook.posted) == 1
    assert later(TAKEN_SECONDS - 1) == 1, "the turn"
    assert later(1) == 1
    assert hook.ids[0] == hook.ids[2]
    assert later(DAY) == 0


def test_what_was_delivered_while_the_outbox_was_locked_is_marked_at_the_next_look(
    opened, post, webhook, hook, later, ends_before_its_mark
):
    opened("bob")
    ends_before_its_mark(Locked)
    assert len(hook.posted) == 1
    later(1)
    assert states(post, webhook) == ["waiting", "sent"]
    assert later(TAKEN_SECONDS) == 1, "the turn"
    assert len(set(hook.ids)) == len(hook.ids) == 2


def test_what_another_sender_has_taken_over_is_sent_by_that_one_alone(
    services, opened, post, webhook, hook, later, clock
):
    """The first one has stood still, as a machine does that is suspended, and somebody has gone on for it."""
    for _ in range(3):
        opened("bob")
    other = build(services.settings, clock)

    def stand_still():
        hook.before_answer = lambda: None
        clock.now += 10
        other.post.outbox.deliveries.give_back()
        other.post.sender.step()

    hook.before_answer = stand_still
    assert later(0) == 1, "what was being sent at that time is sent twice"
    other.close()
    assert sorted(kinds(hook)) == ["started"] * 4
    assert len(set(hook.ids)) == 3
    assert sorted(states(post, webhook)) == ["sent"] * 3 + ["waiting"] * 3


def test_what_a_slow_peer_leaves_no_time_for_waits_for_the_next_look(opened, post, webhook, hook, later, clock):
    for _ in range(4):
        opened("bob")

    def slow():
        clock.now += LAST_BEGUN - 10

    hook.before_answer = slow
    assert later(0) == 1, "a second would have been begun too late"
    hook.before_answer = lambda: None
    later(TAKEN_SECONDS)
    assert len(set(hook.ids)) == len(hook.ids)
    assert kinds(hook).count("started") == 4


def test_two_senders_do_not_both_take_a_row(opened, services, post, webhook, clock):
    opened("bob")
    post.outbox.follower.catch_up()
    taken = [post.outbox.deliveries.take_due(clock.now, clock.now + 9, 10) for _ in range(2)]
    assert [len(rows) for rows in taken] == [1, 0]
