"""What the builder makes of a document: names, types, texts."""

import re

import pytest

from builder import writer
from builder.sync import MODULES, without_asyncio
from builder.writer import modules, write_modules

RUN = {
    "operationId": "start_run",
    "tags": ["runs"],
    "summary": 'Start a "run".',
    "description": "It ends with \\.",
    "parameters": [{"in": "header", "name": "If-Match", "schema": {"type": "string"}}],
    "requestBody": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Wanted"}}}},
    "responses": {"200": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Run"}}}}},
}

DOCUMENT = {
    "info": {"version": "2.3.4"},
    "tags": [{"name": "runs", "description": "Runs."}],
    "paths": {
        "/runs/{number}": {
            "parameters": [{"in": "path", "name": "number", "required": True, "schema": {"type": "integer"}}],
            "post": RUN,
            "delete": {"operationId": "end_run", "tags": ["runs"], "summary": "End it.", "responses": {"204": {}}},
        }
    },
    "components": {
        "responses": {},
        "schemas": {
            "Run": {
                "properties": {
                    "class": {"type": "string"},
                    "steps": {"type": "array", "items": {"$ref": "#/components/schemas/Step"}},
                    "ended": {"type": ["integer", "null"]},
                },
                "required": ["class", "steps"],
            },
            "Step": {"properties": {"data": {}}, "required": ["data"]},
            "Wanted": {
                "properties": {"number": {"type": "integer"}, "parts": {"$ref": "#/components/schemas/Step"}},
                "required": ["parts"],
            },
        },
    },
}


def namespace(text):
    """The names that a module binds."""
    names = {"__name__": "made"}
    exec(compile(text, "made", "exec"), names)
    return names


def test_what_is_answered_is_a_model_and_what_is_sent_is_none():
    names = namespace(modules(DOCUMENT)["models.py"])
    assert names["Run"].__annotations__ == {"class_": "str", "steps": "list[Step]", "ended": "int | None"}
    assert names["Run"].__struct_encode_fields__ == ("class", "steps", "ended")
    assert names["Run"](class_="a", steps=[]).ended is None
    assert "Step" in names
    assert "Wanted" not in names


def test_an_operation_takes_its_path_by_position_and_the_rest_by_name():
    text = modules(DOCUMENT)["resources.py"]
    assert (
        "def start_run(self, number: int, *, parts: dict[str, Any], if_match: str | UnsetType = UNSET,"
        " number_wanted: int | UnsetType = UNSET) -> Run:"
    ) in text
    assert (
        'return self._connection.ask(Run, "POST", f"/runs/{segment(number)}", headers={"If-Match": if_match},'
        ' body={"number": number_wanted, "parts": parts})'
    ) in text
    assert '        self._connection.do("DELETE", f"/runs/{segment(number)}")' in text


def test_a_text_is_a_docstring_whatever_it_holds():
    text = modules(DOCUMENT)["resources.py"].replace("nightledger_client.models import Run, Step", "typing import Any")
    assert namespace(text)["RunsResource"].start_run.__doc__.startswith('Start a "run".')
    assert namespace(text)["RunsResource"].start_run.__doc__.endswith("It ends with \\.")


def test_on_asyncio_the_same_operations_are_awaited():
    made = modules(DOCUMENT)
    assert "    async def start_run(self, number: int, *, parts" in made["aio/resources.py"]
    assert 'return await self._connection.ask(Run, "POST"' in made["aio/resources.py"]
    assert made["resources.py"] == without_asyncio(made["aio/resources.py"])


def test_what_is_written_for_asyncio_is_made_into_what_knows_nothing_of_it():
    made = modules(DOCUMENT)
    for name in MODULES:
        assert not re.search(r"async|await|\baio\b(?!`)|\bA(sync|wait)", made[name]), name


def test_the_version_is_the_documents():
    assert namespace(modules(DOCUMENT)["version.py"])["VERSION"] == "2.3.4"


def test_without_a_document_nothing_is_built(monkeypatch, tmp_path):
    monkeypatch.setattr(writer, "DOCUMENT", tmp_path / "openapi.json")
    with pytest.raises(FileNotFoundError, match="make client"):
        write_modules()
