"""Limits that keep passwords from being guessed, and one caller from taking the server from all others.

Counted in Redis; without it in the store, and without that in each process for itself. What a move costs here is in
`service.api.limits.batched`.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial, wraps
from ipaddress import IPv6Address, ip_address, ip_network
from time import monotonic, time
from typing import Any, NoReturn, TypeVar

from flask import Flask, Response, after_this_request, request
from limits import RateLimitItem, parse
from limits.storage import MemoryStorage, StorageTypes, storage_from_string
from limits.strategies import FixedWindowRateLimiter
from werkzeug.exceptions import TooManyRequests

from service.api.callers import caller
from service.api.context import known
from service.api.limits.batched import WINDOW, BatchedLimit
from service.api.limits.stored import StoredCounts
from service.api.reading import is_of_page, json_body
from service.api.session import account_id
from service.operation.trouble import Trouble
from service.people.names import name_key
from service.settings import Settings
from service.store.event_store import Store

WRONG_PASSWORDS = parse("10 per minute")
"""How often one address may try a wrong password for one name."""

WRONG_OF_AN_ADDRESS = parse("60 per minute")
"""How often one address may try a wrong password, whoever's: behind one address there may be many people."""

CHANGED = parse("20 per minute")
"""How often an account may be changed: its old password might be guessed so."""

RECORDS = parse("20 per minute")
"""How many records one address may have examined: a long one takes seconds."""

FILMS = parse("10 per minute")
"""How many games one address may have drawn as films to keep: each takes seconds."""

ACCOUNTS = parse("60 per hour")
"""How many accounts one address may make."""

ALL_REQUESTS = "requests"
"""The name of the limit of all that a caller asks."""

LOGINS = ("tokens.log_in", "pages.lobby.sign_in")
"""The endpoints where a password can be tried; they share their tries."""

CHANGES = ("accounts.change_account", "pages.account.change_password")
"""The endpoints where an old password can be tried."""

SIGN_UPS = ("accounts.create_account", "pages.lobby.sign_up", "pages.guests.play")
"""The endpoints where an account is made."""

EXAMINERS = ("records.take_in_record", "pages.records.take_in")
"""The endpoints where a record is examined."""

FILM_MAKERS = ("pages.film_file.keep",)
"""The endpoints where a game is drawn as a film."""

LIMITED = frozenset((*LOGINS, *CHANGES, *SIGN_UPS, *EXAMINERS, *FILM_MAKERS))
"""The endpoints that have limits of their own."""

FREE = frozenset(("health.healthz", "health.readyz", "health.prometheus", "pages.static"))
"""The endpoints that may be asked as often as anybody likes."""

COUNTED = "requests are counted in the store again"

T = TypeVar("T")
View = Callable[..., Any]

log = logging.getLogger(__name__)


class Place:
    """Where what was done in the windows of limits is counted for all processes, while it answers."""

    def __init__(self, storage: StorageTypes, trouble: Trouble) -> None:
        self._limiter = FixedWindowRateLimiter(storage)
        self._away = storage.base_exceptions
        self._away_until = 0.0
        self._trouble = trouble

    def asked(self, ask: Callable[[FixedWindowRateLimiter], T]) -> T:
        """What is answered; `Away` if nothing is, or was a moment ago."""
        if monotonic() < self._away_until:
            raise Away
        try:
            answered = ask(self._limiter)
        except self._away as error:
            self._away_until = monotonic() + self._trouble.begins(error)
            raise Away from error
        self._trouble.ends()
        return answered


class Away(Exception):
    """Nothing is counted in a place now."""


class Counts:
    """What was done in the windows of limits: in Redis for all processes, without it in the store for all processes,
    and without both in this one. Thread-safe."""

    def __init__(self, redis_url: str, store: Store) -> None:
        address = f"redis+{redis_url}" if redis_url.startswith("unix:") else redis_url
        redis = storage_from_string(address, socket_connect_timeout=1, socket_timeout=1)
        self._places = (
            Place(redis, Trouble(log, "%s; requests are counted in the store", "requests are counted in Redis again")),
            Place(StoredCounts(store), Trouble(log, "%s; requests are counted by this process for itself", COUNTED)),
        )
        self._own = FixedWindowRateLimiter(MemoryStorage())

    def hit(self, limit: RateLimitItem, *key: str, cost: int = 1) -> bool:
        """Count it, unless that exceeds the limit: whether it was counted."""
        return self._asked(lambda limiter: limiter.hit(limit, *key, cost=cost))

    def test(self, limit: RateLimitItem, *key: str) -> bool:
        """Whether one more would not exceed the limit."""
        return self._asked(lambda limiter: limiter.test(limit, *key))

    def ends(self, limit: RateLimitItem, *key: str) -> int:
        """When the window is over, in seconds UTC."""
        return self.left(limit, *key)[1]

    def left(self, limit: RateLimitItem, *key: str) -> tuple[int, int]:
        """How often more it may be done in this window, and when that is over, in seconds UTC."""
        stats = self._asked(lambda limiter: limiter.get_window_stats(limit, *key))
        return stats.remaining, int(stats.reset_time + 1)

    def _asked(self, ask: Callable[[FixedWindowRateLimiter], T]) -> T:
        for place in self._places:
            with suppress(Away):
                return place.asked(ask)
        return ask(self._own)


