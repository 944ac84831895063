"""A league from one season to the next: who opens it, and who comes back (docs/leagues.md, chapter 3)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from msgspec import UNSET

from domain.contract.game import Refused
from domain.league import actions as a
from domain.league import events as e
from domain.league.conduct.drafts import Calendar, calendar, plan_ahead
from domain.league.enrolment import check_eligible
from domain.league.plan import Eligibility, Plan, stage_ids
from domain.league.state import League, Season
from domain.log.log import Seeds
from domain.log.record import ORGANISING, Command, Happened


def next_season(league: League, command: Command, action: a.NextSeason, seeds: Seeds) -> list[Happened]:
    """Whether later seasons open by themselves (LG-DIV-6)."""
    return [] if league.opens_next == action.by_itself else [Happened(e.NextSeasonDecided(action.by_itself))]


def next_season_is_due(league: League, at: int = 0) -> bool:
    """Whether the last season is closed and the next one opens by itself (LG-DIV-6), or is drafted to open by now
    (LG-DIV-7)."""
    if league.seasons and league.season.status != "closed":
        return False
    if league.draft is not None and league.draft.opens is not None:
        return league.draft.opens <= at
    return league.opens_next and bool(league.seasons)


def open_season(league: League, command: Command, action: a.OpenSeason, seeds: Seeds) -> list[Happened]:
    """Open enrolment, with a commitment for every stage that the season will have (LG-CH-1)."""
    return opened_by(league, command, action, calendar)


def opened_by(
    league: League, command: Command, action: a.OpenSeason, dated: Callable[[League, int], Calendar]
) -> list[Happened]:
    """The events that open a season whose calendar is made so."""
    by_itself = command.by not in ORGANISING
    if by_itself and not next_season_is_due(league, command.at):
        raise Refused("not-your-decision", "the organiser opens this season")
    if league.seasons and league.season.status != "closed":
        raise Refused("illegal", "season {season} is not closed", season=league.season.number)
    number, plan = len(league.seasons) + 1, plan_ahead(league)
    if set(action.commitments) != set(stage_ids(league.id, number, plan)):
        raise Refused("malformed", "there is one commitment for every stage of every division")
    closes, starts = dated(league, command.at) if by_itself or league.draft is not None else (None, None)
    another = UNSET if plan == league.plan else plan
    opened = e.SeasonOpened(number, action.commitments, closes or UNSET, starts or UNSET, another)
    return [Happened(opened), *map(Happened, _coming_back(league, plan, action.ratings))]


def returning_at_once(league: League) -> bool:
    """Whether those of the last season are enrolled when the next one opens as its draft says (LG-DIV-7)."""
    return bool(league.seasons) and league.draft is not None and league.draft.returning


def staying(season: Season) -> list[str]:
    """Who may come back from a season: all in the order in which it left them, then its waiting list, without those
    who left."""
    waiting = [own.entrant for own in season.enrolled.values() if own.waiting]
    return [entrant for entrant in (*season.order, *waiting) if entrant not in season.withdrawn]


def _coming_back(league: League, plan: Plan, ratings: Mapping[str, int]) -> Iterator[e.EntrantEnrolled]:
    """Those of the last season who are enrolled at once (LG-ENR-5), as the plan of the next one lets them."""
    before = staying(league.season) if league.seasons else []
    if strangers := set(ratings) - set(before):
        raise Refused("malformed", "{entrant} was not in the last season, or left it", entrant=min(strangers))
    rule = plan.eligibility
    eligible = [entrant for entrant in before if entrant in ratings and _may(league, rule, entrant, ratings[entrant])]
    for place, entrant in enumerate(eligible):
        waiting = place >= plan.size
        if not waiting or rule.waiting_list:
            own = league.entrants[entrant]
            yield e.EntrantEnrolled(entrant, ratings[entrant], waiting, own.account, own.level)


def _may(league: League, rule: Eligibility, entrant: str, rating: int) -> bool:
    try:
        check_eligible(rule, league.entrants[entrant].level, rating)
    except Refused:
        return False
    return True
