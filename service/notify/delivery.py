"""What is delivered over a channel, and how it fails."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from domain.log.canon import Json

LONGEST_REASON = 200
"""Characters: some of a reason may be the peer's own words."""


class NotDelivered(Exception):
    """Why a delivery has failed, for the channel's owner; `for_good`: trying again is of no use; `gone`: the peer does
    not know the address, or not any more."""

    def __init__(self, reason: str, *, for_good: bool = False, gone: bool = False) -> None:
        super().__init__(reason)
        self.reason = "".join(char for char in reason if char.isprintable())[:LONGEST_REASON]
        self.for_good = for_good
        self.gone = gone


@dataclass(frozen=True)
class Delivery:
    """A message as every channel can send it: an id that stays the same, a line, a text, and the facts.

    `facts` are the notices as JSON, `lines` what stands below the first line where there is room for little: nothing in
    them is hidden from anybody at the table. Of the question whether an address is its owner's, `challenge` is what
    answers it.
    """

    id: str
    subject: str
    text: str
    facts: Sequence[Mapping[str, Json]]
    challenge: str | None = None
    lines: Sequence[str] = ()
