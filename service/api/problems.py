"""Every error as a problem document (RFC 9457) with a stable `code` that clients may rely on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from flask import Flask, Response
from flask.json import dumps
from werkzeug.exceptions import HTTPException

from projections.unavailable import Unavailable
from service.api import context
from service.errors import Declined, ServiceError

MEDIA_TYPE = "application/problem+json"


@dataclass(frozen=True)
class Kind:
    """A kind of problem: the HTTP status it is answered with, and what it means."""

    status: int
    title: str


KINDS: Mapping[str, Kind] = {
    "not-json": Kind(400, "The body is not JSON"),
    "bad-request": Kind(400, "The request cannot be understood"),
    "unauthorized": Kind(401, "A valid bearer token is needed"),
    "wrong-credentials": Kind(401, "Name and password do not belong together"),
    "forbidden": Kind(403, "This is not yours to do"),
    "insufficient-scope": Kind(403, "The token is not for this"),
    "not-found": Kind(404, "There is no such thing, or it is not yours to see"),
    "method-not-allowed": Kind(405, "The address does not take this method; Allow lists those it takes"),
    "name-taken": Kind(409, "Another account has this name"),
    "illegal": Kind(409, "The rules do not allow this"),
    "not-your-decision": Kind(409, "The seat has nothing to decide now"),
    "game-over": Kind(409, "The game is closed"),
    "decision-closed": Kind(409, "The decision was answered or changed already"),
    "busy": Kind(409, "Others were faster five times in a row; try again"),
    "answer-lost": Kind(409, "A request with this Idempotency-Key was broken off before its answer was kept; look"),
    "forked": Kind(409, "The same share was asked for otherwise before; this question is refused and kept"),
    "stale": Kind(412, "It has changed since you have seen it"),
    "too-large": Kind(413, "The body is too large"),
    "unsupported-media-type": Kind(415, "The body must be application/json"),
    "malformed": Kind(422, "The request does not have the shape that is asked for"),
    "list-too-long": Kind(422, "An action that is not the last would draw, disclose or open another decision"),
    "bad-record": Kind(422, "The record is none that is taken in; `errors` say which command is wrong"),
    "key-reused": Kind(422, "The Idempotency-Key was used for another body"),
    "condition-required": Kind(428, "If-Match or the id of the decision is needed"),
    "budget-spent": Kind(429, "The account has, or had today, as many of these as it may; see Retry-After"),
    "too-many-requests": Kind(429, "Too many requests; Retry-After says when to go on"),
    "crowded": Kind(503, "Too many listen, or have a password checked; try again after Retry-After"),
    "unreadable": Kind(500, "The log of this game cannot be read by this version; it was logged why"),
    "internal": Kind(500, "The fault is ours and was logged"),
    "behind": Kind(503, "The lists have not reached that position of the log yet; try again"),
    "read-only": Kind(503, "The service takes no writes now"),
    "awaits-share": Kind(503, "The game waits for the share of the other installation; try again after Retry-After"),
    "partner-away": Kind(
        503, "The installation that seeds are shared with does not answer; try again after Retry-After"
    ),
    "unavailable": Kind(503, "The store is full, locked or away; try again after Retry-After"),
}
"""Code -> kind. A code, once published, is kept."""

_CODE_OF_STATUS: Mapping[int, str] = {
    400: "bad-request",
    401: "unauthorized",
    403: "forbidden",
    404: "not-found",
    405: "method-not-allowed",
    413: "too-large",
    415: "unsupported-media-type",
    422: "malformed",
    429: "too-many-requests",
    500: "internal",
}


@dataclass(frozen=True)
class Fault:
    """One thing that is wrong with a request: where (`pointer` into the body, or a `parameter`), and what."""

    detail: str
    pointer: str | None = None
    parameter: str | None = None

    def as_json(self) -> dict[str, str]:
        return {name: value for name, value in vars(self).items() if value is not None}


def pointer_to(path: Iterable[object]) -> str:
    """The JSON pointer (RFC 6901, 6) to the part of a body that these names and numbers lead to."""
    return "#" + "".join("/" + str(part).replace("~", "~0").replace("/", "~1") for part in path)


class Problem(Declined):
    """Ends a request with a problem document; `code` is a key of `KINDS`."""

    def __init__(
        self,
        code: str,
        detail: str,
        faults: Iterable[Fault] = (),
        headers: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(f"{code}: {detail}")
        self.code = code
        self.detail = detail
        self.faults = tuple(faults)
        self.headers = dict(headers or {})


def unauthorized(detail: str, *challenge: str) -> Problem:
    """The 401 of a request without a valid token, with the challenge that HTTP asks for."""
    header = ", ".join(('Bearer realm="nightledger"', *challenge))
    return Problem("unauthorized", detail, headers={"WWW-Authenticate": header})


def insufficient_scope(*scopes: str) -> Problem:
    """The 403 for a token that is valid and not for this, with the scope that it lacks (RFC 6750, 3.1); with the first
    of those of which one would do."""
    challenge = f'Bearer realm="nightledger", error="insufficient_scope", scope="{scopes[0]}"'
    wanted = " or ".join(f"`{scope}`" for scope in scopes)
    return Problem("insufficient-scope", f"this needs a token for {wanted}", headers={"WWW-Authenticate": challenge})


def answer(
    code: str,
    detail: str,
    *,
    status: int | None = None,
    title: str | None = None,
    faults: Iterable[Fault] = (),
) -> Response:
    """The problem document as a response; status and title are those of the code unless given."""
    kind = KINDS.get(code) or Kind(status or 500, title or code)
    document: dict[str, Any] = {
        "type": f"/docs#problem-{code}",
        "title": kind.title,
        "status": status or kind.status,
        "code": code,
        "detail": detail,
    }
    if listed := [fault.as_json() for fault in faults]:
        document["errors"] = listed
    return Response(dumps(document), status=document["status"], mimetype=MEDIA_TYPE)


def register(app: Flask) -> None:
    """Make the application answer every error with a problem document."""
    app.register_error_handler(Problem, _problem)
    app.register_error_handler(ServiceError, _service_error)
    app.register_error_handler(Unavailable, _unavailable)
    app.register_error_handler(HTTPException, of_http_error)


def _problem(problem: Problem) -> Response:
    response = answer(problem.code, problem.detail, faults=problem.faults)
    response.headers.update(problem.headers)
    return response


def _service_error(error: ServiceError) -> Response:
    if error.code == "unauthorized":
        return _problem(unauthorized(error.reason, 'error="invalid_token"'))
    response = answer(error.code, error.reason, status=error.status)
    if error.retry_after is not None:
        response.headers["Retry-After"] = str(error.retry_after)
    return response


def _unavailable(away: Unavailable) -> Response:
    context.observer().store.begins(away)
    return _service_error(ServiceError.of_store(away))


def of_http_error(error: HTTPException) -> Response | HTTPException:
    """The problem document for an error of HTTP, with its headers; a redirect or a whole answer is left as it is."""
    status = error.code or 500
    if status < 400 or error.response is not None:
        return error
    code = _CODE_OF_STATUS.get(status) or error.name.lower().replace(" ", "-")
    detail = KINDS["internal"].title if status == 500 else error.description or error.name
    response = answer(code, detail, status=status, title=error.name)
    kept = ((name, value) for name, value in error.get_headers() if name.lower() != "content-type")
    response.headers.extend(kept)
    return response
