"""What goes into the ledger's use cases and what comes out of them: plain values, nothing of HTTP."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from msgspec import Struct

from domain.bots.answers import Worlds
from domain.contract.game import Decision, Json, Legal
from service.games.shapes.answers import Game
from service.store.rendering import ShownEntries


class Condition(Struct, frozen=True):
    """What must still hold for a posted action: the whole table (`if_match`), the seat's own decision, or both.

    `if_match` is `(version, head in hex)`, the first two parts of an ETag; `decision` a decision id.
    """

    if_match: tuple[int, str] | None = None
    decision: str | None = None


class Posted(Struct, frozen=True):
    """Actions posted together, 1 to 20 of them: stored all or none.

    `body` are the bytes that were posted; with `idempotency_key` they tell a repeated request from another one.
    """

    actions: Sequence[Json]
    condition: Condition = Condition()
    idempotency_key: str | None = None
    body: bytes = b""


class CommandResult(Struct, frozen=True):
    """The game as the caller sees it, what was stored as far as the caller may read it, the log position from which
    on every read shows it, and the signed receipt `{game, version, head, signature}` of where the game stands.

    `repeated`: stored by an earlier request with the same idempotency key.
    """

    game: Game
    shown: ShownEntries
    position: int
    receipt: dict[str, Json]
    repeated: bool = False

    @property
    def events(self) -> list[dict[str, Json]]:
        """What was stored."""
        return self.shown.as_json()


@dataclass(frozen=True)
class NewGame:
    """A game to be opened. A seat is `{"ai": LEVEL}`, `{"account": "me" or NAME}` or `{"open": true}`.

    An account other than "me" is invited: only that account may take the seat. `reservation` is the id of an
    earlier reservation; `entropy` (64 hex digits), or its SHA-256 as `entropy_hash`, counts for the creator's first
    seat, and only with one. `open_talk`: whoever may see the game may read what is said at its table. `several_seats`:
    who sits may take a further seat, by its name. `shared_seed`: another installation shares the seed.
    """

    game: str
    seats: Sequence[Json]
    options: Mapping[str, Json] = field(default_factory=dict)
    clock: Json = None
    visibility: str = "public"
    rated: bool = False
    release: Json = None
    reservation: str | None = None
    entropy: str | None = None
    entropy_hash: str | None = None
    open_talk: bool = False
    several_seats: bool = False
    shared_seed: bool = False


@dataclass(frozen=True)
class OperatorAct:
    """An operator's verb and its reason, in words that all may read.

    `to` is a version (`take-back`), a rules number (`move-rules`), an instant in seconds UTC (`pause`,
    `bring-forward`) or a number of seconds (`extend`); `seat` with the name of an `account`, or an AI `level`, says who
    takes a seat (`replace`), alone whose clock is meant (None: all); `places` maps every seat to its place
    (`adjudicate`).
    """

    verb: str
    reason: str
    to: int | None = None
    seat: str | None = None
    account: str | None = None
    level: str | None = None
    places: Mapping[str, int] | None = None


@dataclass(frozen=True)
class BotTurn:
    """An AI seat's open decision and all that the seat may know of it.

    `game` is the game played, `decision` the decision's id, `pending` the decision itself, `worlds` draws states that
    the seat cannot tell from the true one, `key` (32 bytes) is the source of the bot's randomness, `opened` when the
    decision was opened (seconds UTC), `people` whether a person sits at the table, `stalled` whether a table without
    people makes no more progress and is to be closed as void.
    """

    game_id: str
    game: str
    seat: str
    decision: str
    level: str
    pending: Decision
    view: Mapping[str, Json]
    legal: Legal
    worlds: Worlds = field(repr=False, compare=False)
    key: bytes = field(repr=False)
    opened: int
    people: bool
    stalled: bool
