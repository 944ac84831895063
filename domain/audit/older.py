"""What older programs decided otherwise in leagues. The rules of leagues have no number, as those of games have: the
one in the log of a league is the game's.

A command that does not bring about what its log says is decided again as each of these modules did it. If one of them
brings that about, the log is consistent, with a remark. (`domain.audit.again` asks `domain.audit.older_tables` in the
same way about what older programs decided at the tables of games.)

Where a change of the program would decide otherwise what a stored log of a league may hold, the old way is kept here:

1. In a module `older_WHAT.py` with the two parts of `Older`, or as another case in one that is there. It has only what
   has changed; the rest stays in `domain.league`, in a function that takes what has changed as a parameter, as
   `EntrantRule` in `domain.league.conduct.substitutes`.
2. It refuses what older programs refused too, so that nobody forges a log with it.
3. A new module stands in `OLDER`.
4. `tests/domain/audit/test_older_leagues.py` shows the remark, and what is refused all the same; docs/leagues.md lists
   what was decided otherwise.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from domain.audit import older_places, older_results, older_substitutes
from domain.league.state import League
from domain.log.record import Command, Happened


class Older(Protocol):
    """How older programs decided some commands. `TAKEN` has the type of the first event of such a command, and what the
    remark on it says."""

    TAKEN: Mapping[str, str]

    def decide_as_before(self, league: League, command: Command, seeds: Mapping[str, bytes]) -> list[Happened]:
        """The events of a command as they once followed; `Refused` for one that was never decided otherwise."""


OLDER: Sequence[Older] = (older_substitutes, older_places, older_results)
"""They are asked in this order: the first that brings about what the log says has the remark."""
