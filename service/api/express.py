"""Moves as they are posted all day, taken at the server's door: Flask is not asked about them.

To route, read and answer a request costs Flask and its extensions half as much again as the move itself. So a post of
one action by somebody with a token is taken here, if there is nothing about it that wants a closer look, and answered
as `service.api.games.actions` answers it, header by header. Everything else is left to Flask, and every error too: what
went wrong here is raised there, so that nothing is carried out twice.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from http import HTTPStatus
from io import BytesIO
from typing import TYPE_CHECKING, Any, NamedTuple

from domain.contract.quantities import whole
from projections.unavailable import Unavailable
from service.api.answers import answered_as_text
from service.api.batched_limit import BatchedLimit
from service.api.conditions import IDEMPOTENCY_KEY
from service.api.headers import DEFAULT_HEADERS, JSON
from service.api.observed import REQUEST_ID, Observer
from service.api.problems import Problem
from service.api.reading import read_json
from service.api.schemas import LONGEST_DECISION
from service.errors import ServiceError
from service.games.shapes import Condition, Posted

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

    from service.bootstrap import Services

FAILED = "nightledger.failed"
"""Where a request says what went wrong with it here."""

ROUTE = "/api/v1/games/<uuid:game_id>/actions"
"""The route whose moves are taken."""

MOST_MOVE_BYTES = 16 << 10
"""The longest body that is read here: whether its sender has asked too often is found out only after that."""

_PATH = re.compile(ROUTE.replace("<uuid:game_id>", "([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})"))

_QUERY = re.compile(r"(?:seat=(s[1-9][0-9]?))?")

_KEY = re.compile(IDEMPOTENCY_KEY)

_HOST = re.compile(r"[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63})*(?::[0-9]{1,5})?")
"""A host that Flask takes for one; it refuses some others."""

_WANT_A_LOOK = frozenset(
    ("HTTP_COOKIE", "HTTP_ORIGIN", "HTTP_IF_MATCH", "HTTP_TRANSFER_ENCODING", "HTTP_EXPECT", "HTTP_UPGRADE")
)
"""The headers, as WSGI names them, of a request that is left to Flask."""


class Move(NamedTuple):
    """What is asked of the ledger."""

    account: str
    game: str
    seat: str | None
    posted: Posted


class Express:
    """Stands before the application `behind` it. `pace` is that of all its requests, None without a limit."""

    def __init__(
        self, behind: WSGIApplication, services: Services, observer: Observer, pace: BatchedLimit | None
    ) -> None:
        self._behind = behind
        self._services = services
        self._observer = observer
        self._pace = pace

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answer a request."""
        sight = self._observer.sight(environ)
        try:
            move = self._move(environ)
        except Unavailable as away:
            environ[FAILED] = away
            move = None
        if move is None:
            return self._behind(environ, start_response)
        try:
            text, headers = answered_as_text(self._services.ledger.act(*move))
        except Exception as error:
            environ[FAILED] = error
            return self._behind(environ, start_response)
        own = {"Content-Type": JSON, "Content-Length": str(len(text)), REQUEST_ID: sight.request_id}
        start_response("200 OK", [*DEFAULT_HEADERS.items(), *own.items(), *headers.items()])
        self._observer.answered(sight, "POST", ROUTE, HTTPStatus.OK, move.account)
        return (text,)

    def _move(self, environ: WSGIEnvironment) -> Move | None:
        """The move that a request is, None for one that is left to Flask."""
        path = _PATH.fullmatch(environ.get("PATH_INFO", ""))
        if path is None or not _is_usual(environ):
            return None
        query, key = _QUERY.fullmatch(environ.get("QUERY_STRING", "")), environ.get("HTTP_IDEMPOTENCY_KEY")
        if query is None or not (key is None or _KEY.fullmatch(key)):
            return None
        account = self._account(environ)
        body = None if account is None else _body(environ)
        posted = None if body is None else _posted(body, key)
        if account is None or posted is None or not (self._pace is None or self._pace.may_wait(account)):
            return None
        return Move(account, path[1], query[1], posted)

    def _account(self, environ: WSGIEnvironment) -> str | None:
        scheme, _, token = environ.get("HTTP_AUTHORIZATION", "").partition(" ")
        return self._services.accounts.authenticate(token) if scheme == "Bearer" and token else None


def raise_failed(environ: Mapping[str, Any]) -> None:
    """Raise what went wrong with a request at the door, if something did."""
    failed = environ.get(FAILED)
    if failed is not None:
        raise failed


def raise_unavailable(environ: Mapping[str, Any]) -> None:
    """Raise before anything is asked that the store was away at the door: it has been waited for once."""
    if isinstance(environ.get(FAILED), Unavailable):
        raise_failed(environ)


def _is_usual(environ: WSGIEnvironment) -> bool:
    """Whether a request is a post to this server without headers that ask for more."""
    host = _HOST.fullmatch(environ.get("HTTP_HOST", ""))
    return environ["REQUEST_METHOD"] == "POST" and host is not None and environ.keys().isdisjoint(_WANT_A_LOOK)


def _body(environ: WSGIEnvironment) -> bytes | None:
    """The body of a request, which can be read again; None if it does not come as usual."""
    length = whole(environ.get("CONTENT_LENGTH", ""))
    if environ.get("CONTENT_TYPE") != JSON or length is None or not 0 <= length <= MOST_MOVE_BYTES:
        return None
    try:
        body: bytes = environ["wsgi.input"].read(length)
    except Exception:
        # Each web server has errors of its own for a body that breaks off: Flask will meet it again.
        return None
    environ["wsgi.input"] = BytesIO(body)
    return body if len(body) == length else None


def _posted(body: bytes, key: str | None) -> Posted | None:
    """One action with the decision that it answers; None for anything else."""
    try:
        found = read_json(body)
    except (Problem, ServiceError):
        return None
    match found:
        case {"action": dict(action), "decision": str(decision)} if len(found) == 2:
            if 0 < len(decision) <= LONGEST_DECISION:
                return Posted([action], Condition(decision=decision), key, body)
    return None
