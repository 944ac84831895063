"""Nobody's notices wait for long because of somebody else's peers, and nobody's address is flooded."""

import re

import pytest

from service.errors import ServiceError
from service.notify.sender import AT_ONCE, CONFIRM_PAUSE, DAY, FIRST_PAUSE, MOST_CONFIRMATIONS, OWN_SECONDS, THREADS
from tests.house import wait_until
from tests.notify.hooks import confirmed_webhook
from tests.notify.peers import Hook


@pytest.fixture
def slow():
    """A web server that takes a long time over every answer."""
    server = Hook()
    yield server
    server.close()


def test_the_slow_peers_of_one_account_keep_no_other_waiting(services, people, post, hook, slow, clock):
    def takes_long():
        wait_until(lambda: hook.posted, "bob is told, while ann's peer takes its time")
        clock.now += OWN_SECONDS + 1

    slow.before_answer = takes_long
    for number in range(THREADS + 2):
        post.sender.test(confirmed_webhook(post, people["ann"], f"{slow.url}&n={number}", "generic"))
    post.sender.test(confirmed_webhook(post, people["bob"], hook.url, "generic"))
    assert post.sender.step() == 2, "one of ann's, and bob's"
    assert (len(slow.posted), len(hook.posted)) == (1, 1)
    slow.before_answer = lambda: None
    assert post.sender.step() == THREADS + 1, "at the next look, not after a pause"


def test_a_peer_that_fails_is_asked_once_a_look(services, opened, people, post, hook, later, clock):
    channel = confirmed_webhook(post, people["ann"], hook.url, "generic")
    for _ in range(4):
        opened("bob")
    hook.answers = [503]
    assert later(0) == 1
    rows = post.outbox.deliveries.of(channel.id)
    assert sorted(row.attempts for row in rows) == [0] * 7 + [1]
    assert {row.due for row in rows if row.kind == "started"} == {clock.now + FIRST_PAUSE}
    later()
    assert len(set(hook.ids)) == 8
    assert len(hook.ids) == 9


def test_a_digest_is_one_message_however_many_are_due_at_once(services, opened, people, post, hook, later, clock):
    clock.now = 1_800_000_000  # 08:00 UTC
    confirmed_webhook(post, people["bob"], hook.url, "generic", digest=18)
    games = AT_ONCE // 2 + 10
    for _ in range(games):
        opened("bob")
    later(10 * 3600)
    assert len(hook.bodies) == 1
    assert len(hook.bodies[0]["notices"]) == games


def test_an_address_that_is_not_confirmed_is_sent_the_link_and_nothing_else(people, post, mails, later, opened):
    channel = post.set_mail(people["ann"], "somebody@else.example", None)
    with pytest.raises(ServiceError, match="before it is confirmed"):
        post.sender.test(channel)
    for _ in range(5):
        post.set_mail(people["ann"], "somebody@else.example", 18)
    opened("bob")
    later(0)
    later()
    assert len(mails.taken) == 1
    assert re.search("/mail/confirm/", mails.text(0))
    later(CONFIRM_PAUSE)
    post.set_mail(people["ann"], "somebody@else.example", None)
    later(0)
    assert len(mails.taken) == 2


def test_one_account_asks_only_so_many_addresses_a_day_and_keeps_the_last(people, post, mails, later):
    for number in range(MOST_CONFIRMATIONS):
        post.set_mail(people["ann"], f"somebody{number}@else.example", None)
    with pytest.raises(ServiceError, match="try again tomorrow"):
        post.set_mail(people["ann"], "another@else.example", None)
    assert post.channels.mail(people["ann"]).address == f"somebody{MOST_CONFIRMATIONS - 1}@else.example"
    later(0)
    assert [mail["To"] for mail in mails.taken] == [f"somebody{MOST_CONFIRMATIONS - 1}@else.example"]
    later(DAY)
    post.set_mail(people["ann"], "another@else.example", None)


def test_a_link_that_the_mail_server_does_not_take_is_tried_again_and_told(people, post, mails, later):
    mails.refuses.add("ann@home.example")
    channel = post.set_mail(people["ann"], "ann@home.example", None)
    later(0)
    [row] = post.outbox.deliveries.of(channel.id)
    assert (row.kind, row.state) == ("confirm", "failed")
    assert "no such mailbox" in row.error
