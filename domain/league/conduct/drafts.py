"""Drafts of seasons: when the next one opens, closes its enrolment and starts, and by which plan it is played
(docs/leagues.md, chapter 3)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import UNSET, UnsetType

from domain.contract.game import Action, Refused
from domain.contract.quantities import DAY, HOUR, Bounds
from domain.league import actions as a
from domain.league.conduct import actions as c
from domain.league.conduct.events import DraftDropped, SeasonDrafted
from domain.league.conduct.state import Draft
from domain.league.plan import Plan, plan_in
from domain.league.state import League
from domain.log.log import Seeds
from domain.log.record import Command, Happened

FARTHEST = 366 * DAY
"""How far ahead a season is drafted, in seconds."""


def draft_season(league: League, command: Command, action: c.DraftSeason, seeds: Seeds) -> list[Happened]:
    """Say when the next season opens, when its enrolment closes and when it starts (LG-DIV-7), and its plan
    (LG-DIV-8); a later draft takes the place of an earlier one."""
    ahead, last = Bounds(command.at, command.at + FARTHEST, "seconds UTC, within a year"), command.at
    for name, instant in (("opens", action.opens), ("closes", action.closes), ("starts", action.starts)):
        if instant is not None:
            if ahead.check(instant, name) < last:
                raise Refused("malformed", "a season opens, closes its enrolment, and starts, in this order")
            last = instant
    if action.like is not None and not 1 <= action.like <= len(league.seasons):
        raise Refused("malformed", "there is no season {season}", season=action.like)
    drafted = SeasonDrafted(
        len(league.seasons) + 1,
        action.opens,
        action.closes,
        action.starts,
        action.returning,
        action.like,
        action.author,
        _another(league, action),
    )
    return [Happened(drafted)]


def _another(league: League, action: c.DraftSeason) -> Plan | UnsetType:
    plan = league.plan if action.plan is UNSET else plan_in(action.plan)
    return UNSET if plan == league.plan else plan


def plan_ahead(league: League) -> Plan:
    """The plan that the next season will have: that of its draft, else the one of before (LG-DIV-8)."""
    return league.plan if league.draft is None or league.draft.plan is None else league.draft.plan


def drop_draft(league: League, command: Command, action: c.DropDraft, seeds: Seeds) -> list[Happened]:
    """Forget the draft; what is dropped already is dropped."""
    return [] if league.draft is None else [Happened(DraftDropped(len(league.seasons) + 1))]


Calendar = tuple[int | None, int | None]
"""When the enrolment of a season closes, and when it starts, in seconds UTC; None for what the organiser decides."""


def calendar(league: League, at: int) -> Calendar:
    """The calendar of a season that opens now: as its draft says, else after as much time as in the season before it;
    what would have passed already the organiser decides (LG-DIV-7)."""
    if league.draft is not None:
        return _drafted(league.draft, at)
    if not league.seasons:
        return None, None
    before = league.season
    return _moved(before.closes, before.opened, at), _moved(before.starts, before.opened, at)


def _drafted(draft: Draft, at: int) -> Calendar:
    """What a draft says, as much later as the season opens late."""
    opens = at if draft.opens is None else draft.opens
    first = draft.starts if draft.closes is None else draft.closes
    is_late = at - opens >= HOUR or (first is not None and opens <= first <= at)
    to = at if is_late else opens
    return _moved(draft.closes, opens, to), _moved(draft.starts, opens, to)


def _moved(instant: int | None, opened: int, to: int) -> int | None:
    """An instant as long after another opening; None for one that lay before its own."""
    return None if instant is None or instant < opened else instant + to - opened


def due_by_calendar(league: League, at: int) -> list[Action]:
    """What the calendar of a season that has not begun asks for by now: nothing while there are too few for a table
    (LG-ENR-6)."""
    season = league.season
    if season.status == "enrolling" and closes_now(league, at):
        return [a.CloseEnrolment()]
    if season.status == "opening" and season.starts is not None and season.starts <= at:
        return [a.StartSeason()]
    return []


def closes_now(league: League, at: int) -> bool:
    """Whether enrolment closes by its calendar now."""
    season = league.season
    return season.closes is not None and season.closes <= at and _are_enough(league)


def _are_enough(league: League) -> bool:
    """Whether as many have enrolled as the smallest table of the first stage needs (LG-ENR-6)."""
    return len(league.season.enrolled) >= league.plan.fewest_of(1)


def times(league: League) -> Iterator[int]:
    """When something follows from a calendar."""
    season = league.seasons[-1] if league.seasons else None
    if league.draft is not None and league.draft.opens is not None and (season is None or season.status == "closed"):
        yield league.draft.opens
    if season is not None and season.status == "enrolling" and season.closes is not None and _are_enough(league):
        yield season.closes
    if season is not None and season.status == "opening" and season.starts is not None:
        yield season.starts
