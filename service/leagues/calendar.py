"""The hours of a league: when rounds are due, and what instants are called, in the zone that its plan names.

What clocks show in a zone is decided by governments, and told by data that is brought up to date: so it is asked here,
once, and what comes of it stands in the log as an instant (docs/decisions/0047).
"""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import msgspec
from msgspec import UNSET, UnsetType

from domain.contract.game import Action, Refused, to_json
from domain.contract.quantities import INSTANTS
from domain.league import actions
from domain.league.conduct.actions import DraftSeason
from domain.league.plan import LAST_MINUTE, Plan
from domain.league.state import League
from service.errors import ServiceError
from service.people.zones import zone_called, zone_here


def check_zone(plan: Plan) -> None:
    """`malformed` for a zone that there is no data of."""
    if plan.zone is not UNSET:
        zone_called(plan.zone)


def zone_of(plan: Plan) -> ZoneInfo | None:
    """The zone that a plan names; None if it names none, or one of which this machine has lost the data."""
    return None if plan.zone is UNSET else zone_here(plan.zone)


def dated(league: League, action: Action, now: int) -> Action:
    """The command that pairs a round, with the instant at which the round will be due (LG-RND-5); any other as it
    is."""
    if not isinstance(action, actions.PairRound | actions.PairByHand):
        return action
    stage = league.stages.get(action.stage)
    days = None if stage is None else stage.plan.days
    return msgspec.structs.replace(action, due=UNSET if days is None else round_due(league.plan, days, now))


def round_due(plan: Plan, days: int, at: int) -> int | UnsetType:
    """When a round that is paired at an instant is due: at the plan's hour, the first time that at least so many days
    have gone by. Unset where the plan names no zone."""
    zone = zone_of(plan)
    if zone is None:
        return UNSET
    paired = datetime.fromtimestamp(at, zone).replace(tzinfo=None) + timedelta(days=days)
    hour = time.fromisoformat(plan.until or LAST_MINUTE)
    day = paired.date() if hour >= paired.time() else paired.date() + timedelta(days=1)
    return instant(day, hour, zone)


def typed(plan: Plan, text: str) -> int | None:
    """The instant that a page's field says, such as `2026-12-06T21:00` in the plan's zone, or in UTC; None for an
    empty one. `malformed` for any other text."""
    if not text.strip():
        return None
    try:
        said = datetime.fromisoformat(text.strip())
        return INSTANTS.check(int(said.replace(tzinfo=said.tzinfo or zone_of(plan) or UTC).timestamp()), "hour")
    except (ValueError, OverflowError, Refused):
        raise ServiceError(
            "malformed", "{text!r} is no day and hour such as 2026-12-06T21:00", text=text[:30]
        ) from None


def copied(league: League, number: int, opens: int) -> DraftSeason:
    """The draft of a season that opens at an instant, has the plan of an earlier one, and takes as long as it did, by
    clocks of its zone, until enrolment closes and until it starts. `malformed` for a season that there is not,
    `illegal` for one that has not started."""
    if not 1 <= number <= len(league.seasons):
        raise ServiceError("malformed", "there is no season {number}", number=number)
    like = league.seasons[number - 1]
    if like.closed is None or like.started is None:
        raise ServiceError("illegal", "season {number} has not started", number=number)
    begins, was = moment(like.plan, opens), moment(like.plan, like.opened)
    closes, starts = (_later(begins, moment(like.plan, then) - was) for then in (like.closed, like.started))
    return DraftSeason(opens, closes, starts, like=number, plan=to_json(like.plan))


def _later(begins: datetime, after: timedelta) -> int:
    """The instant at which clocks of a zone show so much more; the last one that calendars have a name for, if it has
    none."""
    try:
        shown = begins.replace(tzinfo=None) + after
    except OverflowError:
        return INSTANTS.most
    return min(INSTANTS.most, int(shown.replace(tzinfo=begins.tzinfo).timestamp()))


def instant(day: date, hour: time, zone: ZoneInfo) -> int:
    """The instant of an hour in a zone; of one that clocks leave out, what they would have shown."""
    return int(datetime.combine(day, hour, zone).timestamp())


def local(plan: Plan, at: int | None) -> str | None:
    """An instant as clocks show it in the plan's zone, such as `2026-12-06T21:00:00+01:00`; None without a zone."""
    zone = zone_of(plan)
    return None if zone is None or at is None else datetime.fromtimestamp(at, zone).isoformat()


def moment(plan: Plan, at: int) -> datetime:
    """An instant in the plan's zone, or in UTC where it names none."""
    return datetime.fromtimestamp(at, zone_of(plan) or UTC)
