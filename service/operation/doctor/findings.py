"""What an examination finds."""

from __future__ import annotations

from typing import Literal

import msgspec


class Finding(msgspec.Struct, frozen=True):
    """One thing examined: `well`, `look` (the rest goes on without it) or `wrong`; what was seen, and what to do."""

    examined: str
    state: Literal["well", "look", "wrong"]
    says: str
    do: str = ""

    def line(self) -> str:
        """The finding for people."""
        return f"{self.state:5}  {self.examined}: {self.says}" + (f"\n       {self.do}" if self.do else "")


def well(examined: str, says: str) -> Finding:
    """A finding of something that is as it should be."""
    return Finding(examined, "well", says)


def look(examined: str, says: str, do: str) -> Finding:
    """A finding of something that an operator should look at."""
    return Finding(examined, "look", says, do)


def wrong(examined: str, says: str, do: str) -> Finding:
    """A finding of something that has to be mended."""
    return Finding(examined, "wrong", says, do)
