"""Who calls: bearer tokens, and what an operation asks of its caller."""

from __future__ import annotations

from collections.abc import Sequence

from flask import Request, has_request_context

from service.api.context import at_hand, known, services
from service.api.operations import Decorator, Operation, Route
from service.api.problems import insufficient_scope, unauthorized
from service.api.reading import AUTHORIZATION, bearer_token
from service.people.accounts import Grant
from service.people.scopes import Scope

SECURITY_SCHEMES = {
    "bearer": {
        "type": "http",
        "scheme": "bearer",
        "description": "A token of POST /tokens. What stands beside it in an operation is the scope that it must have.",
    }
}


def signed_in(route: Route) -> Operation:
    """The operation needs a valid token; the route gets the caller's id as `account`."""
    return Operation.of(route).called_by(_account_needed, optional=False)


def anybody(route: Route) -> Operation:
    """The operation works without a token too; the route gets the caller's id, or None, as `account`."""
    return Operation.of(route).called_by(_account, optional=True)


def needing(*scopes: Scope) -> Decorator:
    """The operation is for tokens with another scope than what its resource says: with any, if none is named; with one
    of these, if there are several, and its route checks which (`check_scope`)."""
    return lambda route: Operation.of(route).needing(scopes)


def caller() -> str | None:
    """The account whose valid token the request shows; None if it shows none."""
    found = grant()
    return None if found is None else found.account


def grant() -> Grant | None:
    """What the request's valid token is for; None if it shows none."""
    found = known()
    if "grant" not in found:
        token = bearer_token(at_hand())
        found.grant = services().accounts.grant(token) if token else None
    shown: Grant | None = found.grant
    return shown


def check_scope(scope: Scope) -> None:
    """Refuse a token that is not for this."""
    found = grant()
    if found is not None and scope not in found.scopes:
        raise insufficient_scope(scope)


def may_operate() -> bool:
    """Whether a token at hand, if there is one, is for the verbs of operators."""
    found = grant() if has_request_context() else None
    return found is None or "operate" in found.scopes


def _account_needed(asked: Request, scopes: Sequence[Scope]) -> str:
    account = _account(asked, scopes)
    if account is None:
        raise unauthorized("this needs a bearer token")
    return account


def _account(asked: Request, scopes: Sequence[Scope]) -> str | None:
    if (found := grant()) is not None:
        if scopes and found.scopes.isdisjoint(scopes):
            raise insufficient_scope(*scopes)
        return found.account
    if AUTHORIZATION not in asked.headers:
        return None
    if not bearer_token(asked):
        raise unauthorized("Authorization must be `Bearer TOKEN`")
    raise unauthorized("the token is not valid", 'error="invalid_token"')
