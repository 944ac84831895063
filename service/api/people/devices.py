"""The devices on which people are shown what happens in their games: browsers that have subscribed to web push."""

from __future__ import annotations

from service.api.callers import needing, signed_in
from service.api.context import services
from service.api.operations import Resource
from service.api.people import channels
from service.api.people import notice_schemas as shapes
from service.api.schemas import Body
from service.notify.answer_shapes import Deliveries, Device, Devices, Tested
from service.notify.channels import PUSH, Channel
from service.notify.subscription import Subscription

devices = Resource("devices", __name__, scope="account", description="Browsers that show notices (docs/push.md).")


@devices.route("/devices")
@signed_in
@needing("account")
@devices.response(200, Devices)
def own_devices(account: str) -> Devices:
    """Your devices, and the key that a browser subscribes with."""
    post = services().post
    return Devices(devices=[_shown(channel) for channel in post.channels.devices(account)], key=post.push_key)


@devices.route("/devices", methods=["POST"])
@signed_in
@devices.arguments(shapes.DeviceWantedSchema)
@devices.response(201, Device)
def add_device(body: Body, account: str) -> Device:
    """Have a browser show notices: what its `PushSubscription` holds, made with the key that `GET /devices` tells.

    At first it is sent a challenge only: it is used once that was sent to `POST /devices/{device_id}/confirmation`,
    which the pages' own service worker does. A browser that is there already stays, with the new digest; one that was
    somebody else's is yours. Refused as a webhook is: `illegal` for a private address, `budget-spent` for too many.
    """
    subscription = Subscription.read(body["endpoint"], body["p256dh"], body["auth"])
    return _shown(services().post.add_device(account, subscription, body["name"], body["digest"]))


@devices.route("/devices/<device_id>/confirmation", methods=["POST"])
@signed_in
@devices.arguments(shapes.DeviceConfirmedSchema)
@devices.response(200, Device)
def confirm_device(body: Body, device_id: str, account: str) -> Device:
    """Confirm a device by the challenge that was sent to it."""
    own = _own(account, device_id)
    return _shown(services().post.channels.confirm_by_challenge(account, own.id, body["challenge"]))


@devices.route("/devices/<device_id>/challenge", methods=["POST"])
@signed_in
@devices.response(202, Tested)
def challenge_device(device_id: str, account: str) -> Tested:
    """Have the challenge sent again to a device that is not confirmed, unless it was in the last ten minutes."""
    return channels.challenged(_own(account, device_id))


@devices.route("/devices/<device_id>", methods=["DELETE"])
@signed_in
@devices.response(204)
def remove_device(device_id: str, account: str) -> None:
    """Show nothing more on a device."""
    services().post.channels.remove(account, _own(account, device_id).id)


@devices.route("/devices/<device_id>/test", methods=["POST"])
@signed_in
@devices.response(202, Tested)
def test_device(device_id: str, account: str) -> Tested:
    """Show a test; the list of deliveries tells what came of it."""
    return channels.tested(_own(account, device_id))


@devices.route("/devices/<device_id>/deliveries")
@signed_in
@needing("account")
@devices.arguments(shapes.ManyQuery, location="query")
@devices.response(200, Deliveries)
def device_deliveries(query: Body, device_id: str, account: str) -> Deliveries:
    """What was sent to a device, and what was not, with the reason."""
    return channels.deliveries(_own(account, device_id), query["limit"])


def _own(account: str, device_id: str) -> Channel:
    return channels.own(account, device_id, (PUSH,), "device")


def _shown(channel: Channel) -> Device:
    return Device.of(channel, name=channel.device, endpoint=channel.address, confirmed=channel.confirmed is not None)
