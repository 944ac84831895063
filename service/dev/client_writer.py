"""Writes the typed client from the OpenAPI document: a module for each resource, a method for each operation."""

from __future__ import annotations

import keyword
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from textwrap import indent, wrap
from typing import Any

Spec = Mapping[str, Any]

METHODS = ("get", "post", "put", "patch", "delete")
PREFIX = "#/components/schemas/"
SHARED, ALL = "shapes", "resources"
"""The module of the shapes that several resources answer, and that of all resources together."""

HELPERS = ("UNSET", "Connection", "StreamMessage", "Unset")
"""What a resource's module may need of `nightledger_client.connection`."""

PLAIN = {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "null": "None"}
WIDTH = 104


@dataclass(frozen=True)
class Argument:
    """An argument of a method: its name in Python and on the wire, its type, where it is sent, whether it must be."""

    name: str
    sent_as: str
    type: str
    place: str
    required: bool


def modules(document: Spec) -> dict[str, str]:
    """Module name -> its text, unformatted: one a tag, and the shapes that they share."""
    schemas = document["components"]["schemas"]
    by_tag = _operations(document)
    users: dict[str, set[str]] = defaultdict(set)
    for tag, operations in by_tag.items():
        for _, _, operation in operations:
            for name in _reachable(schemas, _answers(operation)):
                users[name].add(tag)
    shared = [name for name in schemas if len(users[name]) > 1]
    texts = {SHARED: _shapes_module(schemas, shared), ALL: _all_module(sorted(by_tag))}
    for tag, operations in by_tag.items():
        own = [name for name in schemas if users[name] == {tag}]
        used = [name for name in shared if tag in users[name]]
        texts[tag] = _resource_module(document, tag, operations, own, used)
    return texts


def _operations(document: Spec) -> dict[str, list[tuple[str, str, Spec]]]:
    """Tag -> its operations, each with method and path; the parameters of the path are among its own."""
    found: dict[str, list[tuple[str, str, Spec]]] = defaultdict(list)
    for path, item in document["paths"].items():
        for method in METHODS:
            if method in item:
                parameters = [*item.get("parameters", ()), *item[method].get("parameters", ())]
                found[item[method]["tags"][0]].append((method, path, {**item[method], "parameters": parameters}))
    return dict(found)


# ---- shapes


def _shapes_module(schemas: Spec, names: Sequence[str]) -> str:
    return "\n".join(
        (
            '"""Shapes that several resources answer. Made by `nightledger client --write`."""',
            *_imports(with_any=True),
            *(_shape(name, schemas[name], schemas) for name in _dependent_last(schemas, names)),
        )
    )


def _imports(*, with_any: bool) -> list[str]:
    return ["from __future__ import annotations", "from typing import Any" if with_any else "", "import msgspec", ""]


def _shape(name: str, schema: Spec, schemas: Spec) -> str:
    required = set(schema.get("required", ()))
    lines = [f"class {name}(msgspec.Struct, kw_only=True, frozen=True):", indent(_docstring(schema, name), "    ")]
    for field, described in schema["properties"].items():
        python = _python_name(field)
        kind = _type(described, schemas)
        renamed = f'msgspec.field(name="{field}")' if python != field else ""
        if field not in required:
            default = f'msgspec.field(name="{field}", default=None)' if renamed else "None"
        else:
            default = renamed
        optional = kind if field in required or kind.endswith("None") or kind == "Any" else f"{kind} | None"
        lines.append(f"    {python}: {optional}" + (f" = {default}" if default else ""))
    return "\n".join(lines) + "\n"


def _docstring(described: Spec, otherwise: str) -> str:
    text = described.get("description") or f"{otherwise}."
    paragraphs = [" ".join(paragraph.split()) for paragraph in text.strip().split("\n\n")]
    if len(paragraphs) == 1 and len(paragraphs[0]) <= WIDTH:
        return f'"""{paragraphs[0]}"""'
    return '"""' + "\n\n".join("\n".join(wrap(paragraph, WIDTH)) for paragraph in paragraphs) + '\n"""'


