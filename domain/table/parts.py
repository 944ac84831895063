"""What a table knows of its seats, of the commands that count, and of a takeback that is asked."""

from __future__ import annotations

import msgspec


class Seat(msgspec.Struct, frozen=True):
    """Who holds a seat: a person's account or an AI level, neither while it is open; and its entropy (hex)."""

    account: str | None = None
    level: str | None = None
    entropy: str | None = None
    entropy_hash: str | None = None

    @property
    def taken(self) -> bool:
        return self.account is not None or self.level is not None

    @property
    def owes_entropy(self) -> bool:
        """Whether it gave a hash and has not opened it."""
        return self.entropy_hash is not None and self.entropy is None

    @property
    def opened_entropy(self) -> bool:
        """Whether it gave a hash and has opened it."""
        return self.entropy_hash is not None and self.entropy is not None


class Receipt(msgspec.Struct, frozen=True):
    """What was posted under an idempotency key: the hash of its body, the versions of its first and last event."""

    body: str
    first: int
    last: int


class Done(msgspec.Struct, frozen=True, gc=False):
    """A command that counts: its first and last version, by whom and for which seat, and what bars taking it back.

    `tells` is set when it drew, showed something hidden or opened a sealed answer; `standing` when it answered no
    decision and so is nobody's turn.
    """

    first: int
    last: int
    by: str
    seat: str | None
    tells: bool = False
    standing: bool = True


class TakebackRequest(msgspec.Struct, frozen=True):
    """A takeback that waits for consent: who asks, the version to go back to, and the seats that agreed."""

    seat: str
    to: int
    agreed: tuple[str, ...] = ()
