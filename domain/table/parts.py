"""What a table knows of its opening and closing, its seats and the commands that count."""

from __future__ import annotations

from typing import Any

import msgspec

from domain.contract.game import Event, Json, Text
from domain.contract.seats import Holder


class TableEvent(Event, frozen=True):
    """An event that the logs of all games share. `apply` changes the table (`domain.table.state.TableState`).

    What the table waits for, `domain.table.open_decisions` folds of each.
    """

    def apply(self, state: Any) -> None:
        """Nothing else changes with it."""


class Header(TableEvent, frozen=True):
    """What the first event of a game says: which game under which rules, and the commitment to the seed.

    `data` maps each rule-data file to its SHA-256; `seed_source` is `os`, `given` (a simulation) or the id of the
    series or stage that the seed comes from; `terms` are clock, visibility, rated, invited and the like.
    """

    id: str
    game: str
    rules: int
    options: dict[str, Json]
    seats: tuple[str, ...]
    data: dict[str, str]
    commitment: str
    procedure: str
    seed_source: str
    terms: dict[str, Json]


class Closing(TableEvent, frozen=True):
    """What a game's last event says: `over`, `void`, `cancelled` or `abandoned`, and the seed (None: kept back)."""

    cause: str
    seed: str | None


class Brought(msgspec.Struct, frozen=True):
    """What a seat brings to a game (a character): the id of its log, the version and hash (hex) of the event there that
    says so, and what it holds."""

    id: str
    version: int
    head: str
    content: dict[str, Json]


class TableSeat(Holder, frozen=True, omit_defaults=False):
    """A seat of a table, with who holds it and the entropy (hex) that it gave."""

    entropy: str | None = None
    entropy_hash: str | None = None

    @property
    def owes_entropy(self) -> bool:
        """Whether it gave a hash and has not opened it."""
        return self.entropy_hash is not None and self.entropy is None

    @property
    def opened_entropy(self) -> bool:
        """Whether it gave a hash and has opened it."""
        return self.entropy_hash is not None and self.entropy is not None


class WaitingCommand(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A command that draws, while it waits for its share: by whom, for which seat, and the action as it was posted."""

    by: str
    seat: str | None
    action: dict[str, Json]


class Awaited(msgspec.Struct, frozen=True):
    """A share that was asked for: at which version and time (seconds UTC), and for which command."""

    version: int
    since: int
    drawing: WaitingCommand


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


class Outage(msgspec.Struct, frozen=True, rename={"since": "from", "until": "to"}):
    """A time in which nobody could act in any game of the installation, as instants in seconds UTC; `id` counts them.

    The end is not earlier than the first instant at which somebody could act again.
    """

    id: int
    since: int
    until: int

    @property
    def seconds(self) -> int:
        """How long it was."""
        return self.until - self.since


class Operated(msgspec.Struct, frozen=True):
    """What an operator did to a game: the version and time (seconds UTC) of its event, the verb, the reason."""

    version: int
    at: int
    verb: str
    reason: Text
