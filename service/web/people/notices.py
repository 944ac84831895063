"""How one is told of one's games: e-mail, webhooks, and what was delivered; and what the links in mails lead to."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from flask import Blueprint, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from domain.contract.quantities import whole
from projections.games.lists import MOST, GamesQuery
from projections.notices.outbox import Row
from service.api import session
from service.api.context import services
from service.api.lists import PATIENCE
from service.errors import ServiceError
from service.language.names import game_title
from service.notify import signing
from service.notify.channels import MAIL, MOST_MAILS, PUSH, Channel
from service.notify.forms import FORMS
from service.notify.subscription import Subscription
from service.web.form_results import tell_refusal
from service.web.people.notice_words import NOTICES
from service.web.spoken import gettext

notices = Blueprint("notices", __name__)

SUBSCRIPTION = ("endpoint", "p256dh", "auth")
"""What a browser says of a subscription."""

SHOWN_DELIVERIES = 10

BROWSERS = (
    ("Edg", "Edge"), ("OPR", "Opera"), ("Firefox", "Firefox"), ("FxiOS", "Firefox"), ("Chrome", "Chrome"),
    ("CriOS", "Chrome"), ("Safari", "Safari"),
)  # fmt: skip
SYSTEMS = ("Android", "iPhone", "iPad", "Windows", "Macintosh", "CrOS", "Linux")
"""What browsers say of themselves and of where they run, the more telling word first."""

UNFINISHED = ("open", "running")
"""The states of games that there is still something to hear of."""

MUTABLE: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "game": ("pages.game.show", "game_id"),
        "league": ("pages.leagues.show", "league_id"),
        "challenge": ("pages.challenges.show", "challenge_id"),
    }
)
"""What can be muted: the endpoint of its page, and the name of its id there."""


@dataclass(frozen=True)
class ShownChannel:
    """A channel with its latest deliveries."""

    channel: Channel
    deliveries: Sequence[Row]


@notices.route("/account/notices")
def show() -> str:
    """The channels of whoever is signed in."""
    post, account = services().post, session.signed_in()
    shown = [
        ShownChannel(channel, post.outbox.deliveries.of(channel.id, SHOWN_DELIVERIES))
        for channel in post.channels.of(account)
    ]
    return render_template(
        "pages/notices.html",
        mail=next((one for one in shown if one.channel.kind == MAIL and one.channel.game is None), None),
        most_mails=MOST_MAILS,
        mails_of_games=[one for one in shown if one.channel.kind == MAIL and one.channel.game is not None],
        devices=[one for one in shown if one.channel.kind == PUSH],
        this_device=device_of(request.user_agent.string),
        push_key=post.push_key,
        webhooks=[one for one in shown if one.channel.kind in FORMS],
        forms=tuple(FORMS),
        games=_games_of(account),
        new_secret=session.taken("new_webhook_secret"),
    )


@notices.route("/account/notices/mail", methods=["POST"])
def set_mail() -> Response:
    """Have mails sent to an address."""

    def do(account: str) -> str:
        address = request.form.get("address", "").strip()
        channel = services().post.set_mail(account, address, _digest(), _game(account))
        if channel.confirmed is not None:
            return gettext("It is kept.")
        return gettext("Open the link in the mail that is on its way to you.")

    return _done(do)


@notices.route("/account/notices/webhooks", methods=["POST"])
def add_webhook() -> Response:
    """Add a webhook; its secret is shown on the next page, and never again."""

    def do(account: str) -> str:
        url, form = request.form.get("url", "").strip(), request.form.get("kind", "")
        channel = services().post.add_webhook(account, url, form, _game(account), _digest())
        session.put("new_webhook_secret", signing.written(channel.secret))
        return gettext("The webhook is there, and is used once you confirm what is posted to it now.")

    return _done(do)


@notices.route("/account/notices/devices", methods=["POST"])
def add_device() -> Response:
    """Show notices in this browser, which has subscribed; it answers to the first one by itself."""

    def do(account: str) -> str:
        given = {name: request.form.get(name, "") for name in SUBSCRIPTION}
        services().post.add_device(
            account, Subscription.read(**given), request.form.get("device", "").strip(), _digest()
        )
        return gettext("A first notice is on its way to this device.")

    return _done(do)


@notices.route("/notices/renewed", methods=["POST"])
@session.without_form_token
def renew_device() -> tuple[str, int]:
    """What the service worker of a device tells when its browser has renewed the subscription, with no page open and
    perhaps no session left: the keys of the old one prove that it is the same browser."""
    given = [[request.form.get(f"{which}_{name}", "") for name in SUBSCRIPTION] for which in ("was", "now")]
    services().post.renew_device(*(Subscription.read(*one) for one in given))
    return "", 204


@notices.route("/account/notices/webhooks/confirm", methods=["POST"])
def confirm_webhook() -> Response:
    """Confirm a webhook by the challenge that was posted there; without one, have it, or a device, asked again."""

    def do(account: str) -> str:
        post, channel = services().post, request.form.get("channel", "")
        if challenge := request.form.get("challenge", "").strip():
            post.channels.confirm_by_challenge(account, channel, challenge)
            return gettext("The webhook is confirmed.")
        post.sender.challenge(post.channels.get(account, channel))
        return gettext("The question is on its way there.")

    return _done(do)


@notices.route("/account/notices/remove", methods=["POST"])
def remove() -> Response:
    """Remove a channel."""

    def do(account: str) -> str:
        services().post.channels.remove(account, request.form.get("channel", ""))
        return gettext("It is removed.")

    return _done(do)


@notices.route("/account/notices/test", methods=["POST"])
def test() -> Response:
    """Send a test over a channel."""

    def do(account: str) -> str:
        post = services().post
        post.sender.test(post.channels.get(account, request.form.get("channel", "")))
        return gettext("A test is on its way; what came of it stands below in a moment.")

    return _done(do)


@notices.app_template_filter()
def notice_kind(kind: str) -> str:
    """What a kind of notice is called; another program's as it is spelt."""
    return gettext(NOTICES.get(kind, kind))


