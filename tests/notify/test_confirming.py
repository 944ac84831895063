"""A webhook is used once whoever has its address has said so, and every delivery is looked at anew."""

import pytest

from service.errors import ServiceError
from service.notify.delivery import Delivery, NotDelivered
from service.notify.exchange import Peers
from service.notify.webhook import LONGEST_ECHO, Webhooks, is_echo
from tests.notify.hooks import confirmed_webhook


@pytest.fixture
def asked(post, people, hook):
    """A webhook of ann's that was asked whose it is."""
    channel = post.add_webhook(people["ann"], hook.url, "generic")
    post.sender.step()
    return channel


def test_at_first_it_is_posted_a_challenge_and_nothing_else(asked, opened, later, hook):
    opened("bob")
    later()
    [body] = hook.bodies
    assert body.keys() == {"id", "subject", "text", "notices", "challenge"}
    assert body["text"].endswith(f"https://games.example/mail/confirm/{body['challenge']}")
    assert body["notices"] == []


def test_the_challenge_confirms_it(asked, post, people, hook, opened, later):
    post.channels.confirm_by_challenge(people["ann"], asked.id, hook.bodies[0]["challenge"])
    opened("bob")
    later()
    assert [notice["kind"] for body in hook.bodies[1:] for notice in body["notices"]] == ["started", "turn"]


def test_the_answer_that_says_the_challenge_confirms_it(post, people, hook):
    for answer in ("{}", '{{"challenge": "{}"}}'):
        hook.echo = answer
        channel = post.add_webhook(people["ann"], hook.url, "generic")
        post.sender.step()
        assert post.channels.get(people["ann"], channel.id).confirmed is not None


def test_who_sends_back_all_that_is_sent_confirms_nothing():
    assert is_echo(b"abc\n", "abc")
    assert is_echo(b'{"challenge": "abc"}', "abc")
    for answer in (b"", b"abcd", b'{"challenge": "abc", "id": "1"}', b'{"text": "abc"}', b"abc" + b" " * LONGEST_ECHO):
        assert not is_echo(answer, "abc")


def test_only_its_own_challenge_confirms_it(asked, post, people, hook):
    other = post.channels.add_webhook(people["ann"], f"{hook.url}&y", "generic")
    challenge = hook.bodies[0]["challenge"]
    for account, channel in ((people["ann"], other), (people["bob"], asked)):
        with pytest.raises(ServiceError) as refused:
            post.channels.confirm_by_challenge(account, channel.id, challenge)
        assert refused.value.code == "not-found"
    assert post.channels.get(people["ann"], asked.id).confirmed is None


def test_it_is_asked_again_when_that_is_wanted(asked, post, hook, later, clock):
    first = post.sender.challenge(asked)
    later(1)
    assert len(hook.bodies) == 1
    clock.now += 600
    assert post.sender.challenge(asked) != first
    later(1)
    assert len(hook.bodies) == 2


def test_it_is_asked_ten_minutes_later_at_the_earliest(asked, post, later, hook, clock):
    """Whatever the clock shows."""
    clock.now += 600 - clock.now % 600 + 599
    again = post.sender.challenge(asked)
    for seconds in (1, 598):
        clock.now += seconds
        assert post.sender.challenge(asked) == again
    clock.now += 1
    assert post.sender.challenge(asked) != again
    later(1)
    assert len(hook.bodies) == 3


def test_who_has_it_asked_at_the_same_time_as_another_is_told_of_that_ones_delivery(
    asked, services, post, later, hook, clock, monkeypatch
):
    clock.now += 600 - clock.now % 600 + 599
    append, faster = services.store.append, []

    def beaten(*given, **named):
        monkeypatch.setattr(services.store, "append", append)
        clock.now += 1
        faster.append(post.sender.challenge(asked))
        return append(*given, **named)

    monkeypatch.setattr(services.store, "append", beaten)
    assert [post.sender.challenge(asked)] == faster
    later(1)
    assert len(hook.bodies) == 2


def test_so_many_times_a_day_and_no_more(asked, post, hook, later, clock):
    for _ in range(9):
        clock.now += 600
        post.sender.challenge(asked)
    later(1)
    assert len(hook.bodies) == 10
    clock.now += 600
    with pytest.raises(ServiceError) as refused:
        post.sender.challenge(asked)
    assert (refused.value.status, refused.value.code) == (429, "budget-spent")
    clock.now += 24 * 3600
    assert post.sender.challenge(asked)


def test_no_mail_is_asked_for_as_if_it_were_a_webhook(post, people, later, mails, clock):
    channel = post.set_mail(people["ann"], "ann@example.org", None)
    clock.now += 600
    with pytest.raises(ServiceError) as refused:
        post.sender.challenge(channel)
    assert refused.value.code == "not-found"
    later(1)
    assert len(mails.taken) == 1


def test_a_webhook_that_is_removed_makes_room(post, people, hook, clock):
    kept = [confirmed_webhook(post, people["ann"], hook.url) for _ in range(20)]
    clock.now += 24 * 3600
    with pytest.raises(ServiceError) as refused:
        post.add_webhook(people["ann"], hook.url, "generic")
    assert (refused.value.status, refused.value.code) == (429, "budget-spent")
    assert refused.value.reason == "an account has 20 webhooks at a time, and you have 20"
    post.channels.remove(people["ann"], kept[0].id)
    assert post.add_webhook(people["ann"], hook.url, "generic").confirmed is None


@pytest.mark.parametrize(
    "address", ["127.0.0.1", "10.1.2.3", "169.254.169.254", "::1", "fe80::1", "::ffff:127.0.0.1", "64:ff9b::7f00:1"]
)
def test_where_a_name_leads_is_looked_at_at_each_delivery(post, people, hook, address):
    channel = confirmed_webhook(post, people["ann"], f"http://rebound.example:{hook.port}/")
    rebinding = iter((["127.0.0.1"], [address]))
    message = Delivery("d", "subject", "text", [])
    Webhooks(Peers(True, lambda host, port: next(rebinding)), lambda: 0).send(channel, message)
    with pytest.raises(NotDelivered, match="private address") as refused:
        Webhooks(Peers(False, lambda host, port: next(rebinding)), lambda: 0).send(channel, message)
    assert refused.value.for_good
    assert len(hook.posted) == 1
