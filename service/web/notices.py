"""How one is told of one's games: e-mail, webhooks, and what was delivered; and what the links in mails lead to."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from flask import Blueprint, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from projections.outbox import Row
from service.api.context import services
from service.errors import ServiceError
from service.notify.channels import FORMS, Channel
from service.web import session

notices = Blueprint("notices", __name__)

SHOWN_DELIVERIES = 10


@dataclass(frozen=True)
class ShownChannel:
    """A channel with its latest deliveries."""

    channel: Channel
    deliveries: Sequence[Row]


@notices.route("/account/notices")
def show() -> str:
    """The channels of who is signed in."""
    post, account = services().post, session.signed_in()
    shown = [
        ShownChannel(channel, post.outbox.deliveries.of(channel.id, SHOWN_DELIVERIES))
        for channel in post.channels.of(account)
    ]
    return render_template(
        "pages/notices.html",
        mail=next((one for one in shown if one.channel.kind not in FORMS), None),
        webhooks=[one for one in shown if one.channel.kind in FORMS],
        forms=FORMS,
        new_secret=session.taken("new_webhook_secret"),
    )


@notices.route("/account/notices/mail", methods=["POST"])
def set_mail() -> Response:
    """Have mails sent to an address."""

    def do(account: str) -> str:
        post = services().post
        channel = post.channels.set_mail(account, request.form.get("address", "").strip(), _digest())
        if channel.confirmed is not None:
            return "It is kept."
        post.sender.confirm_address(channel)
        return "Open the link in the mail that is on its way to you."

    return _done(do)


@notices.route("/account/notices/webhooks", methods=["POST"])
def add_webhook() -> Response:
    """Add a webhook; its secret is shown on the next page, and never again."""

    def do(account: str) -> str:
        url, form = request.form.get("url", "").strip(), request.form.get("kind", "")
        channel = services().post.channels.add_webhook(account, url, form, digest=_digest())
        session.put("new_webhook_secret", channel.secret.hex())
        return "The webhook is there."

    return _done(do)


@notices.route("/account/notices/remove", methods=["POST"])
def remove() -> Response:
    """Remove a channel."""

    def do(account: str) -> str:
        services().post.channels.remove(account, request.form.get("channel", ""))
        return "It is removed."

    return _done(do)


@notices.route("/account/notices/test", methods=["POST"])
def test() -> Response:
    """Send a test over a channel."""

    def do(account: str) -> str:
        post = services().post
        post.sender.test(post.channels.get(account, request.form.get("channel", "")))
        return "A test is on its way; what came of it stands below in a moment."

    return _done(do)


@notices.route("/mail/confirm/<token>")
def ask_to_confirm(token: str) -> str:
    """Ask whoever opened the link of a mail; a program that only looks at links confirms nothing."""
    return render_template("pages/mail_link.html", title="Confirm your address", button="Confirm it")


@notices.route("/mail/confirm/<token>", methods=["POST"])
def confirm(token: str) -> str:
    """Confirm the address that a link was sent to."""
    services().post.channels.confirm(token)
    return render_template("pages/mail_link.html", title="Your address is confirmed")


@notices.route("/mail/unsubscribe/<token>")
def ask_to_unsubscribe(token: str) -> str:
    """Ask whoever opened the link of a mail."""
    return render_template("pages/mail_link.html", title="No more mails", button="Send me no more mails")


@notices.route("/mail/unsubscribe/<token>", methods=["POST"])
@session.without_form_token
def unsubscribe(token: str) -> str:
    """Send no more mails to the address of a link; mail programs do it by one click (RFC 8058)."""
    services().post.channels.unsubscribe(token)
    return render_template("pages/mail_link.html", title="No more mails will come")


def _digest() -> int | None:
    hour = request.form.get("digest", "")
    return int(hour) if hour.isascii() and hour.isdigit() else None


def _done(do: Callable[[str], str]) -> Response:
    account = session.signed_in()
    try:
        flash(do(account), "done")
    except ServiceError as error:
        flash(f"This was not done: {error.reason}.", "refused")
    return redirect(url_for("pages.notices.show"), 303)