def _type(described: Spec, schemas: Spec) -> str:
    """The type of a value in Python."""
    if "$ref" in described:
        name = described["$ref"].removeprefix(PREFIX)
        return name if "properties" in schemas[name] else "dict[str, Any]"
    for union in ("anyOf", "oneOf"):
        if union in described:
            return " | ".join(dict.fromkeys(_type(choice, schemas) for choice in described[union]))
    kinds = described.get("type")
    if isinstance(kinds, list):
        return " | ".join(_type({**described, "type": kind}, schemas) for kind in kinds)
    if kinds == "array":
        return f"list[{_type(described.get('items', {}), schemas)}]"
    if kinds == "object":
        return f"dict[str, {_type(described.get('additionalProperties') or {}, schemas)}]"
    return PLAIN.get(str(kinds), "Any")


def _reachable(schemas: Spec, described: Any) -> set[str]:
    """The names of the structured schemas that a description needs."""
    found: set[str] = set()
    waiting = list(_references(described))
    while waiting:
        name = waiting.pop()
        if name not in found and "properties" in schemas[name]:
            found.add(name)
            waiting.extend(_references(schemas[name]))
    return found


def _references(described: Any) -> Iterator[str]:
    if isinstance(described, Mapping):
        reference = described.get("$ref")
        if isinstance(reference, str) and reference.startswith(PREFIX):
            yield reference.removeprefix(PREFIX)
        for inner in described.values():
            yield from _references(inner)
    elif isinstance(described, list):
        for inner in described:
            yield from _references(inner)


def _dependent_last(schemas: Spec, names: Sequence[str]) -> list[str]:
    """The names in an order in which each shape comes after those that it holds."""
    ordered: list[str] = []

    def place(name: str) -> None:
        for inner in _references(schemas[name]):
            if inner in names and inner not in ordered and inner != name:
                place(inner)
        if name not in ordered:
            ordered.append(name)

    for name in names:
        place(name)
    return ordered


# ---- operations


def _resource_module(
    document: Spec, tag: str, operations: Sequence[tuple[str, str, Spec]], own: Sequence[str], used: Sequence[str]
) -> str:
    schemas = document["components"]["schemas"]
    shapes = [_shape(name, schemas[name], schemas) for name in _dependent_last(schemas, own)]
    methods = [_method(document, *operation) for operation in operations]
    meaning = next((one.get("description", "") for one in document.get("tags", ()) if one["name"] == tag), "")
    head = f"{meaning or tag.capitalize()} Made by `nightledger client --write`."
    body = "\n".join((*shapes, *methods))
    needed = [name for name in used if re.search(rf"\b{name}\b", body)]
    helpers = [name for name in HELPERS if name == "Connection" or re.search(rf"\b{name}\b", body)]
    imports = [
        "from __future__ import annotations",
        "from collections.abc import Iterator" if "Iterator[" in body else "",
        "from typing import Any" if re.search(r"\bAny\b", body) else "",
        "import msgspec" if "msgspec." in body else "",
        f"from nightledger_client.connection import {', '.join(helpers)}",
        f"from nightledger_client.{SHARED} import ({', '.join(needed)})" if needed else "",
    ]
    intro = [
        f"class {class_name(tag)}:",
        f'    """{meaning or tag.capitalize()}"""',
        "    def __init__(self, connection: Connection) -> None:",
        "        self._connection = connection",
    ]
    return "\n".join((f'"""{head}"""', *imports, "", *shapes, *intro, *(indent(text, "    ") for text in methods)))


def _all_module(tags: Sequence[str]) -> str:
    return "\n".join(
        (
            '"""All resources of a service together. Made by `nightledger client --write`."""',
            "from __future__ import annotations",
            *(f"from nightledger_client.{tag} import {class_name(tag)}" for tag in tags),
            "from nightledger_client.connection import Connection",
            "class Resources:",
            '    """The resources of a service, each with a method for each of its operations."""',
            "    def __init__(self, connection: Connection) -> None:",
            *(f"        self.{tag} = {class_name(tag)}(connection)" for tag in tags),
        )
    )


