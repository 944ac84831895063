"""A league from one season to the next: who opens it, and who comes back (docs/leagues.md, chapter 3)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from domain.contract.game import Refused
from domain.league import actions as a
from domain.league import events as e
from domain.league.enrolment import check_eligible
from domain.league.plan import stage_ids
from domain.league.state import League, Season
from domain.log.record import ORGANISING, Command, Happened

Seeds = Mapping[str, bytes]


def next_season(league: League, command: Command, action: a.NextSeason, seeds: Seeds) -> list[Happened]:
    """Whether later seasons open by themselves (LG-DIV-6)."""
    return [] if league.opens_next == action.by_itself else [Happened(e.NextSeasonDecided(action.by_itself))]


def next_season_is_due(league: League) -> bool:
    """Whether the last season is closed and the next one opens by itself (LG-DIV-6)."""
    return league.opens_next and bool(league.seasons) and league.season.status == "closed"


def open_season(league: League, command: Command, action: a.OpenSeason, seeds: Seeds) -> list[Happened]:
    """Open enrolment, with a commitment for every stage that the season will have (LG-CH-1)."""
    if command.by not in ORGANISING and not next_season_is_due(league):
        raise Refused("not-your-decision", "the organiser opens this season")
    if league.seasons and league.season.status != "closed":
        raise Refused("illegal", f"season {league.season.number} is not closed")
    number = len(league.seasons) + 1
    if set(action.commitments) != set(stage_ids(league.id, number, league.plan)):
        raise Refused("malformed", "there is one commitment for every stage of every division")
    return [Happened(e.SeasonOpened(number, action.commitments)), *map(Happened, _coming_back(league, action.ratings))]


def staying(season: Season) -> list[str]:
    """Who may come back from a season: all in the order in which it left them, then its waiting list, without those
    who left."""
    waiting = [own.entrant for own in season.enrolled.values() if own.waiting]
    return [entrant for entrant in (*season.order, *waiting) if entrant not in season.withdrawn]


def _coming_back(league: League, ratings: Mapping[str, int]) -> Iterator[e.EntrantEnrolled]:
    """Those of the last season who are enrolled at once (LG-ENR-5)."""
    before = staying(league.season) if league.seasons else []
    if strangers := set(ratings) - set(before):
        raise Refused("malformed", f"{min(strangers)} was not in the last season, or left it")
    rule = league.plan.eligibility
    eligible = [entrant for entrant in before if entrant in ratings and _may(league, entrant, ratings[entrant])]
    for place, entrant in enumerate(eligible):
        waiting = place >= league.plan.size
        if not waiting or rule.waiting_list:
            own = league.entrants[entrant]
            yield e.EntrantEnrolled(entrant, ratings[entrant], waiting, own.account, own.level)


def _may(league: League, entrant: str, rating: int) -> bool:
    try:
        check_eligible(league, league.entrants[entrant].level, rating)
    except Refused:
        return False
    return True
