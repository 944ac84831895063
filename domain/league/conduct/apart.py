"""Forbidden pairs: who is not to meet in the Swiss stages of a season (docs/leagues.md, chapter 3)."""

from __future__ import annotations

from domain.contract.game import Refused
from domain.league.conduct import actions as c
from domain.league.conduct.events import EntrantsKeptApart, EntrantsLetMeet
from domain.league.plan import STAGE_BOUNDS
from domain.league.state import League, reason
from domain.log.log import Seeds
from domain.log.record import Command, Happened

MOST_GROUPS = 200
"""How many groups are kept apart in a season."""


def keep_apart(league: League, command: Command, action: c.KeepApart, seeds: Seeds) -> list[Happened]:
    """No two of a group meet in the rounds that are paired from now on (LG-SW-7)."""
    season, rounds = league.season, STAGE_BOUNDS["rounds"]
    if season.status == "closed":
        raise Refused("illegal", "season {season} is closed", season=season.number)
    if not any(stage.kind == "swiss" for stage in league.plan.stages):
        raise Refused("illegal", "only in Swiss stages somebody is kept apart: elsewhere all meet, or as they go on")
    if len(set(action.entrants)) < 2 or len(set(action.entrants)) < len(action.entrants):
        raise Refused("malformed", "two different entrants at least are kept apart")
    if strangers := set(action.entrants) - set(season.enrolled):
        raise Refused("malformed", "{entrant} is not enrolled", entrant=min(strangers))
    first = rounds.check(action.first, "first")
    if first > rounds.check(first if action.last is None else action.last, "last"):
        raise Refused("malformed", "the last round is not before the first")
    if len(season.apart) >= MOST_GROUPS:
        raise Refused("illegal", "{most} groups are kept apart at most", most=MOST_GROUPS)
    group = max(season.apart, default=0) + 1
    return [
        Happened(
            EntrantsKeptApart(group, action.entrants, action.first, action.last, reason(action.reason), action.author)
        )
    ]


def let_meet(league: League, command: Command, action: c.LetMeet, seeds: Seeds) -> list[Happened]:
    """A group that was kept apart may meet again."""
    if action.group not in league.season.apart:
        raise Refused("malformed", "no group {group} is kept apart", group=action.group)
    return [Happened(EntrantsLetMeet(action.group, reason(action.reason), action.author))]
