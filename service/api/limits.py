"""Limits that keep passwords from being guessed, and one caller from taking the server from all others.

Counted in Redis; without it, in each process for itself. What a move costs here is in `service.api.batched_limit`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from ipaddress import IPv6Address, ip_address, ip_network
from time import time
from typing import Any
from unicodedata import normalize

from flask import Flask, Response, g, request
from flask_limiter import ApplicationLimit, Limiter, RequestLimit
from flask_limiter.util import get_remote_address

from service.api.batched_limit import BatchedLimit
from service.api.callers import caller
from service.api.express import FAILED
from service.api.session import account_id
from service.settings import Settings

WRONG_PASSWORDS = "10 per minute"
"""How often one address may try a wrong password for one name."""

WRONG_OF_AN_ADDRESS = "60 per minute"
"""How often one address may try a wrong password, whoever's: behind one address there may be many people."""

CHANGED = "20 per minute"
"""How often an account may be changed: its old password might be guessed so."""

RECORDS = "20 per minute"
"""How many records one address may have examined: a long one takes seconds."""

ACCOUNTS = "60 per hour"
"""How many accounts one address may make."""

LOGINS = ("tokens.log_in", "pages.lobby.sign_in")
"""The endpoints where a password can be tried; they share their tries."""

CHANGES = ("accounts.change_account", "pages.account.change_password")
"""The endpoints where an old password can be tried."""

SIGN_UPS = ("accounts.create_account", "pages.lobby.sign_up")
"""The endpoints where an account is made."""

EXAMINERS = ("records.take_in_record",)
"""The endpoints where a record is examined."""

LIMITED = frozenset((*LOGINS, *CHANGES, *SIGN_UPS, *EXAMINERS))
"""The endpoints that have limits of their own."""

FREE = ("health.healthz", "health.readyz", "health.prometheus", "pages.static")
"""The endpoints that may be asked as often as anybody likes."""


def register(app: Flask, settings: Settings) -> BatchedLimit | None:
    """Limit what the application is asked; beyond the limit it answers 429 with Retry-After.

    The pace of its requests, None if they are not limited.
    """
    limiter = _Limiter(settings.requests_per_minute, settings.redis_url)
    limiter.init_app(app)
    wrong = limiter.shared_limit(WRONG_PASSWORDS, "logins", key_func=_address_and_name, deduct_when=_wrong)
    made = limiter.shared_limit(ACCOUNTS, "accounts", key_func=_address, deduct_when=_made)
    anyones = limiter.shared_limit(WRONG_OF_AN_ADDRESS, "logins of an address", key_func=_address, deduct_when=_wrong)
    _wrap(app, LOGINS, lambda view: anyones(wrong(view)))
    _wrap(app, CHANGES, limiter.shared_limit(CHANGED, "changes of an account", key_func=counted_as))
    _wrap(app, SIGN_UPS, made)
    _wrap(app, EXAMINERS, limiter.limit(RECORDS, key_func=_address))
    app.after_request(partial(_say_when, limiter))
    return limiter.pace


class _Limiter(Limiter):
    """Asks Redis about a request only where it has a limit of its own, or when the caller's pace must be told.

    `most` requests a minute of one caller; 0 for no limit, and then there is no `pace`.
    """

    def __init__(self, most: int, redis_url: str) -> None:
        self.pace = BatchedLimit(most) if most else None
        super().__init__(
            counted_as,
            application_limits=[] if self.pace is None else [_requests(most, self.pace)],
            storage_uri=_storage(redis_url),
            storage_options={"socket_connect_timeout": 1, "socket_timeout": 1},
            in_memory_fallback_enabled=True,
        )

    def _check_request_limit(self, callable_name: str | None = None, in_middleware: bool = True) -> None:
        if in_middleware and self._may_pass():
            return
        super()._check_request_limit(callable_name, in_middleware)

    def _may_pass(self) -> bool:
        if request.endpoint in FREE or FAILED in request.environ:
            return True  # What went wrong at the door was counted there.
        if request.endpoint in LIMITED:
            return False
        return self.pace is None or self.pace.may_wait(counted_as())


def _requests(most: int, pace: BatchedLimit) -> ApplicationLimit:
    """The limit of all requests of a caller."""

    def exceeded(limit: RequestLimit) -> None:
        pace.exceeded(counted_as(), limit.reset_at)

    return ApplicationLimit(f"{most} per minute", cost=lambda: pace.tell(counted_as()), on_breach=exceeded)


def _wrap(app: Flask, endpoints: tuple[str, ...], limit: Callable[[Any], Any]) -> None:
    for endpoint in endpoints:
        app.view_functions[endpoint] = limit(app.view_functions[endpoint])


def _say_when(limiter: Limiter, response: Response) -> Response:
    """A refusal says when to go on. No other answer tells what is left: to ask for it costs as much again."""
    if response.status_code == 429 and (reached := limiter.current_limit) is not None:
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
