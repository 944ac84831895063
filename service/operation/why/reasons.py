"""Why something does not go on: reasons, each a sentence for people with its facts for programs."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Literal

import msgspec

from domain.log.canon import Json

Kind = Literal[
    "seat",
    "entropy",
    "decision",
    "delayed-answer",
    "ai-turn",
    "clock",
    "standing-orders",
    "takeback",
    "share",
    "unreadable",
    "game",
    "table",
    "stage",
    "try",
    "organiser",
    "step",
    "process",
]
"""What is waited for; docs/operating.md tells of each."""

What = Literal["game", "series", "league", "challenge"]


class Reason(msgspec.Struct, frozen=True):
    """Something that is waited for: a sentence, and what it speaks of."""

    kind: Kind
    says: str
    facts: dict[str, Json] = {}


class Explanation(msgspec.Struct, frozen=True):
    """What something waits for; no `reasons` when it has ended."""

    what: What
    id: str
    status: str
    reasons: tuple[Reason, ...]

    def lines(self) -> Iterator[str]:
        """It in plain sentences."""
        yield f"The {self.what} {self.id} is {self.status}{':' if self.reasons else ', and waits for nothing.'}"
        yield from (f"  {reason.says}" for reason in self.reasons)


def when(seconds: int) -> str:
    """An instant (seconds UTC) as people read it."""
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d %H:%M:%S UTC")
