"""What every answer of the API carries."""

from __future__ import annotations

from flask import Response

DEFAULT_HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Vary": "Authorization, Cookie, Origin",
    "Cache-Control": "private, no-cache",
}
"""Another caller gets another answer, and nobody keeps it without asking again."""

OWN = frozenset(("vary", "cache-control"))
"""The headers that an answer may have of its own; hardly any has."""


def with_default_headers(response: Response) -> Response:
    """The response with these headers; it may vary by more, and be kept otherwise."""
    headers = response.headers
    if OWN.isdisjoint([name.lower() for name, _ in headers]):
        for name, value in DEFAULT_HEADERS.items():
            headers.add(name, value)
        return response
    varies, kept = headers.get("Vary"), headers.get("Cache-Control")
    headers.update(DEFAULT_HEADERS)
    if varies is not None:
        response.vary.update(varies.split(", "))
    if kept is not None:
        headers["Cache-Control"] = kept
    return response
