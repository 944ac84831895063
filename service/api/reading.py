"""How a request is read: strict JSON, unknown fields refused, every fault named by its place."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from typing import IO, Any, ClassVar, Literal

import flask
from marshmallow import EXCLUDE, RAISE, Schema, ValidationError
from werkzeug.exceptions import HTTPException, RequestEntityTooLarge

from domain.log import canon
from service.api.context import known
from service.api.problems import Fault, Problem, pointer_to
from service.errors import ServiceError

AUTHORIZATION = "Authorization"
"""The header by which a request shows a token."""

MOST_BYTES = 1 << 20
"""The longest body that is taken."""

MOST_RECORD_BYTES = 16 << 20
"""The longest record that is taken."""

MOST_DRAINED = 64 << 20
"""How much of a longer one is read and thrown away, so that its sender gets to see the answer."""

CACHED_QUERIES = 100
"""Of how many query strings each route keeps what they come to: an eighth of the time that a read takes."""

LONGEST_CACHED = 100
"""How many bytes of a query string are worth keeping."""

FAULTS_SHOWN = 20
"""How many faults a problem document lists at most."""

NULL_CHARACTER = rb"\u0000"
"""The character U+0000 as it stands in JSON. PostgreSQL keeps none, and nobody means it: it is refused wherever it is
sent."""

WITHOUT_NULL = "no text holds the character U+0000"


class Part(ABC):
    """A part of requests that a schema describes."""

    unknown: ClassVar[Literal["raise", "exclude"]] = RAISE
    """What becomes of a field that the schema does not have."""

    def __init__(self, schema: Schema) -> None:
        self.schema = schema

    @abstractmethod
    def read(self, req: flask.Request) -> dict[str, Any]:
        """What the request holds there; a `Problem` if it does not fit."""

    @abstractmethod
    def fault(self, path: tuple[Any, ...], message: str) -> Fault:
        """What is wrong, at its place."""

    def _loaded(self, found: Any) -> dict[str, Any]:
        """What is found there by the schema; `malformed`, with every fault and its place, if it does not fit."""
        try:
            loaded: dict[str, Any] = self.schema.load(found, unknown=self.unknown)
        except ValidationError as error:
            raise _malformed([self.fault(*fault) for fault in _flat(error.messages, ())]) from None
        return loaded


class Body(Part):
    """The JSON body; an empty one counts as an object without fields."""

    def read(self, req: flask.Request) -> dict[str, Any]:
        return self._loaded(json_body(req))

    def fault(self, path: tuple[Any, ...], message: str) -> Fault:
        return Fault(message, pointer=pointer_to(path))


class Query(Part):
    """The query string."""

    def __init__(self, schema: Schema) -> None:
        super().__init__(schema)
        self._cached = lru_cache(CACHED_QUERIES)(self._parsed)

    def read(self, req: flask.Request) -> dict[str, Any]:
        query = req.query_string
        return self._parsed(query) if len(query) > LONGEST_CACHED else dict(self._cached(query))

    def fault(self, path: tuple[Any, ...], message: str) -> Fault:
        return Fault(message, parameter=str(path[0]) if path else "query")

    def _parsed(self, query: bytes) -> dict[str, Any]:
        """What this query string, that of the request at hand, comes to."""
        given = flask.request.args.to_dict(flat=False)
        if repeated := [name for name, values in given.items() if len(values) > 1]:
            raise _malformed([self.fault((name,), "given more than once") for name in repeated])
        return self._loaded({name: value for name, [value] in given.items()})


class Headers(Part):
    """The headers that the schema names; a request has others too."""

    unknown = EXCLUDE

    def __init__(self, schema: Schema) -> None:
        super().__init__(schema)
        self._names = [field.data_key or name for name, field in schema.load_fields.items()]
        self._without = self._loaded({})

    def read(self, req: flask.Request) -> dict[str, Any]:
        found = {name: value for name in self._names if (value := req.headers.get(name)) is not None}
        return self._loaded(found) if found else dict(self._without)

    def fault(self, path: tuple[Any, ...], message: str) -> Fault:
        return Fault(message, parameter=str(path[0]) if path else "headers")


def _malformed(faults: Sequence[Fault]) -> Problem:
    """The problem of a part that does not fit, with every fault and its place."""
    first = faults[0]
    return Problem("malformed", f"{first.pointer or first.parameter}: {first.detail}", faults[:FAULTS_SHOWN])


PARTS: Mapping[str, type[Part]] = {"json": Body, "query": Query, "headers": Headers}
"""The parts of a request by where they are, in the words of the OpenAPI document and its tools."""


def bearer_token(req: flask.Request) -> str:
    """The token that the request shows by `Authorization: Bearer TOKEN`; empty if it shows none so."""
    scheme, _, token = req.headers.get(AUTHORIZATION, "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else ""


def read_body(req: flask.Request, most: int = MOST_BYTES) -> bytes:
    """The whole body, of `most` bytes; `bad-request` if it breaks off, or is not sent as HTTP asks for."""
    try:
        body = req.get_data(cache=True)
    except HTTPException:
        raise
    except Exception as error:
        # Each web server has errors of its own for a body that breaks off or is badly chunked.
        raise Problem("bad-request", f"the body cannot be read: {error}") from None
    if len(body) > most:
        raise RequestEntityTooLarge
    if req.content_length not in (None, len(body)):
        raise Problem("bad-request", f"of {req.content_length} bytes {len(body)} arrived")
    return body


def json_body(req: flask.Request) -> Any:
    """The value of the JSON body of the request at hand, which is decoded once, whoever asks for it; a `Problem` for
    one that cannot be read. An empty one counts as an object without fields."""
    found = known()
    if "json_body" not in found:
        found.json_body = _decoded(req)
    return found.json_body


def _decoded(req: flask.Request) -> Any:
    body = read_body(req)
    if body and not req.is_json:
        raise Problem("unsupported-media-type", "send the body as application/json")
    return read_json(body) if body else {}


def drain(stream: IO[bytes]) -> None:
    """Read a body to its end, or as far as MOST_DRAINED, and throw it away."""
    left = MOST_DRAINED
    with suppress(Exception):
        while left > 0 and (chunk := stream.read(min(left, 1 << 16))):
            left -= len(chunk)


def read_json(body: bytes) -> Any:
    """The value of a JSON text that people have typed: `not-json` if it is none, `malformed` for floats, duplicate keys
    and the like."""
    try:
        value = canon.parse_typed(body)
    except canon.NotJson as error:
        raise Problem("not-json", str(error)) from None
    except canon.NotCanonical as error:
        raise Problem("malformed", str(error)) from None
    _check_null_of(body, value)
    return value


def _flat(messages: Any, path: tuple[Any, ...]) -> Iterator[tuple[tuple[Any, ...], str]]:
    if isinstance(messages, dict):
        for key, inner in messages.items():
            yield from _flat(inner, path if key == "_schema" else (*path, key))
    elif isinstance(messages, list):
        for inner in messages:
            yield from _flat(inner, path)
    else:
        yield path, str(messages)


def check_null(asked: flask.Request) -> None:
    """`malformed` for a request that holds U+0000 in its address, or in a form that it sends."""
    in_address = "\0" in asked.path or b"%00" in asked.query_string
    if in_address or (_sends_form(asked) and _path_to_null(asked.form.to_dict(flat=False)) is not None):
        raise ServiceError("malformed", WITHOUT_NULL)


def _check_null_of(body: bytes, value: Any) -> None:
    """`malformed` for a body, read as `value`, that holds U+0000; the fault says where."""
    if NULL_CHARACTER in body and (path := _path_to_null(value)) is not None:
        place = pointer_to(path)
        raise Problem("malformed", f"{place}: {WITHOUT_NULL}", [Fault(WITHOUT_NULL, pointer=place)])


def is_of_page(asked: flask.Request) -> bool:
    """Whether a request is that of a page, which sends forms, and no JSON."""
    return (asked.endpoint or "").startswith("pages")


def _sends_form(asked: flask.Request) -> bool:
    """Whether a request is one of those that send forms: of a page, or of an app that exchanges its code."""
    return is_of_page(asked) or (asked.endpoint or "").startswith("oauth")


def _path_to_null(value: Any) -> tuple[str | int, ...] | None:
    """What leads to a text of a value that holds U+0000, or to what has such a name; None if there is none."""
    waiting: list[tuple[tuple[str | int, ...], Any]] = [((), value)]
    while waiting:
        path, found = waiting.pop()
        if isinstance(found, str) and "\0" in found:
            return path
        if isinstance(found, dict):
            if any("\0" in name for name in found):
                return path
            waiting += [((*path, name), inner) for name, inner in found.items()]
        elif isinstance(found, list):
            waiting += [((*path, number), inner) for number, inner in enumerate(found)]
    return None