@notices.app_template_global()
def hears_nothing_of(about: str) -> bool:
    """Whether who is signed in has muted a game, a league or a challenge."""
    account = session.account_id()
    return account is not None and services().post.channels.is_muted(account, about)


@notices.route("/account/notices/<any(game, league, challenge):kind>/<about>", methods=["POST"])
def mute(kind: str, about: str) -> Response:
    """Hear nothing of a game, a league or a challenge any more, or again."""
    account, muted = session.signed_in(), request.form.get("muted") == "yes"
    _check_there(account, kind, about)
    services().post.channels.mute(account, about, muted)
    flash(gettext("You are told nothing more of it.") if muted else gettext("You are told of it again."), "done")
    endpoint, name = MUTABLE[kind]
    of: dict[str, Any] = {name: about}
    return redirect(url_for(endpoint, **of), 303)


@notices.route("/mail/confirm/<token>")
def ask_to_confirm(token: str) -> str:
    """Ask whoever opened the link of a mail; a program that only looks at links confirms nothing."""
    return render_template("pages/mail_link.html", title=gettext("Confirm your address"), button=gettext("Confirm it"))


@notices.route("/mail/confirm/<token>", methods=["POST"])
@session.without_form_token
def confirm(token: str) -> str:
    """Confirm the address that a link was sent to; a device does it by itself when it has shown its first notice."""
    services().post.channels.confirm(token)
    return render_template("pages/mail_link.html", title=gettext("Your address is confirmed"))


@notices.route("/mail/unsubscribe/<token>")
def ask_to_unsubscribe(token: str) -> str:
    """Ask whoever opened the link of a mail."""
    title, button = gettext("No more mails"), gettext("Send me no more mails")
    return render_template("pages/mail_link.html", title=title, button=button)


@notices.route("/mail/unsubscribe/<token>", methods=["POST"])
@session.without_form_token
def unsubscribe(token: str) -> str:
    """Send no more mails to the address of a link; mail programs do it by one click (RFC 8058)."""
    services().post.channels.unsubscribe(token)
    return render_template("pages/mail_link.html", title=gettext("No more mails will come"))


def _check_there(account: str, kind: str, about: str) -> None:
    """`not-found` for what is not there, or not for these eyes."""
    if kind == "game":
        services().ledger.view(about, account)
    elif kind == "league":
        services().league_views.called(about)
    else:
        services().challenges.called(about)


def _games_of(account: str) -> dict[str, str]:
    """The games of the account that have not ended, each with what it is called in a list."""
    services().read_models.follower.catch_up(PATIENCE)
    listed = services().read_models.lists.games(GamesQuery(account, mine=True, limit=MOST)).games
    titles = {game.id: game_title(services().catalog[game.game]) for game in listed if game.status in UNFINISHED}
    return {game_id: f"{title} {game_id[:8]}" for game_id, title in titles.items()}


def _game(account: str) -> str | None:
    """The game that a form names, of which its account may know; None: all."""
    game_id = request.form.get("game") or None
    if game_id is not None:
        _check_there(account, "game", game_id)
    return game_id


def _digest() -> int | None:
    return whole(request.form.get("digest", ""))


def _done(do: Callable[[str], str]) -> Response:
    account = session.signed_in()
    try:
        flash(do(account), "done")
    except ServiceError as error:
        tell_refusal(gettext("This was not done"), error)
    return redirect(url_for("pages.notices.show"), 303)


def device_of(agent: str) -> str:
    """What a device may be called, by what its browser says of itself."""
    browser = next((name for mark, name in BROWSERS if mark in agent), "")
    return ", ".join(filter(None, (browser, next((system for system in SYSTEMS if system in agent), ""))))
