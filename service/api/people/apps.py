"""Apps of others: register one's own, so that people may let it have a token of theirs (docs/tokens.md)."""

from __future__ import annotations

from marshmallow import fields, validate

from service.api.callers import signed_in
from service.api.context import services
from service.api.fields import Wanted
from service.api.operations import Resource
from service.api.schemas import Body
from service.people import apps as people_apps
from service.people.answer_shapes import App, Apps
from service.people.apps import GRANTABLE, LONGEST_ADDRESS, MOST_ADDRESSES
from service.people.tokens import NAME_LENGTH

apps = Resource("apps", __name__, scope="account", description="Your apps, which may ask people for tokens (OAuth 2).")


class NewAppSchema(Wanted):
    """An app: where people may be sent back to, exactly so, and what it may ask for at most."""

    app_name = fields.String(
        required=True, validate=validate.Length(1, NAME_LENGTH), metadata={"description": "What people are told."}
    )
    redirect_uris = fields.List(
        fields.String(validate=validate.Length(1, LONGEST_ADDRESS)),
        required=True,
        validate=validate.Length(1, MOST_ADDRESSES),
        metadata={"description": "By https, http on one's own machine, or the scheme of an app (com.example.app:/cb)."},
    )
    scopes = fields.List(
        fields.String(validate=validate.OneOf(GRANTABLE)),
        required=True,
        validate=validate.Length(1),
        metadata={"description": "What it may ask for at most."},
    )


@apps.route("/apps")
@signed_in
@apps.response(200, Apps)
def list_apps(account: str) -> Apps:
    """Your apps, the first one first."""
    return Apps(apps=[_shown(app) for app in services().apps.of(account)])


@apps.route("/apps", methods=["POST"])
@signed_in
@apps.arguments(NewAppSchema)
@apps.response(201, App)
def register_app(body: Body, account: str) -> App:
    """Register an app. Its id is the `client_id` of OAuth 2; it has no secret, and proves itself by PKCE.

    An account has 20 at most.
    """
    return _shown(services().apps.register(account, body["app_name"], body["redirect_uris"], body["scopes"]))


@apps.route("/apps/<app_id>", methods=["DELETE"])
@signed_in
@apps.response(204)
def remove_app(app_id: str, account: str) -> None:
    """Remove an app; all tokens that people have let it have end."""
    services().apps.remove(account, app_id)


def _shown(app: people_apps.App) -> App:
    return App.of(app, redirect_uris=list(app.redirect_uris), scopes=[one for one in GRANTABLE if one in app.scopes])
