"""The web application: the API, its documentation, the pages, and the questions of a load balancer."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from flask import Flask
from flask_cors import CORS
from werkzeug.middleware.proxy_fix import ProxyFix

from service.api import callers, context, held, problems
from service.api.games.absence import absence
from service.api.games.actions import actions
from service.api.games.analysis import analysis
from service.api.games.archive import archive
from service.api.games.chains import chains
from service.api.games.checkpoints import checkpoints
from service.api.games.corrections import corrections
from service.api.games.games import games
from service.api.games.invitations import invitations
from service.api.games.journal import journal
from service.api.games.listing import listing
from service.api.games.log import log
from service.api.games.messages import messages
from service.api.games.notes import notes
from service.api.games.orders import orders
from service.api.games.practice import practice
from service.api.games.private_branches import private_branches
from service.api.games.records import records
from service.api.games.rules import rules
from service.api.games.seats import seats
from service.api.games.shared_seeds import shared_seeds
from service.api.games.stream import stream
from service.api.health import health
from service.api.leagues.challenges import challenges
from service.api.leagues.characters import characters
from service.api.leagues.disputes import disputes
from service.api.leagues.leagues import leagues
from service.api.leagues.ratings import ratings
from service.api.leagues.series import series
from service.api.leagues.tours import tours
from service.api.limits.limiter import limiter
from service.api.lists import LOG_BEHIND
from service.api.observed import REQUEST_ID, Observer
from service.api.people import oauth
from service.api.people.accounts import accounts
from service.api.people.apps import apps
from service.api.people.blocks import blocks
from service.api.people.devices import devices
from service.api.people.notices import notices
from service.api.people.tokens import tokens
from service.api.people.vacations import vacations
from service.api.rendering import FastJson
from service.api.typed_text import TypedRequest
from service.app import docs, hooks
from service.app.hooks import PREFIX
from service.operation.metrics import Metrics
from service.operation.monitoring import Writes
from service.server.waiting_room import WaitingRoom
from service.web import site

if TYPE_CHECKING:
    from service.bootstrap import Services
    from service.settings import Settings

RESOURCES = (
    accounts, vacations, games, listing, archive, seats, absence, actions, orders, corrections, log, practice,
    private_branches, chains, rules, characters, records, journal, checkpoints, shared_seeds, notices, devices, series,
    leagues, disputes, challenges, tours, ratings, tokens, apps, invitations, messages, notes, blocks, stream, analysis,
)  # fmt: skip
"""What the API is made of, in the order of its document."""

READABLE_HEADERS = (
    "Deprecation", "ETag", "Idempotent-Replayed", "Link", "Location", LOG_BEHIND, "Log-Position", "RateLimit",
    "RateLimit-Policy", "Retry-After", "Sunset", "WWW-Authenticate", REQUEST_ID,
)  # fmt: skip
"""What a page of another origin may read of an answer, if any may."""


class _Application(Flask):
    """Flask without coroutines: no view here is one, and to ask costs time with every call."""

    request_class = TypedRequest

    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        """The function itself."""
        return func


def create_app(services: Services, threads: int = 16, waiting: int | None = None) -> Flask:
    """The application that serves these services over HTTP, on a server with so many threads.

    `waiting` requests at most wait for news at a time (None: as many as a quarter of the threads).
    """
    app = _Application("nightledger", static_folder=None)
    app.json = FastJson(app)
    app.extensions[context.SERVICES] = services
    app.extensions[context.WAITING_ROOM] = WaitingRoom(threads, waiting)
    app.extensions[context.WRITES] = Writes(services)
    services.accounts.operated_by(callers.may_operate)
    observer = _observed(app, services)
    problems.register(app)
    held.register(app)
    for resource in RESOURCES:
        app.register_blueprint(resource, url_prefix=PREFIX)
    app.register_blueprint(health)
    oauth.register(app)
    docs.register(app, (*RESOURCES, health), services.catalog, PREFIX)
    site.register(app, services)
    hooks.register(app, observer, limiter(app, services.settings, services.store))
    _stand_behind_proxies(app, services.settings)
    _let_in(app, services.settings.cors_origins)
    return app


def _observed(app: Flask, services: Services) -> Observer:
    """The observer of the application's requests, which it also tells of a store that is away."""
    metrics = app.extensions[context.METRICS] = Metrics(services)
    observer = app.extensions[context.OBSERVER] = Observer(metrics)
    services.store.call_after_writes(observer.store.ends)
    return observer


def _stand_behind_proxies(app: Flask, settings: Settings) -> None:
    """Believe what so many proxies say of the caller's address, and of the address that was called."""
    if trusted := settings.proxies:
        app.wsgi_app = ProxyFix(app.wsgi_app, trusted, trusted, trusted)  # type: ignore[method-assign]


def _let_in(app: Flask, origins: tuple[str, ...]) -> None:
    """Let pages of these origins use the API, with tokens; never with this site's cookies."""
    if origins:
        resources: dict[str | re.Pattern[str], dict[str, Any]] = {f"{PREFIX}/*": {"origins": list(origins)}}
        # Who names no origin is not told of any: there may be several, and an answer may name but one.
        CORS(app, resources=resources, expose_headers=list(READABLE_HEADERS), always_send=False)
