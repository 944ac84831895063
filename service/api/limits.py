"""Limits that keep passwords from being guessed, and the server from auditing all day.

Counted in Redis; without it, in each process for itself.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from unicodedata import normalize

from flask import Flask, Response, request
from flask_limiter import Limiter
from flask_limiter.util import get_remote_address

WRONG_PASSWORDS = "10 per minute"
"""How often one address may try a wrong password for one name."""

RECORDS = "20 per minute"
"""How many records one address may have examined: a long one takes seconds."""

LOGINS = ("accounts.log_in", "pages.lobby.sign_in")
"""The endpoints where a password can be tried; they share their tries."""


def register(app: Flask, redis_url: str) -> None:
    """Limit logins and records of the application; beyond the limit they are answered 429 with Retry-After."""
    limiter = Limiter(
        get_remote_address,
        app=app,
        storage_uri=_storage(redis_url),
        storage_options={"socket_connect_timeout": 1, "socket_timeout": 1},
        in_memory_fallback_enabled=True,
        headers_enabled=True,
    )
    limit = limiter.shared_limit(WRONG_PASSWORDS, "logins", key_func=_address_and_name, deduct_when=_wrong)
    for endpoint in LOGINS:
        log_in: Callable[..., Any] = app.view_functions[endpoint]
        app.view_functions[endpoint] = limit(log_in)
    take_in: Callable[..., Any] = app.view_functions["records.take_in_record"]
    app.view_functions["records.take_in_record"] = limiter.limit(RECORDS)(take_in)


def _storage(redis_url: str) -> str:
    return f"redis+{redis_url}" if redis_url.startswith("unix:") else redis_url


def _address_and_name() -> str:
    """Names count as the accounts tell them apart, so that no other spelling gets tries of its own."""
    body = request.get_json(silent=True)
    name = body.get("name") if isinstance(body, dict) else request.form.get("name")
    return f"{get_remote_address()} {normalize('NFKC', normalize('NFKC', str(name)).casefold())[:100]}"


def _wrong(response: Response) -> bool:
    return response.status_code == 401
