"""What is said, and how long is waited, while something is away that a process needs."""

from __future__ import annotations

import logging

AWAY_STATUS = 75
"""The exit status of a command that a database has kept from its work by being away: it may be tried again."""

SHORTEST_PAUSE, LONGEST_PAUSE = 1.0, 60.0
"""Seconds between two tries: doubled each time, from the first to the second of these, and for ever."""


def pause_after(failures: int, longest: float = LONGEST_PAUSE) -> float:
    """Seconds until the next try after so many failures in a row."""
    return float(min(longest, SHORTEST_PAUSE * 2 ** min(failures - 1, 16)))


class Trouble:
    """Something that may be away. The log has a line when it goes (`gone`, with the reason) and one when it is `back`,
    however often it was tried between them; tries get rarer, up to `longest` seconds apart."""

    def __init__(self, log: logging.Logger, gone: str, back: str, longest: float = LONGEST_PAUSE) -> None:
        self._log = log
        self._gone = gone
        self._back = back
        self._longest = longest
        self._failures = 0

    def begins(self, why: object) -> float:
        """It is away, or still is: the seconds until the next try."""
        if not self._failures:
            self._log.warning(self._gone, why)
        self._failures += 1
        return pause_after(self._failures, self._longest)

    def ends(self) -> None:
        """It is there, perhaps again."""
        if self._failures:
            self._failures = 0
            self._log.warning(self._back)
