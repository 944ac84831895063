"""What older programs decided otherwise of substitutes: they took places in which no game was left to play, and such as
the organiser had given to somebody else.

Their logs stand, fold, and are examined as they were; nothing is decided so any more.
"""

from __future__ import annotations

from collections.abc import Mapping

from domain.contract.game import Refused
from domain.league import actions as a
from domain.league.conduct import actions as c
from domain.league.conduct.substitutes import leaving, overdue, takes_part, withdrawal
from domain.league.decide import check_may_post
from domain.league.enrolment import taking_a_place, withdrawing
from domain.league.state import League
from domain.log.record import Command, Happened

_SEATED = "has seated a substitute as older programs did: where no game was left, or somebody had been given the place"

TAKEN: Mapping[str, str] = {"EntrantWithdrew": _SEATED, "EntrantEnrolled": _SEATED}
"""Type of the first event of a command -> what the remark on it says (`domain.audit.older`)."""


def decide_as_before(league: League, command: Command, seeds: Mapping[str, bytes]) -> list[Happened]:
    """The events of a command as they once followed; `Refused` for one that was never decided otherwise."""
    check_may_post(command)
    match command.action:
        case a.Withdraw() as action:
            return withdrawing(league, command, action, takes_part)
        case c.TakeOut(entrant) if entrant in overdue(league):
            return leaving(league, entrant, withdrawal(league.season, entrant), takes_part)
        case a.Enrol(account=account) as action if account is None or account not in league.season.gone:
            return taking_a_place(league, action, takes_part)
    raise Refused("illegal", "it was never decided otherwise")
