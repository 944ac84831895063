"""Which seat somebody takes, of a game or of a series: one that is kept, a free one, or a second one if that may be."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from domain.contract.reason import Reason
from domain.log.canon import Json
from domain.table.table import Table
from service.errors import ServiceError

NO_SEAT = Reason("no seat is open to you")
"""What somebody is told who may not sit down; not why."""

SEVERAL_SEATS = "several_seats"
"""The term by which anybody may take more seats than one."""


class Takeable(Protocol):
    """A seat, of a game or of a series."""

    @property
    def account(self) -> str | None:
        """Who sits there, if that is a person."""

    @property
    def taken(self) -> bool:
        """Whether somebody sits there."""


def held_already(
    seats: Mapping[str, Takeable], terms: Mapping[str, Json], account_id: str, seat: str | None
) -> str | None:
    """The seat that the account holds, if it asks for that one, or for any; None if it is to get the one that it names.

    `illegal` for a second seat, unless whoever opened it all has allowed that by the `terms`, keeps the seat for the
    account, or asks itself.
    """
    held = [name for name, one in seats.items() if one.account == account_id]
    if not held:
        return None
    if seat is None or seat in held:
        return seat or held[0]
    if not may_take_too(terms, account_id, seat):
        raise ServiceError(
            "illegal", "you hold {held}, and only who opened this may allow you a second seat", held=held[0]
        )
    return None


def may_take_too(terms: Mapping[str, Json], account_id: str, seat: str) -> bool:
    """Whether an account that sits may take this seat as well."""
    is_kept = (terms.get("invited") or {}).get(seat) == account_id
    return is_kept or terms.get("creator") == account_id or bool(terms.get(SEVERAL_SEATS))


def further_seats(table: Table, account_id: str) -> list[str]:
    """The free seats of a game that an account may take besides its own."""
    terms = table.header.terms
    kept: Mapping[str, str] = terms.get("invited") or {}
    free = [name for name, held in table.seats.items() if not held.taken and kept.get(name, account_id) == account_id]
    return [name for name in free if may_take_too(terms, account_id, name)]


def seat_to_take(seats: Mapping[str, Takeable], invited: Mapping[str, str], account_id: str, seat: str | None) -> str:
    """The seat that the account sits down on; `invited` maps seats to the accounts that they are kept for.

    `ServiceError` `forbidden` if it is kept for another account, `illegal` if no seat is open to this one.
    """
    if seat is not None:
        if invited.get(seat, account_id) != account_id:
            raise ServiceError("forbidden", "{seat} is kept for somebody else", seat=seat)
        return seat
    free = [name for name, held in seats.items() if not held.taken]
    mine = [name for name in free if invited.get(name) == account_id]
    for name in (*mine, *(name for name in free if name not in invited)):
        return name
    raise ServiceError("illegal", NO_SEAT)
