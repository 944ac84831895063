"""What a game was opened with: the terms of its clock, its release interval, and with whom its seed is shared."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec

from domain.contract.game import Json, Refused
from domain.contract.quantities import DAY, MINUTE, Bounds
from domain.log.shares import Partner

Policy = Literal["remind", "default", "ai", "forfeit"]


SHARED = "shared"
"""The term of a game whose seed is shared with another installation."""

TO_SHARE = "shared_seed"
"""The term of a series, or of a table of a league, whose games are each to share their seed."""


class ClockTerms(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The terms of a clock, in seconds: a fixed time `per_decision`, or a `bank` with an `increment` a decision.

    `grace` is how long after a deadline it is enforced. `policy` says what is then done: `remind` (nothing), `default`
    (the game's default answer is given), `ai` (an AI of `level` takes the seat, and gives it back when its person
    returns), `forfeit` (the seat resigns). `vacation` is how much of it one seat may take in the game.
    """

    per_decision: int | None = None
    bank: int | None = None
    increment: int = 0
    grace: int = 0
    policy: Policy = "remind"
    level: str | None = None
    vacation: int = 0

    @property
    def at_first(self) -> int:
        """What a clock holds at first: the time of a decision, or the bank."""
        return self.per_decision or self.bank or 0

    @property
    def full(self) -> int:
        """The time of a decision when nothing was used up yet."""
        return self.at_first + self.increment


CLOCK_BOUNDS: Mapping[str, Bounds] = {
    "per_decision": Bounds(MINUTE, 60 * DAY, "seconds"),
    "bank": Bounds(MINUTE, 366 * DAY, "seconds"),
    "increment": Bounds(0, 60 * DAY, "seconds"),
    "grace": Bounds(0, 7 * DAY, "seconds"),
    "vacation": Bounds(0, 60 * DAY, "seconds"),
}
"""What each term may be."""

RELEASE_MINUTES = Bounds(1, 24 * 60, "minutes")
"""The shortest and the longest release interval."""


def read_clock(raw: Json) -> ClockTerms | None:
    """The terms of a clock from JSON; None for no clock. `Refused("malformed")` says what does not fit."""
    if raw is None:
        return None
    try:
        terms = msgspec.convert(raw, ClockTerms, strict=True)
    except msgspec.ValidationError as error:
        raise Refused("malformed", f"clock: {error}") from None
    _check(terms)
    return terms


def read_release(raw: Json) -> int | None:
    """The release interval in minutes; None for none. `Refused("malformed")` if it does not fit."""
    return None if raw is None else RELEASE_MINUTES.check(raw, "release")


def partner_of(terms: Mapping[str, Json]) -> Partner | None:
    """Who shares the seed of a game with these terms; None if nobody does. `Refused("malformed")` if it does not
    fit."""
    if SHARED not in terms:
        return None
    try:
        return msgspec.convert(terms[SHARED], Partner, strict=True)
    except msgspec.ValidationError as error:
        raise Refused("malformed", f"{SHARED}: {error}") from None


def _check(terms: ClockTerms) -> None:
    if (terms.per_decision is None) == (terms.bank is None):
        raise Refused("malformed", "clock: either per_decision or bank")
    for name, bounds in CLOCK_BOUNDS.items():
        if (seconds := getattr(terms, name)) is not None:
            bounds.check(seconds, f"clock: {name}")
    if terms.bank is None and terms.increment:
        raise Refused("malformed", "clock: an increment goes to a bank")
    if terms.bank is not None and terms.policy in ("remind", "default") and terms.increment < MINUTE:
        raise Refused("malformed", "clock: a seat whose bank is used up would never have time again: give an increment")
    if (terms.policy == "ai") != (terms.level is not None):
        raise Refused("malformed", "clock: the level is that of the AI which takes the seat")
