"""Who sits where: a holder is who sits, a seat the place, at a table or in a group, with who holds it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

import msgspec


class Holder(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who sits: a person's account or an AI level; neither while a seat is open."""

    account: str | None = None
    level: str | None = None

    @property
    def taken(self) -> bool:
        """Whether there is somebody."""
        return self.account is not None or self.level is not None


class Seat(Holder, frozen=True, omit_defaults=True):
    """A place with who holds it; as long as nobody does, the account that it is kept for, if it is."""

    invited: str | None = None


Held = TypeVar("Held", bound=Holder)


def in_seat_order(seats: Mapping[str, Held]) -> dict[str, Held]:
    """Seats `s1`, `s2`, ... by their numbers: what was stored comes back by their names, `s10` before `s2`."""
    return {seat: seats[seat] for seat in sorted(seats, key=lambda seat: (len(seat), seat))}
