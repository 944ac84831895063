"""Who belongs to a table or a series, as a column of a read model holds it and as a list tells it; and whom it is kept
apart from."""

from __future__ import annotations

from typing import Any

import msgspec
from sqlalchemy import ColumnElement, bindparam, func, not_, text

from domain.contract.seats import Seat
from domain.table.members import Members
from projections.statements import is_listed


class ListedSeat(Seat, frozen=True):
    """A seat in a list; `kept` is the account that may return to it, as long as an AI keeps it."""

    kept: str | None = None


def read(column: str) -> Members:
    """The members that a column holds."""
    return msgspec.json.decode(column, type=Members)


def written(members: Members) -> str:
    """The members, as a column holds them."""
    return msgspec.json.encode(members).decode()


def is_not_apart(creator: ColumnElement[Any]) -> ColumnElement[bool]:
    """That whoever has opened it, which may be nobody, is none of the accounts `apart`, a JSON list."""
    return not_(is_listed(func.coalesce(creator, text("''")), bindparam("apart")))
