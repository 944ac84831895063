"""Cursors of pages: each list shows the newest first, and goes on before a position in the log."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

LAST = 2**63 - 1
"""A position before which all of a list lies: where its first page begins."""


class BadCursor(ValueError):
    """A cursor that no page gave."""


def position_of(cursor: str | None) -> int:
    """The position in the log before which the page of a cursor begins (None: the first page)."""
    if cursor is None:
        return LAST
    if not (cursor.isascii() and cursor.isdigit() and len(cursor) < 19):
        raise BadCursor(f"{cursor!r} is no cursor of a page")
    return int(cursor)


def cursor_after(rows: Sequence[Any], shown: int) -> str | None:
    """The cursor of the page after one that shows so many of the rows; None where these are all."""
    return str(rows[shown - 1]["position"]) if len(rows) > shown else None
