"""The OpenAPI document: what flask-smorest gathers from the routes, and the unions made from the games' verbs."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from copy import deepcopy
from types import MappingProxyType
from typing import Any

from apispec.ext.marshmallow import MarshmallowPlugin
from apispec.ext.marshmallow.openapi import OpenAPIConverter
from flask import Flask
from flask_smorest import Api
from marshmallow import fields

from domain.contract.game import Description
from domain.games.catalog import Catalog
from domain.table.rules.standing_orders import kinds
from service.api import problems
from service.api.callers import SECURITY_SCHEMES
from service.api.deprecation import VERSION
from service.api.derived import schema_of
from service.api.described.examples import BODIES
from service.api.described.links import add_links
from service.api.described.meanings import add_meanings
from service.api.described.typed import game_schemas, shared_schemas, unions
from service.api.fields import ExactlyOne, Shown, json_schema_of
from service.api.operations import Resource
from service.api.repeats import KEY, REPLAYED
from service.games.shapes.logs import Event
from service.games.shapes.streamed import TOLD

DESCRIPTION = """\
Play-by-post games in which every action is kept as immutable events.

Log in with a bearer token (`POST /accounts` gives the first one). Open a game with `POST /games`, look at it with
`GET /games/{id}`, and answer your decision with `POST /games/{id}/actions`: every entry of `legal` is an action ready
to be posted, and `decision` the id to send along. A command that gives neither `decision` nor `If-Match` is refused,
so nothing is ever answered that you have not seen.

Send an `Idempotency-Key` with whatever changes something, and you may safely send it again: for 30 days the same key,
body and address are answered as the first time (with `Idempotent-Replayed: true`), and nothing is done twice. Secrets
that are shown once (tokens, links) are null in such an answer; another body under the key is `key-reused`; what was
refused uses no key up. A key is its account's own. Where there is no account it counts only together with an
`Idempotency-Secret`, 128 random bits or more that you have made, and is refused without one.

Every error is a problem document (RFC 9457) whose `code` is stable.
"""

ABOUT = {
    "title": "Nightledger",
    "version": VERSION,
    "openapi_version": "3.1.0",
    "info": {"description": DESCRIPTION, "license": {"name": "MIT", "identifier": "MIT"}},
    "servers": [{"url": "/", "description": "The installation that serves this document."}],
}

Spec = dict[str, Any]

OF_OBJECTS: Mapping[str, str] = MappingProxyType({"minLength": "minProperties", "maxLength": "maxProperties"})
"""What the length of a text is called where it is that of an object."""

FURTHER_PROBLEMS: Mapping[str, int] = MappingProxyType(
    {
        "mail": 404,
        "mail_deliveries": 404,
        "legal": 409,
        "write_note": 412,
        "list_ratings": 404,
        "rating_history": 404,
        "prometheus": 403,
        "checkpoint": 404,
        "inclusion": 404,
        "consistency": 404,
    }
)
"""Operation -> the status of a problem that its parameters and its method do not show."""


class FaultSchema(Shown):
    """One thing that is wrong with a request."""

    detail = fields.String(required=True)
    pointer = fields.String(metadata={"description": "Where in the body (JSON pointer)."})
    parameter = fields.String(metadata={"description": "Which parameter or header."})


class ProblemSchema(Shown):
    """A problem document (RFC 9457)."""

    type = fields.String(required=True)
    title = fields.String(required=True)
    status = fields.Integer(required=True)
    code = fields.String(required=True, metadata={"enum": list(problems.KINDS)})
    detail = fields.String(required=True)
    errors = fields.List(fields.Nested(FaultSchema))


class DocstringConverter(OpenAPIConverter):
    """Describes a schema by its docstring, and fields that something else validates as they say."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.add_attribute_function(json_schema_of)

    def field2property(self, field: fields.Field[Any]) -> Spec:
        """A field; a reference stands by itself, and an object has a number of properties where a text has a length."""
        made: Spec = super().field2property(field)
        if "$ref" in made:
            return {name: value for name, value in made.items() if name not in ("type", "additionalProperties")}
        if isinstance(field, fields.Dict):
            return {OF_OBJECTS.get(name, name): value for name, value in made.items()}
        return made

    def schema2jsonschema(self, schema: Any) -> Spec:
        kind = schema if isinstance(schema, type) else type(schema)
        made: Spec = super().schema2jsonschema(schema)
        if not issubclass(kind, ExactlyOne):
            return {"description": kind.__doc__, **made}
        listed = ", ".join(f"`{choice}`" for choice in kind.choices)
        return {"description": f"{kind.__doc__} Exactly one of {listed}.", **made, **_exactly_one(*kind.choices)}


