"""Who sits where: a holder is who sits, a seat the place, at a table or in a group, with who holds it."""

from __future__ import annotations

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
