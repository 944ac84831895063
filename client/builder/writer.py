"""The writer of the modules that are not stored, from the OpenAPI document and from those written for asyncio."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from textwrap import indent

from builder.document import Document, Operation, Spec, python_name
from builder.sync import sync_modules, without_asyncio

FOLDER = Path(__file__).parents[1]
DOCUMENT = FOLDER / "openapi.json"
PACKAGE = FOLDER / "src/nightledger_client"

MODELS = '''"""The models of what the API answers. Made from the OpenAPI document."""
from __future__ import annotations
from typing import Any
import msgspec
'''

VERSION = '''"""The version of the OpenAPI document, which is the client's too. Made from it."""

VERSION = "{version}"
'''

RESOURCES = '''"""The resources of the API, with a method for each operation. Made from the OpenAPI document."""
from __future__ import annotations
from collections.abc import AsyncGenerator
from typing import Any
from msgspec import UNSET, UnsetType
from nightledger_client.aio.connection import Connection, Resource
from nightledger_client.events import StreamMessage
from nightledger_client.requests import segment
'''


GENERATED = ("stream", "lines")
"""The methods of a connection that yield an answer bit by bit."""


def write_modules() -> None:
    """Make the modules that are not stored, from the document beside the sources."""
    if not DOCUMENT.exists():
        raise FileNotFoundError(
            f"{DOCUMENT} is missing: `make client` writes it, and every installation serves it at /api/v1/openapi.json"
        )
    for name, text in modules(json.loads(DOCUMENT.read_text("utf-8"))).items():
        (PACKAGE / name).write_text(text, "utf-8")


def modules(spec: Spec) -> dict[str, str]:
    """Return file name -> text of each module that is made."""
    document = Document(spec)
    resources = "\n".join(_resources(document))
    return {
        "version.py": VERSION.format(version=document.version),
        "models.py": "\n".join(_models(document)),
        "aio/resources.py": resources,
        "resources.py": without_asyncio(resources),
        **dict(sync_modules(PACKAGE / "aio")),
    }


def class_name(resource: str) -> str:
    """Return the name of the class of a resource."""
    return "".join(part.capitalize() for part in resource.split("_")) + "Resource"


def _models(document: Document) -> Iterator[str]:
    yield MODELS
    for name, schema in document.models().items():
        yield f"class {name}(msgspec.Struct, kw_only=True, frozen=True):"
        yield _docstring(schema.get("description", f"{name}."), "    ")
        for field, described in schema["properties"].items():
            yield _field(field, document.type_of(described), field in schema.get("required", ()))


def _field(sent_as: str, kind: str, required: bool) -> str:
    """Return a field of a model; one that may be missing is None then."""
    name = python_name(sent_as)
    options = ([] if required else ["default=None"]) + ([f'name="{sent_as}"'] if name != sent_as else [])
    default = f" = msgspec.field({', '.join(options)})" if options else ""
    return f"    {name}: {kind if required else _or(kind, 'None')}{default}"


def _resources(document: Document) -> Iterator[str]:
    yield RESOURCES
    yield f"from nightledger_client.models import {', '.join(document.models())}"
    described = list(document.resources())
    for name, meaning, operations in described:
        yield f"class {class_name(name)}(Resource):"
        yield _docstring(meaning, "    ")
        for operation in operations:
            yield from _method(operation)
    yield "class Resources(Resource):"
    yield _docstring("The resources of a service, each with a method for each of its operations.", "    ")
    yield "    def __init__(self, connection: Connection) -> None:"
    yield "        super().__init__(connection)"
    yield from (f"        self.{name} = {class_name(name)}(connection)" for name, _, _ in described)


def _method(operation: Operation) -> Iterator[str]:
    waits = operation.asked not in GENERATED
    parameters = ", ".join(_parameters(operation))
    yield f"    {'async ' if waits else ''}def {operation.name}({parameters}) -> {operation.answer}:"
    yield _docstring(operation.text, "        ")
    returned = ("" if operation.answer == "None" else "return ") + ("await " if waits else "")
    yield f"        {returned}self._connection.{operation.asked}({', '.join(_sent(operation))})"


def _parameters(operation: Operation) -> Iterator[str]:
    """Yield the parameters of a method: those of the path by position, the others by name, first those that must be."""
    yield "self"
    named = [one for one in operation.arguments if one.place != "path"]
    yield from (f"{one.name}: {one.type}" for one in operation.arguments if one.place == "path")
    if named:
        yield "*"
    yield from (f"{one.name}: {one.type}" for one in named if one.required)
    yield from (f"{one.name}: {_or(one.type, 'UnsetType')} = UNSET" for one in named if not one.required)


def _sent(operation: Operation) -> Iterator[str]:
    """Yield the arguments that a method hands to its connection."""
    if operation.asked in ("ask", "look", "lines"):
        yield operation.model
    yield f'"{operation.method}"'
    path = re.sub(r"{(.+?)}", lambda found: f"{{segment({python_name(found[1])})}}", operation.path)
    yield f'f"{path}"'
    for place in ("query", "headers", "body"):
        pairs = [f'"{one.sent_as}": {one.name}' for one in operation.arguments if one.place == place]
        if pairs:
            yield f"{place}={{{', '.join(pairs)}}}"


def _or(kind: str, other: str) -> str:
    """Return the union of two types."""
    return kind if kind == "Any" or other in kind.split(" | ") else f"{kind} | {other}"


def _docstring(text: str, margin: str) -> str:
    """Return a docstring of this text."""
    safe = text.strip().replace("\\", r"\\").replace('"', r"\"")
    return indent(f'"""{safe}"""', margin)
