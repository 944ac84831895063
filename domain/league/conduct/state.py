"""What is kept of how seasons are conducted: reminders, disputes, drafts, and who is kept apart."""

from __future__ import annotations

from typing import Literal

import msgspec

from domain.contract.game import Text
from domain.league.plan import Plan


class Reminders(msgspec.Struct, frozen=True):
    """When who is late is reminded by itself: so many hours before a round is due, the most first; and in which
    words."""

    hours: tuple[int, ...]
    words: Text


class Said(msgspec.Struct, frozen=True):
    """Something that was said in a dispute: the version of the event and its time in seconds UTC, the words, and by
    whom: an `entrant`, or (None) the organiser, then with the account of the `author`."""

    event: int
    at: int
    words: Text
    entrant: str | None = None
    author: str | None = None


class Dispute(msgspec.Struct):
    """What an entrant contests about a table, and what was said; the `verdict` is the organiser's, None as long as
    there is none. `event` is the version that opened it, `parties` are those who sat at the table then, in `round`: it
    is no more where the round was paired anew since."""

    number: int
    stage: str
    table: int
    entrant: str
    event: int
    parties: tuple[str, ...]
    round: int
    status: Literal["open", "upheld", "dismissed", "withdrawn"] = "open"
    said: list[Said] = []
    verdict: Said | None = None


class KeptApart(msgspec.Struct, frozen=True):
    """Entrants of whom no two are to meet, from a round on, and up to one (None: to the end)."""

    entrants: tuple[str, ...]
    first: int
    last: int | None


class Draft(msgspec.Struct, frozen=True):
    """The next season as it is drafted: when it opens, closes enrolment, and starts (seconds UTC; None: the organiser
    decides), whether all of the last one come back at once, which season it is a copy of, if of any, and the `plan`
    that it will have (None: the one of before)."""

    opens: int | None
    closes: int | None
    starts: int | None
    returning: bool
    like: int | None
    plan: Plan | None = None
