"""How people are told of their games: webhooks, an e-mail address, games that are muted, and what was delivered."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from marshmallow import fields, validate

from service.api.callers import signed_in
from service.api.context import services
from service.api.fields import Count, Shown, TrueOrFalse, Wanted, Whole
from service.api.reading import Resource
from service.errors import ServiceError
from service.notify.channels import FORMS, LONGEST_ADDRESS, Channel

notices = Resource("notices", __name__, description="Webhooks, e-mail, and what was delivered over them.")

Body = dict[str, Any]

SHOWN_DELIVERIES = 50

DIGEST = {"description": "The hour (0 to 23, of your time zone) at which notices come together; null: each at once."}


class WebhookWantedSchema(Wanted):
    """A webhook to be added."""

    url = fields.String(required=True, validate=validate.Length(1, LONGEST_ADDRESS))
    form = fields.String(load_default="generic", validate=validate.OneOf(FORMS))
    game = fields.UUID(load_default=None, allow_none=True, metadata={"description": "For this game only."})
    digest = Whole(0, 23, load_default=None, allow_none=True, metadata=DIGEST)


class WebhookSchema(Shown):
    """A webhook."""

    id = fields.String(required=True)
    url = fields.String(required=True)
    form = fields.String(required=True, validate=validate.OneOf(FORMS))
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


class MailSchema(Shown):
    """Your e-mail address for notices; nothing goes there before you have opened the link that it was sent."""

    address = fields.String(required=True)
    confirmed = fields.Boolean(required=True)
    digest = fields.Integer(required=True, allow_none=True, metadata=DIGEST)


class TestedSchema(Shown):
    """A test that is on its way."""

    delivery = fields.String(required=True, metadata={"description": "Its id in the list of deliveries."})


class DeliverySchema(Shown):
    """What was delivered, or is to be."""

    id = fields.String(required=True, metadata={"description": "The same for every attempt."})
    kind = fields.String(required=True)
    game = fields.String(required=True, metadata={"description": "Empty for a test."})
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


class MutedSchema(Wanted):
    """Whether you want to hear nothing of a game."""

    muted = TrueOrFalse(required=True)


class KeptMutedSchema(Shown):
    """Whether you hear nothing of a game."""

    muted = fields.Boolean(required=True)


@notices.route("/webhooks")
@signed_in
@notices.response(200, WebhooksSchema)
def webhooks(account: str) -> Body:
    """Your webhooks."""
    return {"webhooks": [_webhook(channel) for channel in _channels().of(account) if channel.kind in FORMS]}


@notices.route("/webhooks", methods=["POST"])
@signed_in
@notices.arguments(WebhookWantedSchema)
@notices.response(201, NewWebhookSchema)
def add_webhook(body: Body, account: str) -> Body:
    """Add a webhook, for all your games or for one.

    It is sent a POST when a decision has waited for you for a minute, before a deadline, when a game begins or ends,
    when you are invited, and when a takeback is asked. Addresses in private networks are refused when it comes to
    sending.
    """
    game = None if body["game"] is None else str(body["game"])
    channel = _channels().add_webhook(account, body["url"], body["form"], game, body["digest"])
    return _webhook(channel) | {"secret": channel.secret.hex()}


@notices.route("/webhooks/<webhook_id>", methods=["DELETE"])
@signed_in
@notices.response(204)
def remove_webhook(webhook_id: str, account: str) -> None:
    """Remove a webhook."""
    _channels().remove(account, _own_webhook(account, webhook_id).id)


@notices.route("/webhooks/<webhook_id>/test", methods=["POST"])
@signed_in
@notices.response(202, TestedSchema)
def test_webhook(webhook_id: str, account: str) -> Body:
    """Send a test; the list of deliveries tells what came of it."""
    return {"delivery": services().post.sender.test(_own_webhook(account, webhook_id))}


@notices.route("/webhooks/<webhook_id>/deliveries")
@signed_in
@notices.arguments(ManyQuery, location="query")
@notices.response(200, DeliveriesSchema)
def webhook_deliveries(query: Body, webhook_id: str, account: str) -> Body:
    """What was delivered to a webhook, and what was not, with the reason."""
    return _deliveries(_own_webhook(account, webhook_id), query)


@notices.route("/accounts/me/mail")
@signed_in
@notices.response(200, MailSchema)
def mail(account: str) -> Body:
    """Your e-mail address for notices."""
    return _mail(_own_mail(account))


@notices.route("/accounts/me/mail", methods=["PUT"])
@signed_in
@notices.arguments(MailWantedSchema)
@notices.response(200, MailSchema)
def set_mail(body: Body, account: str) -> Body:
    """Have notices sent to an e-mail address, in the place of an earlier one.

    An address that is new is sent a link; nothing else goes there before it is opened.
    """
    channel = _channels().set_mail(account, body["address"], body["digest"])
    if channel.confirmed is None:
        services().post.sender.confirm_address(channel)
    return _mail(channel)


@notices.route("/accounts/me/mail", methods=["DELETE"])
@signed_in
@notices.response(204)
def remove_mail(account: str) -> None:
    """Have no more mails sent."""
    _channels().remove(account, _own_mail(account).id)


@notices.route("/accounts/me/mail/test", methods=["POST"])
@signed_in
@notices.response(202, TestedSchema)
def test_mail(account: str) -> Body:
    """Send a test mail to your confirmed address."""
    return {"delivery": services().post.sender.test(_own_mail(account))}


@notices.route("/accounts/me/mail/deliveries")
@signed_in
@notices.arguments(ManyQuery, location="query")
@notices.response(200, DeliveriesSchema)
def mail_deliveries(query: Body, account: str) -> Body:
    """What was mailed to you, and what was not, with the reason."""
    return _deliveries(_own_mail(account), query)


@notices.route("/games/<uuid:game_id>/notifications")
@signed_in
@notices.response(200, KeptMutedSchema)
def muted(game_id: UUID, account: str) -> Body:
    """Whether you hear nothing of a game."""
    services().ledger.view(str(game_id), account)
    return {"muted": _channels().is_muted(account, str(game_id))}


@notices.route("/games/<uuid:game_id>/notifications", methods=["PUT"])
@signed_in
@notices.arguments(MutedSchema)
@notices.response(200, KeptMutedSchema)
def mute(body: Body, game_id: UUID, account: str) -> Body:
    """Hear nothing of a game any more, or again."""
    services().ledger.view(str(game_id), account)
    _channels().mute(account, str(game_id), body["muted"])
    return {"muted": body["muted"]}


def _channels() -> Any:
    return services().post.channels


def _own_webhook(account: str, channel_id: str) -> Channel:
    channel: Channel = _channels().get(account, channel_id)
    return channel


def _own_mail(account: str) -> Channel:
    channel: Channel | None = _channels().mail(account)
    if channel is None:
        raise ServiceError("not-found", "you have given no e-mail address")
    return channel


def _webhook(channel: Channel) -> Body:
    shown = {name: getattr(channel, name) for name in ("id", "game", "digest", "created")}
    return shown | {"url": channel.address, "form": channel.kind}


def _mail(channel: Channel) -> Body:
    return {"address": channel.address, "confirmed": channel.confirmed is not None, "digest": channel.digest}


def _deliveries(channel: Channel, query: Body) -> Body:
    return {"deliveries": services().post.outbox.deliveries.of(channel.id, query["limit"])}
