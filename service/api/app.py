"""The web application: the API, its documentation, the pages, and the questions of a load balancer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import Flask, Response, request
from werkzeug.exceptions import RequestEntityTooLarge

from service.api import context, docs, limits, problems
from service.api.absence import absence
from service.api.accounts import accounts
from service.api.actions import actions
from service.api.corrections import corrections
from service.api.games import games
from service.api.health import health
from service.api.journal import journal
from service.api.listing import listing
from service.api.log import log
from service.api.openapi import VersionOne
from service.api.orders import orders
from service.api.practice import practice
from service.api.reading import MOST_BYTES, MOST_RECORD_BYTES, FastJson, drain
from service.api.records import records
from service.api.rules import rules
from service.api.seats import seats
from service.api.vacations import vacations
from service.api.waiting import WaitingRoom
from service.web import site

if TYPE_CHECKING:
    from service.bootstrap import Services

PREFIX = "/api/v1"


def create_app(services: Services, threads: int = 16) -> Flask:
    """The application that serves these services over HTTP, on a server with so many threads."""
    app = Flask("nightledger", static_folder=None)
    app.json = FastJson(app)
    app.config.update(
        API_TITLE="Nightledger",
        API_VERSION="1",
        OPENAPI_VERSION="3.1.0",
    )
    app.extensions[context.SERVICES] = services
    app.extensions[context.WAITING_ROOM] = WaitingRoom(threads)
    app.before_request(_refuse_long_bodies)
    app.after_request(_headers)
    api = VersionOne(app)
    app.register_error_handler(RequestEntityTooLarge, _too_large)
    for resource in (
        accounts, vacations, games, listing, seats, absence, actions, orders, corrections, log, practice, rules,
        records, journal,
    ):  # fmt: skip
        api.register_blueprint(resource, url_prefix=PREFIX)
    api.register_blueprint(health)
    docs.register(app, api, services.catalog, PREFIX)
    site.register(app, services)
    limits.register(app, services.settings.redis_url)
    return app


def _most_bytes() -> int:
    return MOST_RECORD_BYTES if request.endpoint == "records.take_in_record" else MOST_BYTES


def _refuse_long_bodies() -> None:
    # One more, as a chunked body that is too long is cut off there without an error.
    request.max_content_length = _most_bytes() + 1
    if (request.content_length or 0) > _most_bytes():
        raise RequestEntityTooLarge


def _too_large(error: RequestEntityTooLarge) -> Response:
    # A client that is still sending would see a broken connection in place of the answer.
    drain(request.environ["wsgi.input"])
    return problems.answer("too-large", f"a body may have {_most_bytes()} bytes at most")


def _headers(response: Response) -> Response:
    response.headers["X-Content-Type-Options"] = "nosniff"
    if request.path.startswith(PREFIX):
        response.vary.update(("Authorization", "Cookie"))
        response.headers.setdefault("Cache-Control", "private, no-cache")
    return response
