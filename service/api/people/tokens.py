"""Tokens: log in, see what is logged in, log out."""

from __future__ import annotations

from typing import Any

from marshmallow import fields, validate

from service.api.callers import signed_in
from service.api.context import services
from service.api.fields import Name, Wanted
from service.api.operations import Resource
from service.api.people.accounts import Password
from service.people.answer_shapes import KnownToken, Token, Tokens
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


@tokens.route("/tokens")
@signed_in
@tokens.response(200, Tokens)
def list_tokens(account: str) -> Tokens:
    """Your tokens, without what is secret of them."""
    return Tokens(tokens=[KnownToken.of(token) for token in services().accounts.tokens(account)])


@tokens.route("/tokens", methods=["POST"])
@tokens.arguments(LoginSchema)
@tokens.response(201, Token)
def log_in(body: Body) -> Token:
    """Log in: a new token."""
    token = services().accounts.login(body["name"], body["password"], body.get("token_name"))
    return Token(id=token.id, token=token.secret)


@tokens.route("/tokens/<token_id>", methods=["DELETE"])
@signed_in
@tokens.response(204)
def log_out(token_id: str, account: str) -> None:
    """Log out: the token is worth nothing from now on."""
    services().accounts.logout(account, token_id)
