"""Requests, as they are put together of what an operation is given."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import quote

import msgspec
from msgspec import UNSET

from nightledger_client.version import VERSION

AGENT = f"nightledger-client/{VERSION}"


def segment(value: object) -> str:
    """Return a value as a segment of a path."""
    return quote(str(value), safe="")


def headers_of(token: str | None) -> dict[str, str]:
    """Return the headers that every request of a connection has."""
    return {"User-Agent": AGENT} | ({} if token is None else {"Authorization": f"Bearer {token}"})


def request_of(sent: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    """Return the arguments of an httpx request. What is not set is left out; None is sent as null."""
    given = {
        place: {name: value for name, value in values.items() if value is not UNSET} for place, values in sent.items()
    }
    request: dict[str, Any] = {"headers": {name: str(value) for name, value in given.get("headers", {}).items()}}
    if query := given.get("query"):
        request["params"] = query
    if "body" in given:
        request["headers"]["Content-Type"] = "application/json"
        request["content"] = msgspec.json.encode(given["body"])
    return request
