"""What is done with every request before its route, and with every answer after it, each in one step."""

from __future__ import annotations

from os import urandom
from time import perf_counter

from flask import Flask, Response, request
from werkzeug.exceptions import RequestEntityTooLarge

from service.api import lists
from service.api.context import at_hand, known
from service.api.held import is_answered, is_first_time
from service.api.limits.lengths import check_length, most_bytes
from service.api.limits.limiter import Limiter
from service.api.observed import REQUEST_ID, Observer
from service.api.problems import answer
from service.api.reading import check_null, drain

PREFIX = "/api/v1"
"""Where the API is."""

DEFAULT_HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Vary": "Authorization, Cookie, Origin",
    "Cache-Control": "private, no-cache",
}
"""Another caller gets another answer, and nobody keeps it without asking again."""

OWN = frozenset(("vary", "cache-control"))
"""The headers that an answer may have of its own; hardly any has."""


def register(app: Flask, observer: Observer, limiter: Limiter) -> None:
    """Have the application do so."""

    @app.before_request
    def before() -> None:
        known().begun = perf_counter()
        asked = at_hand()
        check_length(asked)
        check_null(asked)
        if is_first_time():
            limiter.check(asked.endpoint)

    @app.after_request
    def after(response: Response) -> Response:
        if not is_answered():
            return response
        asked = at_hand()
        if asked.path.startswith(PREFIX):
            _with_default_headers(response)
            for name, told in (limiter.told() | lists.told()).items():
                response.headers.add(name, told)
        else:
            response.headers["X-Content-Type-Options"] = "nosniff"
        request_id = urandom(16).hex()
        response.headers.add(REQUEST_ID, request_id)
        observer.answered(asked, response.status_code, request_id, perf_counter() - known().begun)
        return response

    app.register_error_handler(RequestEntityTooLarge, _too_large)


def _with_default_headers(response: Response) -> Response:
    """The response with these headers; it may vary by more, and be kept otherwise."""
    headers = response.headers
    if OWN.isdisjoint([name.lower() for name, _ in headers]):
        for name, value in DEFAULT_HEADERS.items():
            headers.add(name, value)
        return response
    varies, kept = headers.get("Vary"), headers.get("Cache-Control")
    headers.update(DEFAULT_HEADERS)
    if varies is not None:
        response.vary.update(varies.split(", "))
    if kept is not None:
        headers["Cache-Control"] = kept
    return response


def _too_large(error: RequestEntityTooLarge) -> Response:
    # A client that is still sending would see a broken connection in place of the answer.
    drain(request.environ["wsgi.input"])
    return answer("too-large", f"a body may have {most_bytes(request)} bytes at most")