def _method(document: Spec, method: str, path: str, operation: Spec) -> str:
    schemas = document["components"]["schemas"]
    arguments = list(_arguments(operation, schemas))
    in_path = [argument.name for argument in arguments if argument.place == "path"]
    others = [argument for argument in arguments if argument.place != "path"]
    typed = [f"{one.name}: {one.type}" for one in arguments if one.place == "path"]
    if others:
        typed.append("*")
        typed += [f"{one.name}: {one.type}" for one in others if one.required]
        typed += [f"{one.name}: {one.type} | Unset = UNSET" for one in others if not one.required]
    answer, ask = _answer(operation, schemas)
    sent = [f'"{method.upper()}"', _path(path, in_path)]
    for place in ("query", "headers", "body"):
        pairs = [f'"{one.sent_as}": {one.name}' for one in others if one.place == place]
        if pairs:
            sent.append(f"{place}={{{', '.join(pairs)}}}")
    signature = ", ".join(("self", *typed))
    summary = {"description": f"{operation['summary']}\n\n{operation.get('description', '')}".strip()}
    return "\n".join(
        (
            f"def {operation['operationId']}({signature}) -> {answer}:",
            indent(_docstring(summary, ""), "    "),
            f"    {'' if answer == 'None' else 'return '}self._connection.{ask.format(', '.join(sent))}",
        )
    )


def _arguments(operation: Spec, schemas: Spec) -> Iterator[Argument]:
    taken: set[str] = set()
    places = {"path": "path", "query": "query", "header": "headers"}
    for parameter in operation["parameters"]:
        sent_as, place = parameter["name"], places[parameter["in"]]
        name = _python_name(sent_as)
        taken.add(name)
        required = parameter.get("required", False)
        yield Argument(name, sent_as, _type(parameter["schema"], schemas), place, required)
    for content in operation.get("requestBody", {}).get("content", {}).values():
        schema = schemas[content["schema"]["$ref"].removeprefix(PREFIX)]
        for field, described in schema.get("properties", {}).items():
            name = _python_name(field)
            name = f"{name}_wanted" if name in taken else name
            kind = _type(_as_sent(described, schemas), schemas)
            yield Argument(name, field, kind, "body", field in schema.get("required", ()))


def _as_sent(described: Spec, schemas: Spec) -> Spec:
    """A description of what is sent: parts with a structure are plain maps."""
    if described.get("type") == "array":
        return {**described, "items": _as_sent(described.get("items", {}), schemas)}
    for union in ("anyOf", "oneOf"):
        if union in described:
            return {union: [_as_sent(choice, schemas) for choice in described[union]]}
    return {"type": "object"} if "$ref" in described else described


def _answers(operation: Spec) -> list[Any]:
    return [answer for status, answer in operation["responses"].items() if status.startswith("2")]


def _answer(operation: Spec, schemas: Spec) -> tuple[str, str]:
    """What a method answers, and how it asks for it."""
    statuses = operation["responses"]
    for status in sorted(status for status in statuses if status.startswith("2")):
        content = statuses[status].get("content", {})
        if "text/event-stream" in content:
            return "Iterator[StreamMessage]", "stream({})"
        if "application/json" in content:
            shape = _type(content["application/json"]["schema"], schemas)
            if "304" in statuses:
                return f"{shape} | None", f"look({shape}, {{}})"
            return shape, f"ask({shape}, {{}})"
    return ("None", "do({})") if "204" in statuses else ("str", "text({})")


def _path(path: str, names: Sequence[str]) -> str:
    return f'"{path}"' if not names else 'self._connection.path("' + path + '", ' + ", ".join(names) + ")"


def _python_name(name: str) -> str:
    python = re.sub(r"[^0-9a-zA-Z]+", "_", name).lower()
    return f"{python}_" if keyword.iskeyword(python) else python


def class_name(tag: str) -> str:
    """The class of a resource."""
    return "".join(part.capitalize() for part in tag.split("_")) + "Resource"
