"""Tokens: log in, see what is logged in, log out."""

from __future__ import annotations

from typing import Any

from marshmallow import fields, validate

from service.api.callers import signed_in
from service.api.context import services
from service.api.fields import Name, Shown, Wanted
from service.api.operations import Resource
from service.api.people.accounts import Password
from service.people.tokens import NAME_LENGTH

tokens = Resource("tokens", __name__, description="The tokens that log accounts in.")

Body = dict[str, Any]


class LoginSchema(Wanted):
    """Name and password, and what the token is to be called."""

    name = Name(required=True)
    password = Password(required=True)
    token_name = fields.String(
        validate=validate.Length(1, NAME_LENGTH), metadata={"description": "To tell your tokens apart."}
    )


class TokenSchema(Shown):
    """A token, which is shown this once."""

    id = fields.String(required=True, metadata={"description": "Names the token for logging out."})
    token = fields.String(required=True)


class KnownTokenSchema(Shown):
    """A token that logs you in; the token itself is not kept."""

    id = fields.String(required=True, metadata={"description": "Names the token for logging out."})
    name = fields.String(required=True, allow_none=True, metadata={"description": "What you called it."})
    created = fields.Integer(required=True, metadata={"description": "Seconds UTC."})
    used = fields.Integer(
        required=True,
        allow_none=True,
        metadata={"description": "When it was last in use, to the hour, seconds UTC; null: never."},
    )


class TokensSchema(Shown):
    """Your tokens, the newest first."""

    tokens = fields.List(fields.Nested(KnownTokenSchema), required=True)


@tokens.route("/tokens")
@signed_in
@tokens.response(200, TokensSchema)
def list_tokens(account: str) -> Body:
    """Your tokens, without what is secret of them."""
    return {"tokens": services().accounts.tokens(account)}


@tokens.route("/tokens", methods=["POST"])
@tokens.arguments(LoginSchema)
@tokens.response(201, TokenSchema)
def log_in(body: Body) -> Body:
    """Log in: a new token."""
    token = services().accounts.login(body["name"], body["password"], body.get("token_name"))
    return {"id": token.id, "token": token.secret}


@tokens.route("/tokens/<token_id>", methods=["DELETE"])
@signed_in
@tokens.response(204)
def log_out(token_id: str, account: str) -> None:
    """Log out: the token is worth nothing from now on."""
    services().accounts.logout(account, token_id)
