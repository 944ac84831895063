"""How every operation of the API is served: its caller, the parts of the request, the route, the answer, each once.

flask-smorest gathers the document from the same decorators; the wrappers that it would put around a route are left out,
as what they do is done here, once for all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from functools import update_wrapper
from http import HTTPStatus
from typing import Any

import flask_smorest
from flask import Request, Response
from marshmallow import Schema
from msgspec import Struct

from service.api.conditions import KeyHeaders, SecretHeaders
from service.api.context import at_hand
from service.api.deprecation import Deprecation
from service.api.derived import schema_of, shown_once
from service.api.problems import Problem
from service.api.reading import PARTS, Headers, Part
from service.api.rendering import json_response
from service.api.repeats import KEY, KeyedOperation
from service.people.scopes import Scope

Route = Callable[..., Any]
Decorator = Callable[[Route], "Operation"]
Caller = Callable[[Request, Sequence[Scope]], str | None]

SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
"""The methods that change nothing (RFC 9110, 9.2.1)."""


class Operation:
    """A route as it is served: the decorators of a `Resource` make it of a function, each adding to it."""

    _apidoc: Mapping[str, Any]

    def __init__(self, route: Route) -> None:
        update_wrapper(self, route)
        self.__name__: str = route.__name__
        self._route = route
        self._caller: Caller | None = None
        self._optional = False
        self.scopes: Sequence[Scope] | None = None
        self._parts: list[Part] = []
        self._status: int = HTTPStatus.OK
        self._shown_once: Sequence[str] = ()
        self._deprecation: Deprecation | None = None
        self._key: Part | None = None

    @classmethod
    def of(cls, route: Route) -> Operation:
        """The operation that a function is or is to be."""
        return route if isinstance(route, Operation) else cls(route)

    def called_by(self, caller: Caller, *, optional: bool) -> Operation:
        """Itself, its route getting the `account` that this tells of a request; `optional`: or None."""
        self._caller, self._optional = caller, optional
        return self

    def needing(self, scopes: Sequence[Scope]) -> Operation:
        """Itself, for tokens that have one of these scopes; for all where there is none."""
        self.scopes = scopes
        return self

    def security(self) -> list[dict[str, list[str]]]:
        """Whose request it takes, as the document says it."""
        if self._caller is None:
            return []
        ways = [{"bearer": [str(scope)]} for scope in self.scopes or ()] or [{"bearer": []}]
        return [{}, *ways] if self._optional else ways

    def reading(self, part: Part) -> Operation:
        """Itself, its route getting this part of the request before those that it was given already."""
        self._parts.insert(0, part)
        return self

    def key_headers(self) -> type[Schema] | None:
        """The schema of the headers by which it may be asked for again; None if its route reads them by itself."""
        if any("idempotency_key" in part.schema.fields for part in self._parts):
            return None
        return SecretHeaders if self._caller is None or self._optional else KeyHeaders

    def repeatable(self, key: Part) -> Operation:
        """Itself, carried out once however often it is asked for under the same key."""
        self._key = key
        return self

    def answering(self, status: int, shown_once: Sequence[str]) -> Operation:
        """Itself, answering with this status what its route says nothing else of; these fields hold secrets that a
        repeat is not shown."""
        self._status, self._shown_once = status, shown_once
        return self

    def going(self, deprecation: Deprecation) -> Operation:
        """Itself, each answer saying that it is deprecated, and until when it is there."""
        self._deprecation = deprecation
        return self

    def documented(self, decorate: Callable[[Any], Any]) -> Operation:
        """Itself, with what a decorator of flask-smorest notes for the document."""
        self._apidoc = decorate(self)._apidoc
        return self

    def __call__(self, **arguments: Any) -> Response:
        """Answer the request at hand; `arguments` are those of its path."""
        asked = at_hand()
        if self._key is not None and KEY in asked.headers:
            return self._once(asked, self._key, arguments)
        if self._caller is not None:
            arguments["account"] = self._caller(asked, self.scopes or ())
        return self._carried_out(asked, arguments)

    def _once(self, asked: Request, key: Part, arguments: dict[str, Any]) -> Response:
        """Answer a request that may be a repeat."""
        keyed = KeyedOperation(asked, self.__name__, key.read(asked), self._shown_once)
        account = None
        if self._caller is not None:
            try:
                account = arguments["account"] = self._caller(asked, self.scopes or ())
            except Problem:
                if (again := keyed.of_ended_token()) is not None:
                    return again
                raise
        return keyed.once(account, lambda: self._carried_out(asked, arguments))

    def _carried_out(self, asked: Request, arguments: dict[str, Any]) -> Response:
        return self._response(self._route(*[part.read(asked) for part in self._parts], **arguments))

    def _response(self, returned: Any) -> Response:
        body, status, headers = _unpacked(returned)
        if not isinstance(body, Response):
            body = json_response(body, self._status if status is None else status)
        elif status is not None:
            body.status_code = status
        for name, value in headers.items():
            body.headers.add(name, value)
        if self._deprecation is not None:
            body.headers.extend(self._deprecation.headers())
        return body


class Resource(flask_smorest.Blueprint):
    """A blueprint whose operations are named after their functions.

    `scope` is what a token must be for to change something here; to look, it is `read`, unless an operation says more.
    `deprecations` names the operations that will go.
    """

    def __init__(self, *arguments: Any, scope: Scope | None = None, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._scope = scope
        self.deprecations: list[tuple[str, Deprecation]] = []

    def route(self, rule: str, **options: Any) -> Decorator:
        """Serve a route, and document it."""
        add = super().route(rule, **options)

        def named(route: Route) -> Operation:
            operation = Operation.of(route)
            changing = not SAFE.issuperset(options.get("methods", SAFE))
            if operation.scopes is None:
                usual = self._scope if changing else "read"
                operation.needing(() if usual is None else (usual,))
            operation.documented(self.doc(operationId=operation.__name__, security=operation.security()))
            if changing:
                self._made_repeatable(operation)
            add(operation)
            return operation

        return named

    def _made_repeatable(self, operation: Operation) -> None:
        """Have an operation honour `Idempotency-Key`, and document it."""
        if (schema := operation.key_headers()) is not None:
            key = Headers(schema())
            operation.repeatable(key).documented(super().arguments(key.schema, location="headers"))

    def body(self, shape: type[Struct]) -> Decorator:
        """Document the JSON body of an operation that reads it by itself."""
        content = {"application/json": {"schema": schema_of(shape)}}
        return _documenting(self.doc(requestBody={"required": True, "content": content}))

    def arguments(self, schema: type[Schema], *, location: str = "json") -> Decorator:
        """Read a part of the request (`json`, `query`, `headers`) by a schema: a further argument of the route."""
        part = PARTS[location](schema())
        document = super().arguments(part.schema, location=location)
        return lambda route: Operation.of(route).reading(part).documented(document)

    def response(
        self,
        status: int,
        shape: type[Struct] | dict[str, Any] | None = None,
        *,
        content_type: str | None = None,
        **headers: str,
    ) -> Decorator:
        """Answer what the route returns, which has this shape. `headers` describes those that the route adds.

        A JSON schema in its place documents what is sent otherwise than as JSON.
        """
        schema = schema_of(shape) if isinstance(shape, type) else shape
        secret = shown_once(shape) if isinstance(shape, type) else ()
        document = super().response(status, schema, headers=_described(headers), content_type=content_type)
        return lambda route: Operation.of(route).answering(status, secret).documented(document)

    def deprecated(self, since: date, sunset: date, instead: str) -> Decorator:
        """Say of an operation since when it is deprecated, when it goes, and which address does the same `instead`."""
        deprecation = Deprecation(since, sunset, instead)
        document = self.doc(deprecated=True, **deprecation.told())

        def going(route: Route) -> Operation:
            operation = Operation.of(route).going(deprecation).documented(document)
            self.deprecations.append((operation.__name__, deprecation))
            return operation

        return going

    def alt_response(self, status: int, shape: type[Struct] | None = None) -> Decorator:
        """Document another answer, which the route gives by itself."""
        return _documenting(super().alt_response(status, schema=None if shape is None else schema_of(shape)))


def _documenting(document: Callable[[Any], Any]) -> Decorator:
    return lambda route: Operation.of(route).documented(document)


def _described(headers: Mapping[str, str]) -> dict[str, Any] | None:
    described = {
        name.replace("_", "-"): {"description": meaning, "schema": {"type": "string"}}
        for name, meaning in headers.items()
    }
    return described or None


def _unpacked(returned: Any) -> tuple[Any, int | None, Mapping[str, str]]:
    """Body, status and headers of what a route returns: the body alone, or with one of the others, or with both."""
    if type(returned) is not tuple:
        return returned, None, {}
    match returned:
        case (body, int(status), headers):
            return body, status, headers
        case (body, int(status)):
            return body, status, {}
        case (body, headers):
            return body, None, headers
    raise TypeError(f"a route returned {len(returned)} things")
