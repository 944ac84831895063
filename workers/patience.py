"""How long something that was sent to the workers may stay undone before it is sent again: longer and longer."""

from __future__ import annotations

from typing import NamedTuple

SHORTEST_SECONDS = 2.0
"""How long at first; doubled every time."""

LONGEST_SECONDS = 60.0


class Sent(NamedTuple):
    """When something was sent, by seconds that only go forward, and for how many of them it may stay undone."""

    at: float
    patience: float = SHORTEST_SECONDS

    def is_overdue(self, now: float) -> bool:
        """Whether it is to be sent again."""
        return self.at + self.patience <= now

    def again(self, now: float) -> Sent:
        """It is sent once more."""
        return Sent(now, min(self.patience * 2, LONGEST_SECONDS))
