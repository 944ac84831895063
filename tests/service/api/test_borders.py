"""The limits of the document are those of the program: a value at a limit is taken, and the next one is refused."""

import re
from copy import deepcopy
from uuid import UUID

from service.api.described.examples import BODIES
from tests.service.api.conftest import Caller
from tests.service.api.document import api_document

NOT_THERE = str(UUID(int=0))

OF_SIZE = re.compile("Length must|Must be (greater|less)|characters|is a number from|no number of points")
"""What is said of a value that is too long, too short, too large or too small."""

BY_THE_GAME = [("give_orders", ("orders", 1, "decisions"))]
"""Limits that a game looks at, which must be there for that."""

BY_THE_LEAGUE = [("organise", "plan")]
"""What a league looks at by its own game, which must be there for that."""


def resolved(schema):
    """What a reference refers to."""
    name = schema.get("$ref", "").removeprefix("#/components/schemas/")
    return api_document()["components"]["schemas"][name] if name else schema


def kinds_of(schema):
    """The types of the values that a schema takes."""
    kinds = schema.get("type", [])
    return kinds if isinstance(kinds, list) else [kinds]


def example(schema):
    """A value that the schema takes."""
    schema = resolved(schema)
    if "examples" in schema or "enum" in schema:
        return (schema.get("examples") or schema["enum"])[0]
    for union in ("anyOf", "oneOf"):
        if union in schema:
            return example(schema[union][0])
    if "object" in kinds_of(schema):
        return {name: example(schema["properties"][name]) for name in schema.get("required", ())}
    if "array" in kinds_of(schema):
        return [example(schema["items"])] * schema.get("minItems", 0)
    return schema.get("minimum", 1) if "integer" in kinds_of(schema) else "x" * schema.get("minLength", 1)


def borders(schema):
    """Values at the limits of a schema, each with the next one beyond."""
    kinds = kinds_of(schema)
    if "integer" in kinds:
        limits = ((name, step) for name, step in (("minimum", -1), ("maximum", 1)) if name in schema)
        yield from ((schema[name], schema[name] + step) for name, step in limits)
    if "string" in kinds and not schema.keys() & {"pattern", "enum", "format"}:
        yield from sizes("x", schema, "minLength", "maxLength")
    if "array" in kinds:
        yield from sizes([example(schema["items"])], schema, "minItems", "maxItems")


def sizes(one, schema, least, most):
    """As many of one as there may be at least and at most, and one fewer or more."""
    if schema.get(least):
        yield one * schema[least], one * (schema[least] - 1)
    if most in schema:
        yield one * schema[most], one * (schema[most] + 1)


def places(schema, path=()):
    """Where in a body there is a limit: the path (a number: so many items of a list, all alike), a value at it, and the
    next one beyond."""
    schema = resolved(schema)
    if "discriminator" in schema:
        return
    yield from ((path, at, beyond) for at, beyond in borders(schema))
    for choice in (*schema.get("anyOf", ()), *schema.get("oneOf", ())):
        yield from places(choice, path)
    for name, one in schema.get("properties", {}).items():
        yield from places(one, (*path, name)) if "$ref" not in one else ()
    if isinstance(schema.get("items"), dict):
        yield from places(schema["items"], (*path, schema.get("minItems") or 1))


def put(body, path, value):
    """The body with this value there, and with as little else as it needs for that."""
    *way, last = path
    body = inner = deepcopy(body)
    for step, following in zip(way, path[1:], strict=True):
        empty = [] if isinstance(following, int) else {}
        if isinstance(step, int):
            inner[:] = [empty] * step
        elif not isinstance(inner.get(step), type(empty)):
            inner[step] = empty
        inner = inner[0 if isinstance(step, int) else step]
    if isinstance(last, int):
        inner[:] = [value] * last
    else:
        inner[last] = value
    return body


def address(path):
    """A path with something for each of its parameters, most of which is not there."""
    short = path.removeprefix("/api/v1").replace("{seat}", "s1").replace("{name}", "Bob")
    return re.sub("{(number|dispute|step)}", "1", re.sub("{[a-z]+_id}", NOT_THERE, short))


def operations():
    """Method, path and description of each operation."""
    for path, item in api_document()["paths"].items():
        for method in sorted(item.keys() - {"parameters"}):
            yield method.upper(), path, item[method]


def is_refused_for_its_size(answer):
    return answer.status_code == 422 and OF_SIZE.search(answer.json["detail"]) is not None


def test_of_bodies(app, services):
    """Each value is sent by somebody new, as some of them end what the sender came with."""
    looked_at, wrong = 0, []
    for method, path, operation in operations():
        content = operation.get("requestBody", {}).get("content", {}).get("application/json")
        name = operation["operationId"]
        for place, at, beyond in places(content["schema"]) if content else ():
            if (name, place) in BY_THE_GAME or (name, place[0]) in BY_THE_LEAGUE:
                continue
            looked_at += 1
            name_of_sender = f"Sender {looked_at}"
            sender = Caller(app.test_client(), name_of_sender, services.accounts.create(name_of_sender)[1].secret)
            refused, taken = (
                sender.call(method, address(path), put(BODIES.get(name, {}), place, value)) for value in (beyond, at)
            )
            if is_refused_for_its_size(taken):
                wrong.append(f"{name} {place}: {at!r:.50} is refused: {taken.json['detail']}")
            if refused.status_code != 422 or not refused.json["detail"]:
                wrong.append(f"{name} {place}: {beyond!r:.50} is taken: {refused.status_code}")
    assert looked_at > 100
    assert wrong == []


def test_of_queries(ann):
    looked_at, wrong = 0, []
    for method, path, operation in operations():
        for one in operation.get("parameters", ()) if method == "GET" else ():
            for at, beyond in borders(one["schema"]) if one["in"] == "query" and one["name"] != "seconds" else ():
                looked_at += 1
                taken, refused = (ann.get(address(path), **{one["name"]: value}) for value in (at, beyond))
                faults = [fault.get("parameter") for fault in (refused.json or {}).get("errors", ())]
                if is_refused_for_its_size(taken) or refused.status_code != 422 or one["name"] not in faults:
                    wrong.append(f"{path} {one['name']}: {taken.status_code}, {refused.status_code}")
    assert looked_at > 50
    assert wrong == []
