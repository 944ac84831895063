"""How people are told of their games: webhooks, an e-mail address, what is muted, and what was delivered."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from service.api.callers import needing, signed_in
from service.api.context import services
from service.api.operations import Resource
from service.api.people import channels
from service.api.people import notice_schemas as shapes
from service.api.schemas import Body
from service.errors import ServiceError
from service.notify import signing
from service.notify.answer_shapes import Deliveries, KeptMuted, Mail, NewWebhook, Tested, Webhook, Webhooks
from service.notify.channels import Channel
from service.notify.forms import FORMS

notices = Resource(
    "notices", __name__, scope="account", description="Webhooks, e-mail, and what was delivered over them."
)


@notices.route("/webhooks")
@signed_in
@needing("account")
@notices.response(200, Webhooks)
def webhooks(account: str) -> Webhooks:
    """Your webhooks."""
    kept = [channel for channel in _channels().of(account) if channel.kind in FORMS]
    return Webhooks(webhooks=[_webhook(channel) for channel in kept])


@notices.route("/webhooks", methods=["POST"])
@signed_in
@notices.arguments(shapes.WebhookWantedSchema)
@notices.response(201, NewWebhook)
def add_webhook(body: Body, account: str) -> NewWebhook:
    """Add a webhook, for all your games or for one.

    It is sent a POST when a decision has waited for you for a minute, before a deadline, when a game begins or ends,
    when you are invited, and when a takeback is asked. An address in a private network is refused (`illegal`), unless
    the operator allows it. A name that leads nowhere yet is taken; where it leads is looked at again at each delivery.

    At first it is posted a challenge only: it is used once its server has answered with the challenge, the link in it
    was opened, or the challenge was sent to `POST /webhooks/{webhook_id}/confirmation`, within a week. An account has
    so many webhooks at a time and adds so many a day (`budget-spent`).
    """
    channel = services().post.add_webhook(account, body["url"], body["form"], _game(body), body["digest"])
    return NewWebhook.of(channel, **_shown(channel), secret=signing.written(channel.secret))


@notices.route("/webhooks/<webhook_id>/confirmation", methods=["POST"])
@signed_in
@notices.arguments(shapes.WebhookConfirmedSchema)
@notices.response(200, Webhook)
def confirm_webhook(body: Body, webhook_id: str, account: str) -> Webhook:
    """Confirm a webhook by the challenge that was posted there."""
    own = _own_webhook(account, webhook_id)
    return _webhook(_channels().confirm_by_challenge(account, own.id, body["challenge"]))


@notices.route("/webhooks/<webhook_id>/challenge", methods=["POST"])
@signed_in
@notices.response(202, Tested)
def challenge_webhook(webhook_id: str, account: str) -> Tested:
    """Have the challenge posted again to a webhook that is not confirmed, unless it was in the last ten minutes.

    10 times a day at most.
    """
    return channels.challenged(_own_webhook(account, webhook_id))


@notices.route("/webhooks/<webhook_id>", methods=["DELETE"])
@signed_in
@notices.response(204)
def remove_webhook(webhook_id: str, account: str) -> None:
    """Remove a webhook."""
    _channels().remove(account, _own_webhook(account, webhook_id).id)


@notices.route("/webhooks/<webhook_id>/test", methods=["POST"])
@signed_in
@notices.response(202, Tested)
def test_webhook(webhook_id: str, account: str) -> Tested:
    """Send a test; the list of deliveries tells what came of it."""
    return channels.tested(_own_webhook(account, webhook_id))


@notices.route("/webhooks/<webhook_id>/deliveries")
@signed_in
@needing("account")
@notices.arguments(shapes.ManyQuery, location="query")
@notices.response(200, Deliveries)
def webhook_deliveries(query: Body, webhook_id: str, account: str) -> Deliveries:
    """What was delivered to a webhook, and what was not, with the reason."""
    return channels.deliveries(_own_webhook(account, webhook_id), query["limit"])


@notices.route("/accounts/me/mail")
@signed_in
@needing("account")
@notices.arguments(shapes.MailQuery, location="query")
@notices.response(200, Mail)
def mail(query: Body, account: str) -> Mail:
    """Your e-mail address for notices: that for all games, or with `game` the one of its own that a game has."""
    return _mail(_own_mail(account, query))


@notices.route("/accounts/me/mail", methods=["PUT"])
@signed_in
@notices.arguments(shapes.MailQuery, location="query")
@notices.arguments(shapes.MailWantedSchema)
@notices.response(200, Mail)
def set_mail(query: Body, body: Body, account: str) -> Mail:
    """Have notices sent to an e-mail address, in the place of an earlier one: of all games, or with `game` of that one.

    An address that is new is sent a link; nothing else goes there before it is opened. Send the address again for
    another link, ten minutes later at the earliest and 10 a day at most. A game that has an address of its own is told
    of there only. An account has 20 addresses at most.
    """
    return _mail(services().post.set_mail(account, body["address"], body["digest"], _game(query)))


@notices.route("/accounts/me/mail", methods=["DELETE"])
@signed_in
@notices.arguments(shapes.MailQuery, location="query")
@notices.response(204)
def remove_mail(query: Body, account: str) -> None:
    """Have no more mails sent to the address for all games, or to that of one."""
    _channels().remove(account, _own_mail(account, query).id)


@notices.route("/accounts/me/mail/test", methods=["POST"])
@signed_in
@notices.arguments(shapes.MailQuery, location="query")
@notices.response(202, Tested)
def test_mail(query: Body, account: str) -> Tested:
    """Send a test mail to your confirmed address."""
    return channels.tested(_own_mail(account, query))


@notices.route("/accounts/me/mail/deliveries")
@signed_in
@needing("account")
@notices.arguments(shapes.MailDeliveriesQuery, location="query")
@notices.response(200, Deliveries)
def mail_deliveries(query: Body, account: str) -> Deliveries:
    """What was mailed to you, and what was not, with the reason."""
    return channels.deliveries(_own_mail(account, query), query["limit"])


@notices.route("/games/<uuid:game_id>/notifications")
@signed_in
@notices.response(200, KeptMuted)
def muted(game_id: UUID, account: str) -> KeptMuted:
    """Whether you hear nothing of a game."""
    services().ledger.view(str(game_id), account)
    return _muted(account, game_id)


@notices.route("/games/<uuid:game_id>/notifications", methods=["PUT"])
@signed_in
@notices.arguments(shapes.MutedSchema)
@notices.response(200, KeptMuted)
def mute(body: Body, game_id: UUID, account: str) -> KeptMuted:
    """Hear nothing of a game any more, or again."""
    services().ledger.view(str(game_id), account)
    return _mute(account, game_id, body)


@notices.route("/leagues/<uuid:league_id>/notifications")
@signed_in
@notices.response(200, KeptMuted)
def muted_league(league_id: UUID, account: str) -> KeptMuted:
    """Whether you hear nothing of a league."""
    services().league_views.called(str(league_id))
    return _muted(account, league_id)


@notices.route("/leagues/<uuid:league_id>/notifications", methods=["PUT"])
@signed_in
@notices.arguments(shapes.MutedSchema)
@notices.response(200, KeptMuted)
def mute_league(body: Body, league_id: UUID, account: str) -> KeptMuted:
    """Hear nothing of a league any more, or again; its games tell you of themselves as before."""
    services().league_views.called(str(league_id))
    return _mute(account, league_id, body)


@notices.route("/challenges/<uuid:challenge_id>/notifications")
@signed_in
@notices.response(200, KeptMuted)
def muted_challenge(challenge_id: UUID, account: str) -> KeptMuted:
    """Whether you hear of no invitations to groups of a challenge."""
    services().challenges.called(str(challenge_id))
    return _muted(account, challenge_id)


@notices.route("/challenges/<uuid:challenge_id>/notifications", methods=["PUT"])
@signed_in
@notices.arguments(shapes.MutedSchema)
@notices.response(200, KeptMuted)
def mute_challenge(body: Body, challenge_id: UUID, account: str) -> KeptMuted:
    """Hear of no invitations to groups of a challenge any more, or again."""
    services().challenges.called(str(challenge_id))
    return _mute(account, challenge_id, body)


def _muted(account: str, about: UUID) -> KeptMuted:
    return KeptMuted(muted=_channels().is_muted(account, str(about)))


def _mute(account: str, about: UUID, body: Body) -> KeptMuted:
    _channels().mute(account, str(about), body["muted"])
    return KeptMuted(muted=body["muted"])


def _channels() -> Any:
    return services().post.channels


def _webhook(channel: Channel) -> Webhook:
    return Webhook.of(channel, **_shown(channel))


def _shown(channel: Channel) -> Body:
    return {"url": channel.address, "form": channel.kind, "confirmed": channel.confirmed is not None}


def _own_webhook(account: str, webhook_id: str) -> Channel:
    return channels.own(account, webhook_id, FORMS, "webhook")


def _own_mail(account: str, query: Body) -> Channel:
    channel: Channel | None = _channels().mail(account, _game(query))
    if channel is None:
        raise ServiceError("not-found", "you have given no e-mail address")
    return channel


def _game(asked: Body) -> str | None:
    """The game that a channel is for; None: for all."""
    return None if asked["game"] is None else str(asked["game"])


def _mail(channel: Channel) -> Mail:
    return Mail.of(channel, confirmed=channel.confirmed is not None)
