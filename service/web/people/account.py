"""One's own account: name, password, place, vacation, blocks, where one is signed in, and leaving for good."""

from __future__ import annotations

from typing import get_args

from flask import Blueprint, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from domain.contract.quantities import DAY, Bounds
from service.api import session
from service.api.context import services
from service.api.people.vacations import apply_to_games
from service.errors import ServiceError
from service.people.blocks import MOST, Way
from service.people.scopes import MEANINGS, SCOPES
from service.people.zones import zone_names
from service.web.form_results import tell_refusal
from service.web.numbers import number
from service.web.spoken import gettext

TOKEN_DAYS = Bounds(1, 3650)
"""For how many days a token may be made."""

account = Blueprint("account", __name__)


@account.route("/account")
def show() -> str:
    """What there is to change."""
    found = session.signed_in()
    blocks, vacations = services().blocks, services().vacations
    return render_template(
        "pages/account.html",
        tokens=services().accounts.tokens(found),
        this_one=session.session_token_id(),
        new_token=session.taken("new_token"),
        scopes=MEANINGS,
        zones=sorted({*zone_names(), services().accounts.get(found).time_zone}),
        vacation=vacations.current(found),
        vacation_days=vacations.left(found) // DAY,
        operator=services().accounts.is_operator(found),
        blocked_and_muted={way: blocks.of_account(found, way) for way in get_args(Way)},
        most_blocked=MOST,
    )


@account.route("/account/name", methods=["POST"])
def rename() -> Response:
    """Take another name."""
    found = session.signed_in()
    try:
        services().accounts.change(found, name=request.form.get("name", ""))
        flash(gettext("Your name is changed."), "done")
    except ServiceError as error:
        tell_refusal(gettext("The name is as it was"), error)
    return _back()


@account.route("/account/place", methods=["POST"])
def choose_zone_and_language() -> Response:
    """Choose time zone and language."""
    found = session.signed_in()
    try:
        zone, language = (request.form.get(name) for name in ("time_zone", "language"))
        services().accounts.change(found, time_zone=zone, language=language)
        flash(gettext("Your time zone and language are kept."), "done")
    except ServiceError as error:
        tell_refusal(gettext("They are as they were"), error)
    return _back()


@account.route("/account/bot", methods=["POST"])
def mark_as_bot() -> Response:
    """Mark the account for ever as one that a program plays with, if that is confirmed."""
    found = session.signed_in()
    if not request.form.get("for_ever"):
        flash(gettext("It is as it was: tick that it is for ever."), "refused")
        return _back()
    services().accounts.change(found, bot=True)
    flash(gettext("Your account is marked as a bot's."), "done")
    return _back()


@account.route("/account/vacation", methods=["POST"])
def go_on_vacation() -> Response:
    """Go on vacation now for so many days, or have it end after so many from now."""
    found = session.signed_in()
    try:
        days = number(request.form.get("days", ""), "days")
        services().vacations.take(found, services().clockwork.now() + days * DAY)
        apply_to_games(found)
        flash(gettext("Your clocks stand still, as far as each game allows."), "done")
    except ServiceError as error:
        tell_refusal(gettext("It is as it was"), error)
    return _back()


@account.route("/account/vacation/end", methods=["POST"])
def come_back() -> Response:
    """End the vacation that is on."""
    found = session.signed_in()
    try:
        services().vacations.end(found)
        apply_to_games(found)
        flash(gettext("Welcome back: your clocks run again."), "done")
    except ServiceError as error:
        tell_refusal(gettext("It is as it was"), error)
    return _back()


@account.route("/account/block", methods=["POST"])
def block() -> Response:
    """Block somebody."""
    found = session.signed_in()
    try:
        services().blocks.add(found, request.form.get("name", ""), "blocked")
    except ServiceError as error:
        tell_refusal(gettext("Nobody was blocked"), error)
    return _back()


@account.route("/account/forgive", methods=["POST"])
def unblock() -> Response:
    """Block or mute somebody no longer."""
    way: Way = "muted" if request.form.get("way") == "muted" else "blocked"
    services().blocks.remove(session.signed_in(), request.form.get("name", ""), way)
    return _back()


@account.route("/account/password", methods=["POST"])
def change_password() -> Response:
    """Take another password; every other session and token ends."""
    found = session.signed_in()
    try:
        services().accounts.change(
            found,
            password=request.form.get("password", ""),
            old_password=request.form.get("old_password"),
            keeping=session.session_token(),
        )
        flash(gettext("Your password is changed, and all other sessions and tokens are ended."), "done")
    except ServiceError as error:
        tell_refusal(gettext("The password is as it was"), error)
    return _back()


@account.route("/account/tokens/new", methods=["POST"])
def make_token() -> Response:
    """Make a token for a program, shown once on the next page."""
    found = session.signed_in()
    scopes = frozenset(scope for scope in SCOPES if scope in request.form.getlist("scope"))
    try:
        if not scopes:
            raise ServiceError("malformed", "say what it is for")
        days = request.form.get("days", "").strip()
        ends = services().clockwork.now() + number(days, "days", TOKEN_DAYS) * DAY if days else None
        by = session.session_token_id()
        made = services().accounts.make_token(found, request.form.get("token_name") or None, scopes, ends, by)
        session.put("new_token", made.secret)
    except ServiceError as error:
        tell_refusal(gettext("No token was made"), error)
    return _back()


@account.route("/account/tokens", methods=["POST"])
def end_token() -> Response:
    """End a session or a token of the API."""
    found = session.signed_in()
    services().accounts.logout(found, request.form.get("token", ""))
    flash(gettext("It is ended."), "done")
    return _back()


@account.route("/account/delete", methods=["POST"])
def delete() -> Response:
    """Delete what is kept of the person, if the name was written out to confirm it."""
    found = session.signed_in()
    if request.form.get("name") != services().accounts.get(found).name:
        flash(gettext("Nothing was deleted: write your name exactly as it is to confirm it."), "refused")
        return _back()
    services().account_deletion.forget(found, session.session_token())
    session.sign_out()
    flash(gettext("Your account is deleted. Games that you played remain, without your name."), "done")
    return redirect(url_for("pages.lobby.home"), 303)


def _back() -> Response:
    return redirect(url_for("pages.account.show"), 303)
