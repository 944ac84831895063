"""What is posted to a table besides a game's own verbs. Every tag begins with `table/`, so that none can clash."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

import msgspec
from msgspec import UNSET, UnsetType

from domain.contract.game import Action, Json, Refused, Text
from domain.table.parts import Brought, Outage, WaitingCommand


class Open(Action, tag="table/open", frozen=True):
    """Open a game; the ledger supplies commitment and data hashes. `data` is the data of `GameOpened`."""

    data: dict[str, Json]


class Sit(Action, tag="table/sit", frozen=True):
    """Sit down: a person (`account`) or an AI (`level`); `bot` marks an account that a program plays with."""

    account: str | None = None
    level: str | None = None
    entropy: str | None = None
    entropy_hash: str | None = None
    bot: bool | UnsetType = UNSET


class Leave(Action, tag="table/leave", frozen=True):
    """Leave the seat before the start."""


class Bring(Action, tag="table/bring", frozen=True):
    """Bring something along to the game before the start, or (None) nothing after all; the ledger supplies it."""

    brought: Brought | None


class OpenEntropy(Action, tag="table/open-entropy", frozen=True):
    """Open the entropy whose hash was given when sitting down."""

    entropy: str


class Start(Action, tag="table/start", frozen=True):
    """Set the game up and begin; posted by the service when all have sat and opened."""


class Branch(Action, tag="table/branch", frozen=True):
    """Begin from the position of another game, in place of `Start`: its events that count, `(type, full data)`.

    They are for the referee only, as in the game that they come from they may still be hidden from a seat.
    """

    events: tuple[tuple[str, dict[str, Json]], ...]
    private: ClassVar[tuple[str, ...]] = ("events",)


EXPIRED, HOST_LEFT = "expired", "host-left"
"""Why a game is closed before its start if not because who opened it wants that: nobody has joined, or that is gone."""


class Close(Action, tag="table/close", frozen=True, omit_defaults=True):
    """Close the game: `void`, `cancelled` (before the start only) or `abandoned`; before the start also `why`."""

    cause: str
    why: str | None = None


class TakeBack(Action, tag="table/take-back", frozen=True):
    """Go back to the command boundary at version `to`: at once where the rules of takebacks allow, else by consent."""

    to: int


class AnswerTakeback(Action, tag="table/answer-takeback", frozen=True):
    """Agree or not to the takeback that is asked."""

    agreed: bool


class Operate(Action, tag="table/operate", frozen=True):
    """An operator's verb with a reason that all may read: `take-back`, `replace`, `move-rules`, `adjudicate`, `void`,
    `show-secrets` (somebody took hidden parts out), and for clocks `pause`, `resume`, `extend` and `bring-forward`.

    `to` is the version (take back), the rules number (move rules), the instant until which clocks stand still (pause;
    None: until further notice) or at which decisions are due (bring forward), or the seconds that they get more
    (extend). `seat` is the seat whose clock is meant (None: all of them), or the one that `account` or `level` takes
    (replace); `places` maps seats to the places that were decided (adjudicate).
    """

    what: str
    reason: Text | str
    to: int | None = None
    seat: str | None = None
    account: str | None = None
    level: str | None = None
    places: dict[str, int] | None = None


class Resign(Action, tag="table/resign", frozen=True):
    """Give the seat up while the game runs."""


class TakeOver(Action, tag="table/take-over", frozen=True):
    """A person takes a free seat of a running game, or returns to the one that an AI keeps for it."""

    account: str


class Claim(Action, tag="table/claim", frozen=True):
    """Claim the `end`, or for the absent seat `seat` a `replacement`: an AI of `level`."""

    what: str
    seat: str | None = None
    level: str | None = None


class PassDeadline(Action, tag="table/pass-deadline", frozen=True):
    """The time for the seat's decision is up; posted by the clock."""

    decision: str


class Pause(Action, tag="table/pause", frozen=True):
    """The clocks of these seats stand still until `until` (seconds UTC; None: until further notice)."""

    seats: tuple[str, ...]
    until: int | None
    cause: str


class MoveDeadlines(Action, tag="table/move-deadlines", frozen=True):
    """The game could not be read since then (seconds UTC), or, in older logs, the service was away: every deadline that
    runs moves, before any is enforced."""

    since: int


class CountOutages(Action, tag="table/count-outages", frozen=True):
    """Nobody could act in these times: running deadlines move, each time counting once; posted by the service."""

    outages: tuple[Outage, ...]


class AskShare(Action, tag="table/ask-share", frozen=True):
    """Ask the partner of a shared seed for its share of what this command draws; posted by the service before it.

    The command is for the referee only: it may be one that others are not to read.
    """

    drawing: WaitingCommand
    private: ClassVar[tuple[str, ...]] = ("drawing",)


TableAction = (
    Open | Sit | Leave | Bring | OpenEntropy | Start | Branch | Close | TakeBack | AnswerTakeback | Operate
    | Resign | TakeOver | Claim | PassDeadline | Pause | MoveDeadlines | CountOutages | AskShare
)  # fmt: skip


def parse(raw: Mapping[str, Json]) -> Action:
    """A table action from JSON; `Refused("malformed")` if it does not fit."""
    try:
        action: Action = msgspec.convert(raw, TableAction, strict=True)
    except msgspec.ValidationError as error:
        raise Refused("malformed", str(error)) from None
    return action


def is_table_action(raw: Mapping[str, Json]) -> bool:
    """Whether a stored action is the table's and not the game's."""
    return str(raw.get("type", "")).startswith("table/")
