"""Limits that keep passwords from being guessed, and one caller from taking the server from all others.

Counted in Redis; without it, in each process for itself. What a move costs here is in `service.api.pace`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from ipaddress import IPv6Address, ip_address, ip_network
from time import time
from typing import Any
from unicodedata import normalize

from flask import Flask, Response, g, request
from flask_limiter import ApplicationLimit, Limiter
from flask_limiter.util import get_remote_address

from service.api.callers import caller
from service.api.pace import Pace
from service.settings import Settings
from service.web.session import account_id

WRONG_PASSWORDS = "10 per minute"
"""How often one address may try a wrong password for one name."""

RECORDS = "20 per minute"
"""How many records one address may have examined: a long one takes seconds."""

ACCOUNTS = "60 per hour"
"""How many accounts one address may make."""

LOGINS = ("tokens.log_in", "pages.lobby.sign_in")
"""The endpoints where a password can be tried; they share their tries."""

SIGN_UPS = ("accounts.create_account", "pages.lobby.sign_up")
"""The endpoints where an account is made."""

FREE = ("health.healthz", "health.readyz", "health.prometheus", "pages.static")
"""The endpoints that may be asked as often as anybody likes."""


def register(app: Flask, settings: Settings) -> None:
    """Limit what the application is asked; beyond the limit it answers 429 with Retry-After."""
    limiter = Limiter(
        counted_as,
        app=app,
        application_limits=_requests(settings.requests_per_minute),
        storage_uri=_storage(settings.redis_url),
        storage_options={"socket_connect_timeout": 1, "socket_timeout": 1},
        in_memory_fallback_enabled=True,
    )
    wrong = limiter.shared_limit(WRONG_PASSWORDS, "logins", key_func=_address_and_name, deduct_when=_wrong)
    made = limiter.shared_limit(ACCOUNTS, "accounts", key_func=_address, deduct_when=_made)
    _wrap(app, LOGINS, wrong)
    _wrap(app, SIGN_UPS, made)
    _wrap(app, ("records.take_in_record",), limiter.limit(RECORDS, key_func=_address))
    _wrap(app, FREE, limiter.exempt)
    app.after_request(partial(_say_when, limiter))


def _requests(most: int) -> list[str | Callable[[], str] | ApplicationLimit]:
    """The limit of all requests of a caller; none for 0."""
    pace = Pace(most, counted_as)
    limit = ApplicationLimit(f"{most} per minute", exempt_when=pace.may_wait, cost=pace.tell, on_breach=pace.exceeded)
    return [limit] if most else []


def _wrap(app: Flask, endpoints: tuple[str, ...], limit: Callable[[Any], Any]) -> None:
    for endpoint in endpoints:
        app.view_functions[endpoint] = limit(app.view_functions[endpoint])


def _say_when(limiter: Limiter, response: Response) -> Response:
    """A refusal says when to go on. No other answer tells what is left: to ask for it costs as much again."""
    reached = limiter.current_limit
    if response.status_code == 429 and reached is not None:
        response.headers["Retry-After"] = str(max(1, int(reached.reset_at - time())))
    return response


def _storage(redis_url: str) -> str:
    return f"redis+{redis_url}" if redis_url.startswith("unix:") else redis_url


def counted_as() -> str:
    """An account counts as one, with all its tokens and sessions; whoever shows none that is valid, by the address."""
    if "counted_as" not in g:
        g.counted_as = caller() or account_id() or _address()
    found: str = g.counted_as
    return found


def _address() -> str:
    """Where a request comes from. A network of IPv6 counts as one: whoever has an address there has all of them."""
    shown: str = get_remote_address()
    try:
        address = ip_address(shown)
    except ValueError:
        return shown
    if isinstance(address, IPv6Address) and address.ipv4_mapped is None:
        return str(ip_network((address, 64), strict=False))
    return shown


def _address_and_name() -> str:
    """Names count as the accounts tell them apart, so that no other spelling gets tries of its own."""
    body = request.get_json(silent=True)
    name = body.get("name") if isinstance(body, dict) else request.form.get("name")
    return f"{_address()} {normalize('NFKC', normalize('NFKC', str(name)).casefold())[:100]}"


def _wrong(response: Response) -> bool:
    return response.status_code == 401


def _made(response: Response) -> bool:
    return response.status_code < 400
