"""Who calls: bearer tokens, and what an operation asks of its caller."""

from __future__ import annotations

from flask import Request

from service.api.context import at_hand, known, services
from service.api.operations import Caller, Operation, Resource, Route
from service.api.problems import unauthorized

SECURITY_SCHEMES = {"bearer": {"type": "http", "scheme": "bearer", "description": "A token of POST /tokens."}}


def signed_in(route: Route) -> Operation:
    """The operation needs a valid token; the route gets the caller's id as `account`."""
    return _called_by(route, _account_needed, [{"bearer": []}])


def anybody(route: Route) -> Operation:
    """The operation works without a token too; the route gets the caller's id, or None, as `account`."""
    return _called_by(route, _account, [{}, {"bearer": []}])


def caller() -> str | None:
    """The account whose valid token the request shows; None if it shows none."""
    found = known()
    if "caller" not in found:
        token = _token(at_hand().headers.get("Authorization", ""))
        found.caller = services().accounts.authenticate(token) if token else None
    account: str | None = found.caller
    return account


def _account_needed(asked: Request) -> str:
    account = _account(asked)
    if account is None:
        raise unauthorized("this needs a bearer token")
    return account


def _account(asked: Request) -> str | None:
    if (account := caller()) is not None:
        return account
    shown = asked.headers.get("Authorization")
    if shown is None:
        return None
    if not _token(shown):
        raise unauthorized("Authorization must be `Bearer TOKEN`")
    raise unauthorized("the token is not valid", 'error="invalid_token"')


def _token(shown: str) -> str:
    """The bearer token of an Authorization header; empty if it has none."""
    scheme, _, token = shown.partition(" ")
    return token.strip() if scheme.lower() == "bearer" else ""


def _called_by(route: Route, caller: Caller, security: list[dict[str, list[str]]]) -> Operation:
    return Operation.of(route).called_by(caller).documented(Resource.doc(security=security))
