"""What is done with a channel of one's own in the same way whatever it is: a webhook, a device, a mail address."""

from __future__ import annotations

from collections.abc import Collection

from service.api.context import services
from service.errors import ServiceError
from service.notify.answer_shapes import Deliveries, Delivery, Tested
from service.notify.channels import Channel


def own(account: str, channel_id: str, kinds: Collection[str], what: str) -> Channel:
    """The account's channel of this id; `not-found` unless it is of one of these kinds, which is `what` in words."""
    channel: Channel = services().post.channels.get(account, channel_id)
    if channel.kind not in kinds:
        raise ServiceError("not-found", f"this is no {what}")
    return channel


def challenged(channel: Channel) -> Tested:
    """Send the challenge again to one that is not confirmed, unless it was in the last ten minutes."""
    return Tested(delivery=services().post.sender.challenge(channel))


def tested(channel: Channel) -> Tested:
    """Send a test over it."""
    return Tested(delivery=services().post.sender.test(channel))


def deliveries(channel: Channel, most: int) -> Deliveries:
    """What was sent over it last, and what was not, with the reason."""
    rows = services().post.outbox.deliveries.of(channel.id, most)
    return Deliveries(deliveries=[Delivery.of(row) for row in rows])
