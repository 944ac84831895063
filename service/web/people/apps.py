"""The pages for apps of others: one's own apps, and what somebody is asked whom an app sends here."""

from __future__ import annotations

from authlib.oauth2.rfc6749 import OAuth2Error
from flask import Blueprint, flash, g, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from domain.contract.quantities import DAY
from service.api import session
from service.api.context import services
from service.api.people.oauth import server
from service.errors import ServiceError
from service.people.apps import GRANTABLE, MOST_ADDRESSES, MOST_APPS, TOKEN_LASTS, targets
from service.people.scopes import MEANINGS, SCOPES
from service.web.form_results import tell_refusal
from service.web.spoken import gettext

apps = Blueprint("apps", __name__)


@apps.route("/account/apps")
def show() -> str:
    """One's own apps, and the form for another one."""
    own = services().apps.of(session.signed_in())
    scopes = {scope: MEANINGS[scope] for scope in GRANTABLE}
    return render_template("pages/apps.html", apps=own, scopes=scopes, most=MOST_APPS, most_addresses=MOST_ADDRESSES)


@apps.route("/account/apps", methods=["POST"])
def register() -> Response:
    """Register an app."""
    found, form = session.signed_in(), request.form
    try:
        services().apps.register(found, form.get("name", ""), form.get("uris", "").split(), form.getlist("scope"))
        flash(gettext("The app is registered."), "done")
    except ServiceError as error:
        tell_refusal(gettext("No app was registered"), error)
    return redirect(url_for("pages.apps.show"), 303)


@apps.route("/account/apps/remove", methods=["POST"])
def remove() -> Response:
    """Remove an app, and with it the tokens that it got."""
    services().apps.remove(session.signed_in(), request.form.get("app", ""))
    flash(gettext("The app is removed, and its tokens are ended."), "done")
    return redirect(url_for("pages.apps.show"), 303)


@apps.route("/oauth/authorize")
def ask() -> str | Response:
    """Ask whether an app may have a token, and say in words what for."""
    account = session.signed_in()
    try:
        grant = server().get_consent_grant(end_user=account)
    except OAuth2Error as error:
        return _refused(error)
    app, wanted = grant.request.client.app, grant.request.scope.split()
    g.form_targets = targets([grant.request.payload.redirect_uri])
    return render_template(
        "pages/consent.html",
        app=app,
        owner=services().accounts.get(app.account).name,
        to=targets([grant.request.payload.redirect_uri])[0],
        scopes=[(scope, MEANINGS[scope]) for scope in SCOPES if scope in wanted],
        days=TOKEN_LASTS // DAY,
        address=request.full_path,
    )


@apps.route("/oauth/authorize", methods=["POST"])
def decide() -> Response:
    """Send who has decided back to the app, with a code or without one."""
    account = session.signed_in()
    try:
        grant = server().get_consent_grant(end_user=account)
    except OAuth2Error as error:
        return _refused(error)
    allowed = account if request.form.get("allow") == "yes" else None
    answer: Response = server().create_authorization_response(grant_user=allowed, grant=grant)
    return answer


def _refused(error: OAuth2Error) -> Response:
    """Send back to the app what it did wrong; where that is not known whose it is, tell it here."""
    if not error.redirect_uri:
        raise ServiceError("malformed", error.description or str(error.error))
    answer: Response = server().handle_error_response(None, error)
    return answer
