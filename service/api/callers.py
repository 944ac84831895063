"""Who calls: bearer tokens, and what an operation asks of its caller."""

from __future__ import annotations

from functools import wraps
from typing import Any

from flask import request

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


def _account() -> str | None:
    header = request.headers.get("Authorization")
    if header is None:
        return None
    scheme, _, token = header.partition(" ")
    if scheme.lower() != "bearer" or not token.strip():
        raise unauthorized("Authorization must be `Bearer TOKEN`")
    account = services().accounts.authenticate(token.strip())
    if account is None:
        raise unauthorized("the token is not valid", 'error="invalid_token"')
    return account


def _documented(route: Any, security: list[dict[str, list[str]]]) -> Route:
    documented: Route = Resource.doc(security=security)(route)
    return documented