@dataclass(frozen=True)
class Limit:
    """How often something may be done by each `key`; whether it counts is seen from the answer (None: it always does).

    Limits of one name share what is counted.
    """

    name: str
    most: RateLimitItem
    key: Callable[[], str]
    counts: Callable[[Response], bool] | None = None


class Limiter:
    """Refuses with 429 and Retry-After what exceeds a limit.

    A caller may make `most` requests a minute; 0 for any number. `policy` is that in the words of the RateLimit header
    fields (draft-ietf-httpapi-ratelimit-headers), empty if there is no limit.
    """

    def __init__(self, counts: Counts, most: int) -> None:
        self._counts = counts
        self._minute = parse(f"{most} per minute") if most else None
        self._batched = BatchedLimit(most)
        self.policy = f'"{ALL_REQUESTS}";q={most};w={WINDOW}' if most else ""

    def check(self, endpoint: str | None) -> None:
        """Count a request of the caller's, in the shared count when a batch of them is to be told there."""
        if self._minute is None or endpoint in FREE:
            return
        known().counted_as = who = counted_as()
        if endpoint not in LIMITED and self._batched.may_wait(who):
            return
        counted = self._counts.hit(self._minute, ALL_REQUESTS, who, cost=self._batched.tell(who))
        remaining, until = self._counts.left(self._minute, ALL_REQUESTS, who)
        self._batched.learn(who, remaining, until)
        if not counted:
            self._batched.exceeded(who, until)
            self._refuse(self._minute, ALL_REQUESTS, who)

    def told(self) -> dict[str, str]:
        """The header fields that tell the caller of the request at hand what is left to it; none if it was not
        counted."""
        if (who := known().get("counted_as")) is None:
            return {}
        remaining, seconds = self._batched.left(who)
        return {"RateLimit-Policy": self.policy, "RateLimit": f'"{ALL_REQUESTS}";r={remaining};t={seconds}'}

    def guard(self, app: Flask, endpoints: tuple[str, ...], limit: Limit) -> None:
        """Have the views of these endpoints refused when the limit is reached."""
        for endpoint in endpoints:
            app.view_functions[endpoint] = self._guarded(app.view_functions[endpoint], limit)

    def _guarded(self, view: View, limit: Limit) -> View:
        @wraps(view)
        def guarded(*args: Any, **kwargs: Any) -> Any:
            key = limit.name, limit.key()
            ask = self._counts.hit if limit.counts is None else self._counts.test
            if not ask(limit.most, *key):
                self._refuse(limit.most, *key)
            if (counts := limit.counts) is not None:
                after_this_request(partial(self._counted, limit.most, key, counts))
            return view(*args, **kwargs)

        return guarded

    def _counted(
        self, limit: RateLimitItem, key: tuple[str, ...], counts: Callable[[Response], bool], response: Response
    ) -> Response:
        if counts(response):
            self._counts.hit(limit, *key)
        return response

    def _refuse(self, limit: RateLimitItem, *key: str) -> NoReturn:
        seconds = str(max(1, int(self._counts.ends(limit, *key) - time())))

        @after_this_request
        def say_when(response: Response) -> Response:
            response.headers["Retry-After"] = seconds
            return response

        raise TooManyRequests(str(limit))


def limiter(app: Flask, settings: Settings, store: Store) -> Limiter:
    """The limiter of all that the application is asked, with the limits of single endpoints put before their views."""
    made = Limiter(Counts(settings.redis_url, store), settings.requests_per_minute)
    made.guard(app, LOGINS, Limit("logins", WRONG_PASSWORDS, _address_and_name, _wrong))
    made.guard(app, LOGINS, Limit("logins of an address", WRONG_OF_AN_ADDRESS, _address, _wrong))
    made.guard(app, CHANGES, Limit("changes of an account", CHANGED, counted_as))
    made.guard(app, SIGN_UPS, Limit("accounts", ACCOUNTS, _address, _made))
    made.guard(app, EXAMINERS, Limit("records", RECORDS, _address))
    made.guard(app, FILM_MAKERS, Limit("films", FILMS, _address))
    return made


def counted_as() -> str:
    """An account counts as one, with all its tokens and sessions; whoever shows none that is valid, by the address."""
    return caller() or account_id() or _address()


def _address() -> str:
    """Where a request comes from. A network of IPv6 counts as one: whoever has an address there has all of them."""
    shown = request.remote_addr or "127.0.0.1"
    try:
        address = ip_address(shown)
    except ValueError:
        return shown
    if isinstance(address, IPv6Address) and address.ipv4_mapped is None:
        return str(ip_network((address, 64), strict=False))
    return shown


def _address_and_name() -> str:
    """Names count as the accounts tell them apart, so that no other spelling gets tries of its own."""
    sent = request.form if is_of_page(request) else json_body(request)
    name = sent.get("name", "") if isinstance(sent, dict) else ""
    return f"{_address()} {name_key(str(name))[:100]}"


def _wrong(response: Response) -> bool:
    return response.status_code == 401


def _made(response: Response) -> bool:
    return response.status_code < 400
