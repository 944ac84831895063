"""Where an answer of the API leads: links of the OpenAPI document from what was made to all that can be done with it.

`FOUND_IN` is the whole of it: which answers hold the value of which path parameter. A link goes to every operation
whose path they fill in. The body to send stands beside a link as `x-body`: readers of the document take no expressions
within a link's own `requestBody`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any

Spec = dict[str, Any]

FOUND_IN: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {
        "open_game": {"game_id": "$response.body#/id", "seat": "s1"},
        "invite": {
            "game_id": "$request.path.game_id",
            "invitation_id": "$response.body#/id",
            "token": "$response.body#/token",
        },
        "say": {"game_id": "$request.path.game_id", "number": "$response.body#/number"},
        "open_series": {"series_id": "$response.body#/id", "seat": "s1"},
        "open_league": {"league_id": "$response.body#/id"},
        "open_challenge": {"challenge_id": "$response.body#/id"},
        "open_tour": {"tour_id": "$response.body#/id"},
        "begin_try": {"challenge_id": "$request.path.challenge_id", "number": "$response.body#/number"},
        "make_character": {"character_id": "$response.body#/id"},
        "take_in_record": {"record_id": "$response.body#/id"},
        "add_webhook": {"webhook_id": "$response.body#/id"},
        "add_device": {"device_id": "$response.body#/id"},
        "log_in": {"token_id": "$response.body#/id"},
        "register_app": {"app_id": "$response.body#/id"},
    }
)
"""Operation -> path parameter -> where in its answer, or its request, the value is (a runtime expression), or a value
that there is always."""

WITH_BODY: Mapping[tuple[str, str], Mapping[str, str]] = MappingProxyType(
    {
        ("look", "act"): {"action": "$response.body#/legal/0", "decision": "$response.body#/decision"},
        ("look", "preview"): {"action": "$response.body#/legal/0"},
        ("create_account", "log_in"): {"name": "$request.body#/name", "password": "$request.body#/password"},
    }
)
"""Operation and the one that follows it -> the body to send: an answer to one's decision, the own name."""


def add_links(paths: Mapping[str, Spec]) -> None:
    """Put the links into the document's operations, beside the answer that says that they have done their work."""
    operations = dict(_operations(paths))
    for source, (path, operation) in operations.items():
        links = dict(_links(source, path, operations))
        for answer in _done(operation) if links else ():
            answer["links"] = links


def _links(source: str, path: str, operations: Mapping[str, tuple[str, Spec]]) -> Iterator[tuple[str, Spec]]:
    values = FOUND_IN.get(source, {})
    made = {name for name, value in values.items() if value.startswith("$response")}
    for target, (where, _) in operations.items():
        needed = _parameters(where)
        if needed & made and needed <= values.keys():
            yield target, {"operationId": target, "parameters": {name: values[name] for name in sorted(needed)}}
        elif (body := WITH_BODY.get((source, target))) is not None:
            same = {name: f"$request.path.{name}" for name in sorted(needed & _parameters(path))}
            yield target, {"operationId": target, "parameters": same, "x-body": dict(body)}


def _operations(paths: Mapping[str, Spec]) -> Iterator[tuple[str, tuple[str, Spec]]]:
    """Id -> path and operation."""
    for path, item in paths.items():
        for operation in item.values():
            if isinstance(operation, dict):
                yield operation["operationId"], (path, operation)


def _parameters(path: str) -> set[str]:
    """The names of a path's parameters."""
    return {part[1:].split("}")[0] for part in path.split("/") if part.startswith("{")}


def _done(operation: Spec) -> list[Spec]:
    """The operation's answers when it has done its work."""
    return [answer for status, answer in operation["responses"].items() if status.startswith("2")]
