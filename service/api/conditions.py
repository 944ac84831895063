"""The headers of HTTP that make a command conditional or repeatable, and a read cheap."""

from __future__ import annotations

import re
from typing import Any

from flask import Response, request
from marshmallow import fields

from service.api.fields import Fixed, Text
from service.games.shapes import Condition

_ETAG = re.compile(r'(?:W/)?"(\d{1,15})-([0-9a-f]{64})-[^"]*"\Z')

NEVER = (-1, "")
"""A version and head that no table has: what an If-Match that is no ETag of ours stands for."""


class KeyHeaders(Fixed):
    """The header by which a request may be sent again."""

    idempotency_key = Text(
        "[\\x21-\\x7e]{1,200}",
        "1 to 200 visible ASCII characters",
        "The same key and body again get the first answer again, for 30 days, and nothing is done twice. Secrets that"
        " are shown once are null there.",
        data_key="Idempotency-Key",
    )


class SecretHeaders(KeyHeaders):
    """The headers by which a request may be sent again where no account says whose it is."""

    idempotency_secret = Text(
        "[\\x21-\\x7e]{22,200}",
        "22 to 200 visible ASCII characters",
        "At least 128 random bits that the client has made. Without an account an Idempotency-Key counts only together"
        " with it, and is refused alone.",
        data_key="Idempotency-Secret",
    )


class CommandHeaders(KeyHeaders):
    """The headers of a command."""

    if_match = fields.String(
        data_key="If-Match", metadata={"description": "The ETag of the game: the whole table must be unchanged."}
    )


class ReadHeaders(Fixed):
    """The headers of a read."""

    if_none_match = fields.String(
        data_key="If-None-Match", metadata={"description": "The ETag that you have: answered 304 if it still holds."}
    )


def condition(headers: dict[str, Any], decision: str | None) -> Condition:
    """The condition of a command: its If-Match header, the id of the decision it answers, or both."""
    header = headers.get("if_match")
    return Condition(if_match=None if header is None else _version_and_head(header), decision=decision)


def not_modified(etag: str) -> Response | None:
    """The 304 answer if the caller has this version already."""
    if not request.if_none_match.contains_weak(etag):
        return None
    return Response(status=304, headers={"ETag": quoted(etag)})


def quoted(etag: str) -> str:
    """An ETag as it stands in its header."""
    return f'"{etag}"'


def _version_and_head(header: str) -> tuple[int, str]:
    # A proxy that compresses turns our ETags into weak ones. They name one version all the same.
    match = _ETAG.match(header.strip())
    return (int(match[1]), match[2]) if match else NEVER
