"""Accounts: name, password, time zone, language; and leaving for good."""

from __future__ import annotations

from typing import Any

from marshmallow import fields, validate

from service.api.callers import signed_in
from service.api.context import services
from service.api.fields import Name, Shown, Wanted
from service.api.operations import Resource
from service.people.accounts import LANGUAGES

accounts = Resource("accounts", __name__, description="Accounts.")

Body = dict[str, Any]


class Password(fields.String):
    """A password; it is kept as an argon2 hash."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(validate=validate.Length(1, 1000), load_only=True, **kwargs)


class NewAccountSchema(Wanted):
    """A new account. Without a password its first token is the only way in."""

    name = Name(required=True)
    password = Password(allow_none=True)


class ChangeSchema(Wanted):
    """What is to be changed; the rest stays."""

    name = Name()
    password = Password()
    old_password = fields.String(
        validate=validate.Length(0, 200), metadata={"description": "Needed for a new one by who has one."}
    )
    time_zone = fields.String(
        validate=validate.Length(1, 60), metadata={"description": "An IANA name, such as `Europe/Paris`."}
    )
    language = fields.String(validate=validate.OneOf(LANGUAGES), metadata={"description": "Of the names of cards."})


class AccountSchema(Shown):
    """An account."""

    id = fields.String(required=True)
    name = fields.String(required=True)
    created = fields.Integer(required=True, metadata={"description": "Seconds UTC."})
    time_zone = fields.String(required=True, metadata={"description": "An IANA name."})
    language = fields.String(required=True, validate=validate.OneOf(LANGUAGES))


class CreatedSchema(AccountSchema):
    """A new account and its first token, which is shown this once."""

    token = fields.String(required=True)
    token_id = fields.String(required=True, metadata={"description": "Names the token for logging out."})


@accounts.route("/accounts", methods=["POST"])
@accounts.arguments(NewAccountSchema)
@accounts.response(201, CreatedSchema)
def create_account(body: Body) -> Body:
    """Create an account."""
    account, token = services().accounts.create(body["name"], body.get("password"))
    return {**vars(account), "token": token.secret, "token_id": token.id}


@accounts.route("/accounts/me")
@signed_in
@accounts.response(200, AccountSchema)
def own_account(account: str) -> Any:
    """Your own account."""
    return services().accounts.get(account)


@accounts.route("/accounts/me", methods=["PATCH"])
@signed_in
@accounts.arguments(ChangeSchema)
@accounts.response(200, AccountSchema)
def change_account(body: Body, account: str) -> Any:
    """Change your account, in all that you send or in nothing. A new password ends all your tokens: log in again."""
    return services().accounts.change(account, **body)


@accounts.route("/accounts/me", methods=["DELETE"])
@signed_in
@accounts.response(204)
def forget_account(account: str) -> None:
    """Delete what is kept of you. Your seats in running games are resigned; the games remain, under a bare id."""
    services().farewell.forget(account)
