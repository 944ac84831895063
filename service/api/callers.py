"""Who calls: bearer tokens, and what an operation asks of its caller."""

from __future__ import annotations

from functools import wraps
from typing import Any

from flask import g, request

from service.api.context import services
from service.api.problems import unauthorized
from service.api.reading import Resource, Route

SECURITY_SCHEMES = {"bearer": {"type": "http", "scheme": "bearer", "description": "A token of POST /tokens."}}


def signed_in(route: Route) -> Route:
    """The operation needs a valid token; the route gets the caller's id as `account`."""

    @wraps(route)
    def guarded(*args: Any, **kwargs: Any) -> Any:
        account = _account()
        if account is None:
            raise unauthorized("this needs a bearer token")
        return route(*args, account=account, **kwargs)

    return _documented(guarded, [{"bearer": []}])


def anybody(route: Route) -> Route:
    """The operation works without a token too; the route gets the caller's id, or None, as `account`."""

    @wraps(route)
    def open_to_all(*args: Any, **kwargs: Any) -> Any:
        return route(*args, account=_account(), **kwargs)

    return _documented(open_to_all, [{}, {"bearer": []}])


def caller() -> str | None:
    """The account whose valid token the request shows; None if it shows none."""
    if "caller" not in g:
        token = _token()
        g.caller = services().accounts.authenticate(token) if token else None
    found: str | None = g.caller
    return found


def _account() -> str | None:
    if "Authorization" not in request.headers:
        return None
    if not _token():
        raise unauthorized("Authorization must be `Bearer TOKEN`")
    if (account := caller()) is None:
        raise unauthorized("the token is not valid", 'error="invalid_token"')
    return account


def _token() -> str:
    """The bearer token that the request shows; empty if it shows none."""
    scheme, _, token = request.headers.get("Authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else ""


def _documented(route: Any, security: list[dict[str, list[str]]]) -> Route:
    documented: Route = Resource.doc(security=security)(route)
    return documented
