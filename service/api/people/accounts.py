"""Accounts: name, password, time zone, language; and leaving for good."""

from __future__ import annotations

from typing import Any

from flask import Response
from marshmallow import fields, validate

from service.api.callers import needing, signed_in
from service.api.context import at_hand, services
from service.api.fields import Name, TrueOrFalse, Wanted
from service.api.operations import Resource
from service.api.reading import bearer_token
from service.api.rendering import NDJSON, ndjson_response
from service.api.repeats import goes_with
from service.api.schemas import Body
from service.people.account import LANGUAGES
from service.people.answer_shapes import Account, Created
from service.people.passwords import LENGTH

accounts = Resource("accounts", __name__, scope="account", description="Accounts.")


class Password(fields.String):
    """A password by which somebody logs in."""

    def __init__(self, least: int = 1, most: int = 1000, **kwargs: Any) -> None:
        super().__init__(validate=validate.Length(least, most), load_only=True, **kwargs)


class NewPassword(Password):
    """A password that is to be kept, as an argon2 hash."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(*LENGTH, **kwargs)


MARK = "Marks it for ever as one that a program plays with: it is shown as such, and rated among programs."


class NewAccountSchema(Wanted):
    """A new account. Without a password its first token is the only way in."""

    name = Name(required=True)
    password = NewPassword(allow_none=True)
    bot = TrueOrFalse(load_default=False, metadata={"description": MARK})


class ChangeSchema(Wanted):
    """What is to be changed; the rest stays."""

    name = Name()
    password = NewPassword()
    old_password = fields.String(
        validate=validate.Length(0, 200), metadata={"description": "Needed for a new one by whoever has one."}
    )
    time_zone = fields.String(
        validate=validate.Length(1, 60), metadata={"description": "An IANA name, such as `Europe/Paris`."}
    )
    language = fields.String(validate=validate.OneOf(tuple(LANGUAGES)), metadata={"description": "Of pages and mails."})
    bot = TrueOrFalse(metadata={"description": MARK})


@accounts.route("/accounts", methods=["POST"])
@accounts.arguments(NewAccountSchema)
@accounts.response(201, Created)
def create_account(body: Body) -> Created:
    """Create an account."""
    account, token = services().accounts.create(body["name"], body.get("password"), bot=body["bot"])
    goes_with(account.id)
    return Created.of(account, token=token.secret, token_id=token.id)


@accounts.route("/accounts/me")
@signed_in
@accounts.response(200, Account)
def own_account(account: str) -> Account:
    """Your own account."""
    return Account.of(services().accounts.get(account))


@accounts.route("/accounts/me/data")
@signed_in
@needing("account")
@accounts.response(200, {"type": "string", "description": "A JSON object a line."}, content_type=NDJSON)
def own_data(account: str) -> Response:
    """What is kept of you, a JSON object a line (docs/own-data.md): rows by their `kind`, games as records."""
    response = ndjson_response(services().own_data.lines(account))
    response.headers.set("Content-Disposition", "attachment", filename="nightledger.ndjson")
    return response


@accounts.route("/accounts/me", methods=["PATCH"])
@signed_in
@accounts.arguments(ChangeSchema)
@accounts.response(200, Account)
def change_account(body: Body, account: str) -> Account:
    """Change your account, in all that you send or in nothing. A new password ends all your tokens: log in again."""
    return Account.of(services().accounts.change(account, **body))


@accounts.route("/accounts/me", methods=["DELETE"])
@signed_in
@accounts.response(204)
def forget_account(account: str) -> None:
    """Delete what is kept of you. Your seats in running games are resigned; the games remain, under a bare id."""
    services().account_deletion.forget(account, bearer_token(at_hand()))
    goes_with("")
