"""How a request is read: strict JSON, unknown fields refused, every fault named by its place."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from functools import lru_cache, wraps
from typing import IO, Any, NoReturn

import flask
import flask_smorest
import msgspec
from flask.json.provider import DefaultJSONProvider
from marshmallow import RAISE, Schema, ValidationError
from marshmallow import missing as MISSING
from webargs.flaskparser import FlaskParser
from werkzeug.exceptions import HTTPException, RequestEntityTooLarge

from domain.log import canon
from service.api import null_character
from service.api.problems import Fault, Problem, pointer_to

Route = Callable[..., Any]
Decorator = Callable[[Route], Route]

MOST_BYTES = 1 << 20
"""The longest body that is taken."""

MOST_RECORD_BYTES = 16 << 20
"""The longest record that is taken."""

MOST_DRAINED = 64 << 20
"""How much of a longer one is read and thrown away, so that its sender gets to see the answer."""

REMEMBERED_QUERIES = 100
"""Of how many query strings each route remembers what they come to: an eighth of the time that a read takes."""

LONGEST_REMEMBERED = 100
"""How many bytes of a query string are worth remembering."""

FAULTS_SHOWN = 20
"""How many faults a problem document lists at most."""


class Parser(FlaskParser):
    """Reads bodies and query strings; whatever does not fit is a `Problem`."""

    DEFAULT_UNKNOWN_BY_LOCATION = {
        **FlaskParser.DEFAULT_UNKNOWN_BY_LOCATION,
        "query": RAISE,
    }

    def use_args(self, argmap: Any, req: Any = None, *, location: str | None = None, **options: Any) -> Decorator:
        """Read this part of the request (None: its JSON body), by a schema, into a further argument of the route."""
        part = Part(self, argmap, location or self.location)

        def decorate(route: Route) -> Route:
            @wraps(route)
            def with_argument(*args: Any, **kwargs: Any) -> Any:
                return route(*args, part.read(flask.request), **kwargs)

            return with_argument

        return decorate

    def load_json(self, req: flask.Request, schema: Schema) -> Any:
        """The JSON body; an empty one counts as not given."""
        body = read_body(req)
        if not body:
            return MISSING
        if not req.is_json:
            raise Problem("unsupported-media-type", "send the body as application/json")
        return read_json(body)

    def handle_error(
        self,
        error: ValidationError,
        req: flask.Request,
        schema: Schema,
        *,
        error_status_code: int | None,
        error_headers: Mapping[str, str] | None,
    ) -> NoReturn:
        """`malformed`, with every fault and its place."""
        faults = [fault for where, messages in error.messages_dict.items() for fault in _faults(where, messages)]
        first = faults[0]
        raise Problem("malformed", f"{first.pointer or first.parameter}: {first.detail}", faults[:FAULTS_SHOWN])


class Part:
    """A part of requests that a schema describes, at a location: `json`, `query` or `headers`."""

    def __init__(self, parser: Parser, schema: Schema, location: str) -> None:
        self._parser = parser
        self._schema = schema
        self._location = location
        self._headers = [field.data_key or name for name, field in schema.load_fields.items()]
        self._remembered = lru_cache(REMEMBERED_QUERIES)(self._parsed)

    def read(self, req: flask.Request) -> Any:
        """What the request holds there; a `Problem` if it does not fit."""
        match self._location:
            case "query" if len(req.query_string) <= LONGEST_REMEMBERED:
                return dict(self._remembered(req.query_string))
            case "headers" if not any(name in req.headers for name in self._headers):
                return dict(self._remembered(b""))
            case "json":
                return self._loaded(req)
            case _:
                return self._parsed()

    def _parsed(self, told: bytes = b"") -> Mapping[str, Any]:
        """What the request at hand comes to; `told` is all of it that counts."""
        found: Mapping[str, Any] = self._parser.parse(self._schema, flask.request, location=self._location)
        return found

    def _loaded(self, req: flask.Request) -> Any:
        body = self._parser.load_json(req, self._schema)
        try:
            return self._schema.load({} if body is MISSING else body, unknown=RAISE)
        except ValidationError:
            return self._parsed()  # It says what is wrong.


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


def drain(stream: IO[bytes]) -> None:
    """Read a body to its end, or as far as MOST_DRAINED, and throw it away."""
    left = MOST_DRAINED
    with suppress(Exception):
        while left > 0 and (chunk := stream.read(min(left, 1 << 16))):
            left -= len(chunk)


def read_json(body: bytes) -> Any:
    """The value of a JSON text: `not-json` if it is none, `malformed` for floats, duplicate keys and the like."""
    try:
        value = canon.parse(body)
    except canon.NotJson as error:
        raise Problem("not-json", str(error)) from None
    except canon.NotCanonical as error:
        raise Problem("malformed", str(error)) from None
    null_character.check_json(body, value)
    return value


class Resource(flask_smorest.Blueprint):
    """A blueprint whose arguments are read strictly, and whose operations are named after their functions."""

    ARGUMENTS_PARSER = Parser()

    def route(self, rule: str, **options: Any) -> Decorator:
        """Serve a route, and document it."""
        add: Decorator = super().route(rule, **options)

        def named(route: Route) -> Route:
            add(self.doc(operationId=route.__name__)(route))
            return route

        return named

    def body(self, schema: type[Schema]) -> Decorator:
        """Document the JSON body of an operation that reads it by itself."""
        documented: Decorator = self.doc(
            requestBody={"required": True, "content": {"application/json": {"schema": schema}}}
        )
        return documented

    def arguments(self, schema: type[Schema], *, location: str = "json") -> Decorator:
        """Read a part of the request (`json`, `query`, `headers`) by a schema: a further argument of the route."""
        read: Decorator = super().arguments(schema(), location=location)
        return read

    def response(
        self,
        status: int,
        schema: type[Schema] | dict[str, Any] | None = None,
        *,
        content_type: str | None = None,
        **headers: str,
    ) -> Decorator:
        """Answer what the route returns by a schema. `headers` describes those that the route adds.

        A JSON schema in its place only documents what the route answers by itself.
        """
        answer: Decorator = super().response(status, schema, headers=_documented(headers), content_type=content_type)
        return answer

    def alt_response(self, status: int, schema: type[Schema] | None = None) -> Decorator:
        """Document another answer, which the route gives by itself."""
        document: Decorator = super().alt_response(status, schema=schema)
        return document


class FastJson(DefaultJSONProvider):
    """JSON answers written by msgspec, keys in the order in which they were put in."""

    def dumps(self, obj: Any, *, indent: int | None = None, **kwargs: Any) -> str:
        text = msgspec.json.encode(obj)
        return (msgspec.json.format(text, indent=indent) if indent else text).decode()

    def response(self, *args: Any, **kwargs: Any) -> flask.Response:
        """The answer that carries a value, given by position or by names."""
        text = msgspec.json.encode(self._prepare_response_obj(args, kwargs))
        return flask.Response(text + b"\n", mimetype=self.mimetype)


def _documented(headers: Mapping[str, str]) -> dict[str, Any] | None:
    """Names in Python's spelling -> meanings, as OpenAPI describes headers; None without any."""
    described = {
        name.replace("_", "-"): {"description": meaning, "schema": {"type": "string"}}
        for name, meaning in headers.items()
    }
    return described or None


def _faults(location: str, messages: Any) -> Iterator[Fault]:
    for path, message in _flat(messages, ()):
        if location == "json":
            yield Fault(message, pointer=pointer_to(path))
        else:
            yield Fault(message, parameter=str(path[0]) if path else location)


def _flat(messages: Any, path: tuple[Any, ...]) -> Iterator[tuple[tuple[Any, ...], str]]:
    if isinstance(messages, dict):
        for key, inner in messages.items():
            yield from _flat(inner, path if key == "_schema" else (*path, key))
    elif isinstance(messages, list):
        for inner in messages:
            yield from _flat(inner, path)
    else:
        yield path, str(messages)
