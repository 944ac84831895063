"""What is asked of webhooks, mail, deliveries, and of what is muted."""

from __future__ import annotations

from marshmallow import fields, validate

from service.api.fields import Count, TrueOrFalse, Wanted, Whole
from service.notify.answer_shapes import DIGEST
from service.notify.channels import LONGEST_ADDRESS, LONGEST_DEVICE, LONGEST_ENDPOINT
from service.notify.forms import FORMS

SHOWN_DELIVERIES = 50

DIGEST_METADATA = {"description": DIGEST}


class WebhookWantedSchema(Wanted):
    """A webhook to be added."""

    url = fields.String(required=True, validate=validate.Length(1, LONGEST_ADDRESS))
    form = fields.String(load_default="generic", validate=validate.OneOf(tuple(FORMS)))
    game = fields.UUID(load_default=None, allow_none=True, metadata={"description": "For this game only."})
    digest = Whole(0, 23, load_default=None, allow_none=True, metadata=DIGEST_METADATA)


class DeviceWantedSchema(Wanted):
    """A browser that is to show notices: what its `PushSubscription` holds."""

    endpoint = fields.String(
        required=True,
        validate=validate.Length(1, LONGEST_ENDPOINT),
        metadata={"description": "Where its push service takes messages."},
    )
    p256dh = fields.String(
        required=True, validate=validate.Length(1, 100), metadata={"description": "Its public key, base64url."}
    )
    auth = fields.String(
        required=True, validate=validate.Length(1, 100), metadata={"description": "Its secret, base64url."}
    )
    name = fields.String(
        required=True,
        validate=validate.Length(1, LONGEST_DEVICE),
        metadata={"description": "What you call the device."},
    )
    digest = Whole(0, 23, load_default=None, allow_none=True, metadata=DIGEST_METADATA)


class WebhookConfirmedSchema(Wanted):
    """What was posted to a webhook."""

    challenge = fields.String(
        required=True, validate=validate.Length(1, 200), metadata={"description": "`challenge` of what was posted."}
    )


class DeviceConfirmedSchema(WebhookConfirmedSchema):
    """What the first message to a device held."""


class MailWantedSchema(Wanted):
    """An e-mail address for notices."""

    address = fields.String(required=True, validate=validate.Length(3, LONGEST_ADDRESS))
    digest = Whole(0, 23, load_default=None, allow_none=True, metadata=DIGEST_METADATA)


class MailQuery(Wanted):
    """Which of your e-mail addresses."""

    game = fields.UUID(load_default=None, metadata={"description": "That of this game only; else that for all others."})


class ManyQuery(Wanted):
    """How many."""

    limit = Count(1, 200, load_default=SHOWN_DELIVERIES)


class MailDeliveriesQuery(MailQuery, ManyQuery):
    """How many, and to which address."""


class MutedSchema(Wanted):
    """Whether you want to hear nothing of it."""

    muted = TrueOrFalse(required=True)