class DocstringPlugin(MarshmallowPlugin):
    """Describes the schemas of requests and answers."""

    Converter = DocstringConverter


class _Gathering(Api):
    """What flask-smorest gathers of an application's resources; it serves none of them, nor their errors."""

    ERROR_SCHEMA = ProblemSchema

    def __init__(self, app: Flask) -> None:
        super().__init__(app, spec_kwargs=ABOUT | {"marshmallow_plugin": DocstringPlugin()})
        for name, scheme in SECURITY_SCHEMES.items():
            self.spec.components.security_scheme(name, scheme)
        for shape in (Event, *TOLD):
            self.spec.components.schema(shape.__name__, schema=schema_of(shape))

    def _register_error_handlers(self) -> None:
        """None: the application has those of `problems` before it has a document."""

    def gather(self, resource: Resource) -> None:
        """Add the operations of a resource that the application serves already."""
        resource.register_views_in_doc(self, self._app, self.spec, name=resource.name, parameters=None)
        self.spec.tag({"name": resource.name, "description": resource.description})


def document(app: Flask, resources: Iterable[Resource], catalog: Catalog) -> Spec:
    """The document of these resources, which the application serves, with the games' options and actions.

    It takes a while (0.3 s) and is of no use to a request: who serves makes it when it is first asked for.
    """
    gathering = _Gathering(app)
    for resource in resources:
        gathering.gather(resource)
    spec: Spec = gathering.spec.to_dict()
    schemas = spec["components"]["schemas"]
    del schemas["PaginationMetadata"]
    described = [catalog[game].describe() for game in catalog]
    for description in described:
        # What is told besides in the document is not told to the games.
        add_new(schemas, deepcopy(_actions_of(description)))
        add_new(schemas, {_name(description.game, "Options"): deepcopy(dict(description.options))})
        add_new(schemas, game_schemas(_name(description.game, ""), catalog[description.game]))
    schemas |= shared_schemas() | unions(_name(game, "") for game in catalog)
    schemas["Action"] = {"anyOf": [_ref(_name(one.game, "Action")) for one in described]}
    schemas["Options"] = {"anyOf": [_ref(_name(one.game, "Options")) for one in described]}
    schemas["Order"] = {"anyOf": _orders(catalog)}
    _show_examples(spec)
    _list_problems(spec)
    _tell_of_repeats(spec)
    add_links(spec["paths"])
    add_meanings(spec)
    for description in described:
        for name in ("Options", *description.verbs):
            called = _name(description.game, name)
            schemas[called] = _saying_defaults(schemas[called])
    for response in spec["components"]["responses"].values():
        _as_problem(response)
    return spec


def _exactly_one(first: str, *others: str) -> Spec:
    """The part of a schema that wants one of these properties, and no other. Generators of clients take a `oneOf`
    beside properties for a union of classes, and leave this alone."""
    there: Spec = {"properties": {first: True}, "required": [first]}
    if not others:
        return there
    return {"if": there, "then": {"properties": dict.fromkeys(others, False)}, "else": _exactly_one(*others)}


def _saying_defaults(schema: Spec) -> Spec:
    """The schema telling in words what stands for a property that is left out: of a union of games' schemas, programs
    would fill in the defaults of another game."""
    return {**schema, "properties": {name: _saying_default(one) for name, one in schema["properties"].items()}}


def _saying_default(schema: Spec) -> Spec:
    if "default" not in schema:
        return schema
    rest = {name: value for name, value in schema.items() if name != "default"}
    return {**rest, "description": f"{schema['description']} Left out: `{json.dumps(schema['default'])}`."}


