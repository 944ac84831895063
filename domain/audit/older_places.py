"""What older programs decided otherwise of who takes part: a game whose result was corrected was taken for the last one
of the row, who had left a season could come back in it, and who had been given a place was struck for what somebody
else had sealed; one came late even when no round was left; who did not play in a final stood there as its lots fell.

Their logs stand, fold, and are examined as they were; nothing is decided so any more.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import takewhile

from domain.contract.game import Refused
from domain.league import actions as a
from domain.league.conduct import actions as c
from domain.league.conduct.substitutes import leaving, overdue_by, takes_part, with_result, withdrawal
from domain.league.decide import check_may_post
from domain.league.divisions import with_all_of_finals
from domain.league.enrolment import coming_late, started, taking_a_place
from domain.league.stages import closed_with
from domain.league.state import League
from domain.log.record import Command, Happened

TAKEN: Mapping[str, str] = {
    "EntrantWithdrew": "has taken somebody out as older programs did: a correction had made an old game the last one",
    "EntrantStruck": "has struck somebody as older programs did: who was to open what somebody else had sealed",
    "EntrantEnrolled": "has enrolled somebody as older programs did: who had left the season",
    "EntrantEnteredLate": "has let somebody in late as older programs did: after having left, or after all rounds",
    "SeasonClosed": "has closed the season as older programs did: with who did not play in a final as its lots fell",
}
"""Type of the first event of a command -> what the remark on it says (`domain.audit.older`)."""


def decide_as_before(league: League, command: Command, seeds: Mapping[str, bytes]) -> list[Happened]:
    """The events of a command as they once followed; `Refused` for one that was never decided otherwise."""
    check_may_post(command)
    match command.action:
        case c.TakeOut(entrant) if entrant in overdue_before(league):
            return leaving(league, entrant, withdrawal(league.season, entrant), takes_part)
        case a.Enrol() as action:
            return taking_a_place(league, action, takes_part)
        case a.EnterLate() as action:
            return coming_late(league, action)
        case a.StartSeason():
            return started(league, lambda own: own.is_sealed)
        case a.CloseSeason():
            return closed_with(league, list(league.season.divisions), with_all_of_finals)
    raise Refused("illegal", "it was never decided otherwise")


def overdue_before(league: League) -> list[str]:
    """Who was overdue as games were counted then."""
    return overdue_by(league, _missed)


def _missed(league: League, entrant: str) -> int:
    """How many games in a row, up to the last whose result was told or corrected, were lost to the clock."""
    since = league.entrants[entrant].since
    told = [table for table in with_result(league, entrant) if table.event > since]
    latest = sorted(told, key=lambda table: table.event, reverse=True)
    return sum(1 for _ in takewhile(lambda table: entrant in table.late, latest))
