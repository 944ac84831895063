"""The shapes of webhooks, mail, deliveries, and of what is muted."""

from __future__ import annotations

from marshmallow import fields, validate

from service.api.fields import Count, Shown, TrueOrFalse, Wanted, Whole
from service.notify.channels import LONGEST_ADDRESS
from service.notify.forms import FORMS

SHOWN_DELIVERIES = 50

DIGEST = {"description": "The hour (0 to 23, of your time zone) at which notices come together; null: each at once."}


class WebhookWantedSchema(Wanted):
    """A webhook to be added."""

    url = fields.String(required=True, validate=validate.Length(1, LONGEST_ADDRESS))
    form = fields.String(load_default="generic", validate=validate.OneOf(tuple(FORMS)))
    game = fields.UUID(load_default=None, allow_none=True, metadata={"description": "For this game only."})
    digest = Whole(0, 23, load_default=None, allow_none=True, metadata=DIGEST)


class WebhookSchema(Shown):
    """A webhook."""

    id = fields.String(required=True)
    url = fields.String(required=True)
    form = fields.String(required=True, validate=validate.OneOf(tuple(FORMS)))
    game = fields.UUID(required=True, allow_none=True)
    digest = fields.Integer(required=True, allow_none=True, metadata=DIGEST)
    created = fields.Integer(required=True, metadata={"description": "Seconds UTC."})


class NewWebhookSchema(WebhookSchema):
    """A new webhook with its secret, which is shown this once."""

    secret = fields.String(required=True, metadata={"description": "Signs what is sent (docs/webhooks.md)."})


class WebhooksSchema(Shown):
    """Your webhooks."""

    webhooks = fields.List(fields.Nested(WebhookSchema), required=True)


class MailWantedSchema(Wanted):
    """An e-mail address for notices."""

    address = fields.String(required=True, validate=validate.Length(3, LONGEST_ADDRESS))
    digest = Whole(0, 23, load_default=None, allow_none=True, metadata=DIGEST)


class MailQuery(Wanted):
    """Which of your e-mail addresses."""

    game = fields.UUID(load_default=None, metadata={"description": "That of this game only; else that for all others."})


class MailSchema(Shown):
    """Your e-mail address for notices; nothing goes there before you have opened the link that it was sent."""

    address = fields.String(required=True)
    game = fields.UUID(required=True, allow_none=True, metadata={"description": "Null: for all others."})
    confirmed = fields.Boolean(required=True)
    digest = fields.Integer(required=True, allow_none=True, metadata=DIGEST)


class TestedSchema(Shown):
    """A test that is on its way."""

    delivery = fields.String(required=True, metadata={"description": "Its id in the list of deliveries."})


class DeliverySchema(Shown):
    """What was delivered, or is to be."""

    id = fields.String(required=True, metadata={"description": "The same for every attempt."})
    kind = fields.String(required=True)
    game = fields.String(required=True, metadata={"description": "The game, league or challenge; empty for a test."})
    seat = fields.String(required=True)
    decision = fields.String(required=True)
    at = fields.Integer(required=True, metadata={"description": "When it happened, seconds UTC."})
    state = fields.String(
        required=True,
        validate=validate.OneOf(("waiting", "sent", "failed", "answered", "dropped")),
        metadata={"description": "`answered`: the decision was, before it was told; `dropped`: the channel is gone."},
    )
    due = fields.Integer(required=True, metadata={"description": "When it is sent, or sent again, seconds UTC."})
    attempts = fields.Integer(required=True)
    ended = fields.Integer(required=True, allow_none=True, metadata={"description": "Seconds UTC."})
    error = fields.String(required=True, allow_none=True, metadata={"description": "Why the last attempt failed."})


class DeliveriesSchema(Shown):
    """The newest deliveries, the latest first."""

    deliveries = fields.List(fields.Nested(DeliverySchema), required=True)


class ManyQuery(Wanted):
    """How many."""

    limit = Count(1, 200, load_default=SHOWN_DELIVERIES)


class MailDeliveriesQuery(MailQuery, ManyQuery):
    """How many, and to which address."""


class MutedSchema(Wanted):
    """Whether you want to hear nothing of it."""

    muted = TrueOrFalse(required=True)


class KeptMutedSchema(Shown):
    """Whether you hear nothing of it."""

    muted = fields.Boolean(required=True)