def add_new(schemas: Spec, more: Mapping[str, Any]) -> None:
    """Add schemas whose names are all new; `ValueError` for one that is taken."""
    if taken := schemas.keys() & more.keys():
        raise ValueError(f"two schemas of the document would be called {', '.join(sorted(taken))}")
    schemas |= more


def _show_examples(spec: Spec) -> None:
    """Put beside each body the example that there is of it."""
    for item in spec["paths"].values():
        for operation in item.values():
            if isinstance(operation, dict) and operation.get("operationId") in BODIES:
                for content in operation["requestBody"]["content"].values():
                    content["example"] = BODIES[operation["operationId"]]


def _tell_of_repeats(spec: Spec) -> None:
    """Say of each operation that honours a key how it says that it has answered a repeat."""
    told = {"description": "`true`: an earlier request with this Idempotency-Key did it.", "schema": {"type": "string"}}
    for item in spec["paths"].values():
        for method, operation in item.items():
            if method != "parameters" and any(one["name"] == KEY for one in operation.get("parameters", [])):
                for status, response in operation["responses"].items():
                    if status.startswith("2"):
                        response.setdefault("headers", {}).setdefault(REPLAYED, told)


def _list_problems(spec: Spec) -> None:
    """Say of each operation which problems it answers; `default` stands for what any address may answer."""
    answered: set[int] = set()
    for item in spec["paths"].values():
        shared = item.get("parameters", [])
        for method, operation in item.items():
            if method != "parameters":
                for status in _problem_statuses(method, operation, shared):
                    reference = {"$ref": f"#/components/responses/Problem{status}"}
                    operation["responses"].setdefault(str(status), reference)
                    answered.add(status)
    for status in sorted(answered):
        content = {"application/json": {"schema": _ref("Problem")}}
        spec["components"]["responses"][f"Problem{status}"] = {"description": _codes(status), "content": content}


def _problem_statuses(method: str, operation: Spec, shared: list[Spec]) -> list[int]:
    parameters = [*shared, *operation.get("parameters", [])]
    names = {parameter["name"] for parameter in parameters}
    statuses = [429, 503]
    if parameters or "requestBody" in operation:
        statuses += [422]
    if "requestBody" in operation:
        statuses += [400, 413, 415]
    if any(parameter["in"] == "path" for parameter in parameters):
        statuses += [403, 404]
    if operation.get("security"):
        statuses += [401]
    if method != "get":
        statuses += [403, 404, 409]
    if "If-Match" in names:
        statuses += [412, 428]
    if operation["operationId"] in FURTHER_PROBLEMS:
        statuses += [FURTHER_PROBLEMS[operation["operationId"]]]
    return sorted(set(statuses))


def _codes(status: int) -> str:
    """The codes of a status and what they mean."""
    kinds = ((code, kind) for code, kind in problems.KINDS.items() if kind.status == status)
    return "; ".join(f"`{code}`: {kind.title}" for code, kind in kinds)


def _orders(catalog: Catalog) -> list[Spec]:
    """The schemas of all standing orders, those that games share once."""
    found: list[Spec] = []
    for game in catalog:
        found += [schema for schema in kinds(catalog[game]).values() if schema not in found]
    return found


def _actions_of(description: Description) -> Mapping[str, Any]:
    """The union of a game's actions, told apart by `type`, and a schema for each verb."""
    names = {verb: _name(description.game, verb) for verb in description.verbs}
    union = {
        "description": f"An action of {description.game}.",
        "oneOf": [_ref(name) for name in names.values()],
        "discriminator": {
            "propertyName": "type",
            "mapping": {verb: _ref(name)["$ref"] for verb, name in names.items()},
        },
    }
    return {_name(description.game, "Action"): union} | {
        name: dict(description.verbs[verb]) for verb, name in names.items()
    }


def _as_problem(response: Spec) -> None:
    content = response.get("content", {})
    if "application/json" in content:
        content[problems.MEDIA_TYPE] = content.pop("application/json")


def _name(game: str, what: str) -> str:
    return "".join(part[:1].upper() + part[1:] for part in f"{game}-{what}".replace("_", "-").split("-"))


def _ref(name: str) -> dict[str, str]:
    return {"$ref": f"#/components/schemas/{name}"}
