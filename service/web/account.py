"""One's own account: name, password, where one is signed in, and leaving for good."""

from __future__ import annotations

from flask import Blueprint, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from service.api.context import services
from service.errors import ServiceError
from service.web import session

account = Blueprint("account", __name__)


@account.route("/account")
def show() -> str:
    """What there is to change."""
    found = session.signed_in()
    return render_template(
        "pages/account.html", tokens=services().accounts.tokens(found), this_one=session.session_token_id()
    )


@account.route("/account/name", methods=["POST"])
def rename() -> Response:
    """Take another name."""
    found = session.signed_in()
    try:
        services().accounts.change(found, name=request.form.get("name", ""))
        flash("Your name is changed.", "done")
    except ServiceError as error:
        flash(f"The name is as it was: {error.reason}.", "refused")
    return _back()


@account.route("/account/password", methods=["POST"])
def change_password() -> Response:
    """Take another password; every other session and token ends."""
    found = session.signed_in()
    try:
        services().accounts.change(found, password=request.form.get("password", ""), keeping=session.session_token())
        flash("Your password is changed, and all other sessions and tokens are ended.", "done")
    except ServiceError as error:
        flash(f"The password is as it was: {error.reason}.", "refused")
    return _back()


@account.route("/account/tokens", methods=["POST"])
def end_token() -> Response:
    """End a session or a token of the API."""
    found = session.signed_in()
    services().accounts.logout(found, request.form.get("token", ""))
    flash("It is ended.", "done")
    return _back()


@account.route("/account/delete", methods=["POST"])
def delete() -> Response:
    """Delete what is kept of the person, if the name was written out to confirm it."""
    found = session.signed_in()
    if request.form.get("name") != services().accounts.get(found).name:
        flash("Nothing was deleted: write your name exactly as it is to confirm it.", "refused")
        return _back()
    session.sign_out()
    services().farewell.forget(found)
    flash("Your account is deleted. Games that you played remain, without your name.", "done")
    return redirect(url_for("pages.lobby.home"), 303)


def _back() -> Response:
    return redirect(url_for("pages.account.show"), 303)
