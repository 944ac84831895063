"""What a machine has lost of one account keeps nobody else from being told."""

import pytest
from sqlalchemy import update

from service.people.accounts import SETTLE
from service.store.event_store import executing
from service.store.relations import channels
from tests.notify.hooks import confirmed_webhook
from tests.notify.looking import kinds
from tests.service.clocks import HOUR


@pytest.fixture
def anns_zone_is_lost(services, people):
    """Ann has chosen a zone of which this machine has no data any more."""
    zone = {"time_zone": "SystemV/EST5EDT", "language": "en"}
    services.store.write(executing(SETTLE, account=people["ann"], **zone))


@pytest.mark.usefixtures("anns_zone_is_lost")
def test_where_the_data_of_a_zone_is_lost_a_digest_comes_by_the_hours_of_utc(
    opened, post, people, bobs, hook, later, clock
):
    confirmed_webhook(post, people["ann"], hook.url, digest=10)
    clock.now = 1_800_000_000  # 08:00 UTC
    opened("bob")
    later()
    assert kinds(hook) == ["started"], "bob's"
    assert later(2 * HOUR - 62) == 0
    assert later(1) == 1
    assert kinds(hook) == ["started", "started", "turn"]


@pytest.mark.usefixtures("anns_zone_is_lost")
def test_who_has_a_zone_whose_data_is_lost_may_change_the_language_alone(services, people):
    assert services.accounts.change(people["ann"], language="fr").time_zone == "SystemV/EST5EDT"


def spoil(services, *spoiled):
    """Have the secrets of channels sealed by another installation, or cut off."""
    for channel, sealed in spoiled:
        services.store.write(executing(update(channels).where(channels.c.id == channel.id).values(sealed=sealed)))


def test_over_a_channel_whose_secret_cannot_be_opened_nothing_is_told_and_over_all_others_it_is(
    services, opened, post, people, webhook, bobs, hook, later
):
    others = confirmed_webhook(post, people["ann"], hook.url)
    cut_off = confirmed_webhook(post, people["ann"], hook.url)
    spoil(services, (webhook, b"x" * 60), (cut_off, b"x"))
    opened("bob")
    assert later(0) == 2
    assert post.channels.of(people["ann"]) == [others]
    assert post.outbox.deliveries.of(webhook.id) == []


def test_what_waited_for_it_is_dropped(services, opened, post, webhook, bobs, later):
    opened("bob")
    post.outbox.follower.catch_up()
    spoil(services, (webhook, b"x" * 60))
    assert later(0) == 1
    assert [row.state for row in post.outbox.deliveries.of(webhook.id)] == ["waiting", "dropped"]
