"""Tokens: log in, see what is logged in, log out; and tokens that are for some things only, or for a time."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from marshmallow import ValidationError, fields, validate, validates_schema

from domain.contract.quantities import INSTANTS
from service.api.callers import anybody, check_scope, grant, needing, signed_in
from service.api.context import services
from service.api.fields import Bounded, Name, Wanted
from service.api.operations import Resource
from service.api.people.accounts import Password
from service.api.problems import Problem, unauthorized
from service.api.schemas import Body
from service.people import accounts
from service.people.answer_shapes import KnownToken, Token, Tokens
from service.people.scopes import MEANINGS, SCOPES, Scope
from service.people.tokens import NAME_LENGTH, Grant

tokens = Resource("tokens", __name__, scope="account", description="The tokens that log accounts in.")

MEANT = "; ".join(f"`{scope}`: {meaning}" for scope, meaning in MEANINGS.items())


class NewTokenSchema(Wanted):
    """Whom the token is to log in, by name and password or as whoever shows a token; and what it is for."""

    name = Name()
    password = Password()
    token_name = fields.String(
        validate=validate.Length(1, NAME_LENGTH), metadata={"description": "To tell your tokens apart."}
    )
    scopes = fields.List(
        fields.String(validate=validate.OneOf(SCOPES)),
        validate=validate.Length(1),
        metadata={"description": f"What it may be used for; all if it is not said. {MEANT}."},
    )
    ends = Bounded(INSTANTS, metadata={"description": "From when it is worth nothing, seconds UTC; else it lasts."})

    @validates_schema
    def both_or_neither(self, data: Mapping[str, Any], **kwargs: Any) -> None:
        if ("name" in data) != ("password" in data):
            raise ValidationError("name and password, or neither of them")


@tokens.route("/tokens")
@signed_in
@needing("account")
@tokens.response(200, Tokens)
def list_tokens(account: str) -> Tokens:
    """Your tokens, without what is secret of them; those that have ended are not listed."""
    return Tokens(tokens=[_shown(token) for token in services().accounts.tokens(account)])


@tokens.route("/tokens", methods=["POST"])
@anybody
@tokens.arguments(NewTokenSchema)
@tokens.response(201, Token)
def log_in(body: Body, account: str | None) -> Token:
    """A new token: log in with name and password, or have a further one as who you are.

    The token that you show for a further one must be for all that the new one is for, and last as long.
    """
    called, scopes, ends = body.get("token_name"), frozenset(body.get("scopes", SCOPES)), body.get("ends")
    if "name" in body:
        made = services().accounts.login(body["name"], body["password"], called, scopes, ends)
    elif (shown := grant()) is None:
        raise unauthorized("this needs name and password, or a bearer token")
    else:
        _check_within_own(shown, scopes, ends)
        made = services().accounts.make_token(shown.account, called, scopes, ends, shown.token_id)
    return Token(id=made.id, token=made.secret)


@tokens.route("/tokens/<token_id>", methods=["DELETE"])
@signed_in
@needing()
@tokens.response(204)
def log_out(token_id: str, account: str) -> None:
    """Log out: the token is worth nothing from now on. Any ends itself; to end another, it must be for `account`."""
    shown = grant()
    if shown is None or shown.token_id != token_id:
        check_scope("account")
    services().accounts.logout(account, token_id)


def _check_within_own(shown: Grant, scopes: frozenset[Scope], ends: int | None) -> None:
    """Refuse a token that would be for more than the one shown, or outlast it."""
    for scope in SCOPES:
        if scope in scopes:
            check_scope(scope)
    if shown.ends is not None and (ends is None or ends > shown.ends):
        raise Problem("forbidden", "it would outlast the token that you show")


def _shown(token: accounts.KnownToken) -> KnownToken:
    return KnownToken.of(token, scopes=[scope for scope in SCOPES if scope in token.scopes])
