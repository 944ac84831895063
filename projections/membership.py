"""Who belongs to a table or a series, as a column of a read model holds it."""

from __future__ import annotations

import msgspec

from domain.table.members import Members


def read(column: str) -> Members:
    """The members that a column holds."""
    return msgspec.json.decode(column, type=Members)


def written(members: Members) -> str:
    """The members, as a column holds them."""
    return msgspec.json.encode(members).decode()
