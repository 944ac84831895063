"""Text with the character U+0000 is refused wherever it is sent: PostgreSQL keeps none, and nobody means it."""

from __future__ import annotations

from typing import Any

from flask import Request

from service.api.problems import Fault, Problem, pointer_to
from service.errors import ServiceError

REFUSAL = "no text holds the character U+0000"

ESCAPED = rb"\u0000"
"""As it stands in JSON."""


def check_request(asked: Request) -> None:
    """`malformed` for a request that holds it in its address, or in the form of a page."""
    in_address = "\0" in asked.path or b"%00" in asked.query_string
    if in_address or (_is_of_page(asked) and _path(asked.form.to_dict(flat=False)) is not None):
        raise ServiceError("malformed", REFUSAL)


def check_json(body: bytes, value: Any) -> None:
    """`malformed` for a body, read as `value`, that holds it; the fault says where."""
    if ESCAPED in body and (path := _path(value)) is not None:
        place = pointer_to(path)
        raise Problem("malformed", f"{place}: {REFUSAL}", [Fault(REFUSAL, pointer=place)])


def _is_of_page(asked: Request) -> bool:
    return (asked.endpoint or "").startswith("pages")


def _path(value: Any) -> tuple[str | int, ...] | None:
    """What leads to a text of a value that holds it, or to what has such a name; None if there is none."""
    waiting: list[tuple[tuple[str | int, ...], Any]] = [((), value)]
    while waiting:
        path, found = waiting.pop()
        if isinstance(found, str) and "\0" in found:
            return path
        if isinstance(found, dict):
            if any("\0" in name for name in found):
                return path
            waiting += [((*path, name), inner) for name, inner in found.items()]
        elif isinstance(found, list):
            waiting += [((*path, number), inner) for number, inner in enumerate(found)]
    return None
