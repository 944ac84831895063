"""An OpenAPI document, as its client sees it: operations with arguments and answers, and models."""

from __future__ import annotations

import keyword
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

Spec = Mapping[str, Any]

METHODS = ("get", "post", "put", "patch", "delete")
PREFIX = "#/components/schemas/"
PLACES = {"path": "path", "query": "query", "header": "headers"}
PLAIN = {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "null": "None"}


@dataclass(frozen=True)
class Argument:
    """An argument of an operation: its name in Python and on the wire, its type, where it goes, whether it must be."""

    name: str
    sent_as: str
    type: str
    place: str
    required: bool


@dataclass(frozen=True)
class Operation:
    """An operation: `answer` is the type that it answers, `asked` the method of a connection that asks for it."""

    name: str
    text: str
    method: str
    path: str
    arguments: tuple[Argument, ...]
    answer: str
    asked: str

    @property
    def model(self) -> str:
        """What an answer, or a line of one, is read as."""
        return self.answer.removeprefix("AsyncGenerator[").removesuffix(", None]").removesuffix(" | None")


class Document:
    """An OpenAPI document."""

    def __init__(self, spec: Spec) -> None:
        self._spec = spec
        self._schemas: Spec = spec["components"]["schemas"]

    @property
    def version(self) -> str:
        """The version of what it describes."""
        return str(self._spec["info"]["version"])

    def resources(self) -> Iterator[tuple[str, str, list[Operation]]]:
        """Yield the name, the description and the operations of each resource."""
        for tag in self._spec["tags"]:
            described = [found for found in self._operations() if tag["name"] in found[2]["tags"]]
            yield tag["name"], tag["description"], [self._operation(*found) for found in described]

    def models(self) -> dict[str, Spec]:
        """Return name -> schema of each structure that is answered, also of those inside others and of problems."""
        found: dict[str, Spec] = {}
        waiting = [operation["responses"] for _, _, operation in self._operations()]
        waiting.append(self._spec["components"]["responses"])
        while waiting:
            for name in _references(waiting.pop()):
                waiting += self._schemas[name].get("allOf", ())[:1]
                if name not in found and "properties" in self._schemas[name]:
                    found[name] = self._schemas[name]
                    waiting.append(found[name])
        return dict(sorted(found.items()))

    def type_of(self, described: Spec) -> str:
        """Return the type of a value in Python."""
        if "$ref" in described:
            name = described["$ref"].removeprefix(PREFIX)
            if "allOf" in self._schemas[name]:
                return self.type_of(self._schemas[name])
            return name if "properties" in self._schemas[name] else "dict[str, Any]"
        if "allOf" in described:
            return self.type_of(described["allOf"][0])
        for union in ("anyOf", "oneOf"):
            if union in described:
                return " | ".join(dict.fromkeys(self.type_of(choice) for choice in described[union]))
        kinds = described.get("type")
        if isinstance(kinds, list):
            return " | ".join(self.type_of({**described, "type": kind}) for kind in kinds)
        if kinds == "array":
            return f"list[{self.type_of(described.get('items', {}))}]"
        if kinds == "object":
            return f"dict[str, {self.type_of(described.get('additionalProperties') or {})}]"
        return PLAIN.get(str(kinds), "Any")

    def _operations(self) -> Iterator[tuple[str, str, Spec]]:
        """Yield method, path and description of each operation; the parameters of the path are among its own."""
        for path, item in self._spec["paths"].items():
            for method in METHODS:
                if method in item:
                    parameters = [*item.get("parameters", ()), *item[method].get("parameters", ())]
                    yield method.upper(), path, {**item[method], "parameters": parameters}

    def _operation(self, method: str, path: str, described: Spec) -> Operation:
        text = f"{described['summary']}\n\n{described.get('description', '')}"
        arguments = (*self._parameters(described), *self._fields(described))
        return Operation(described["operationId"], text, method, path, arguments, *self._answer(described["responses"]))

    def _parameters(self, described: Spec) -> Iterator[Argument]:
        for parameter in described["parameters"]:
            name, kind = parameter["name"], self.type_of(parameter["schema"])
            yield Argument(python_name(name), name, kind, PLACES[parameter["in"]], parameter.get("required", False))

    def _fields(self, described: Spec) -> Iterator[Argument]:
        """Yield the fields of the body; one that is named as a parameter is `…_wanted`."""
        taken = {python_name(parameter["name"]) for parameter in described["parameters"]}
        for content in described.get("requestBody", {}).get("content", {}).values():
            schema = self._schemas[content["schema"]["$ref"].removeprefix(PREFIX)]
            for field, value in schema.get("properties", {}).items():
                name = python_name(field)
                name = f"{name}_wanted" if name in taken else name
                required = field in schema.get("required", ())
                yield Argument(name, field, self.type_of(_as_sent(value)), "body", required)

    def _answer(self, responses: Spec) -> tuple[str, str]:
        """Return the type of the answer, and the method of a connection that asks for it."""
        for status in sorted(status for status in responses if status.startswith("2")):
            content = responses[status].get("content", {})
            if "text/event-stream" in content:
                return "AsyncGenerator[StreamMessage, None]", "stream"
            if "$ref" in (line := content.get("application/x-ndjson", {}).get("schema", {})):
                return f"AsyncGenerator[{self.type_of(line)}, None]", "lines"
            if "application/json" in content:
                kind = self.type_of(content["application/json"]["schema"])
                return (f"{kind} | None", "look") if "304" in responses else (kind, "ask")
        return ("None", "do") if "204" in responses else ("str", "text")


def python_name(name: str) -> str:
    """Return a name on the wire as a name in Python."""
    python = re.sub(r"[^0-9a-zA-Z]+", "_", name).lower()
    return f"{python}_" if keyword.iskeyword(python) else python


def _references(described: Any) -> Iterator[str]:
    """Yield the names of the schemas that a description refers to."""
    if isinstance(described, Mapping):
        reference = described.get("$ref", "")
        if reference.startswith(PREFIX):
            yield reference.removeprefix(PREFIX)
        described = list(described.values())
    if isinstance(described, list):
        for inner in described:
            yield from _references(inner)


def _as_sent(described: Spec) -> Spec:
    """Return the description of a value as it is sent: parts with a structure are plain maps."""
    if described.get("type") == "array":
        return {**described, "items": _as_sent(described.get("items", {}))}
    for union in ("anyOf", "oneOf"):
        if union in described:
            return {union: [_as_sent(choice) for choice in described[union]]}
    return {"type": "object"} if "$ref" in described else described
