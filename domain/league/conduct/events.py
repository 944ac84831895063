"""What happens when the seasons of a league are conducted, besides what `domain.league.events` has."""

from __future__ import annotations

from msgspec import UNSET, UnsetType

from domain.contract.game import Event, Text
from domain.league.conduct.state import Dispute, Draft, KeptApart, Reminders, Said
from domain.league.plan import Plan
from domain.league.state import League


class ConductEvent(Event, frozen=True):
    """An event of a league."""


class SubstituteSeated(ConductEvent, frozen=True):
    """The first of the waiting list, the `substitute`, took the place of an entrant that had left; results stay with
    the place."""

    entrant: str
    substitute: str
    account: str | None = None
    level: str | None = None

    def apply(self, league: League) -> None:
        season, waiting = league.season, league.entrants[self.substitute]
        if waiting.account is not None:
            waiting.hand_over(None, None, league.version, league.at)
        league.entrants[self.entrant].hand_over(self.account, self.level, league.version, league.at)
        del season.enrolled[self.substitute]
        season.withdrawn = [entrant for entrant in season.withdrawn if entrant != self.entrant]
        for stage in season.stages.values():
            stage.left.pop(self.entrant, None)


class RemindersSet(ConductEvent, frozen=True):
    """Who is late is reminded so many hours before a round is due, in these words."""

    hours: tuple[int, ...]
    words: Text

    def apply(self, league: League) -> None:
        league.reminders = Reminders(self.hours, self.words)


class LateReminded(ConductEvent, frozen=True):
    """Who was `late` in a round was reminded in these words: by somebody, the `author`, or as its end was so many
    `hours` away."""

    stage: str
    round: int
    late: tuple[str, ...]
    words: Text
    hours: int | UnsetType = UNSET
    author: str | UnsetType = UNSET

    def apply(self, league: League) -> None:
        played = league.stages[self.stage].rounds[self.round - 1]
        if self.hours is UNSET:
            played.calls += 1
        else:
            played.reminded = self.hours


class DisputeOpened(ConductEvent, frozen=True):
    """An entrant contests what came, or is to come, of its table, in these words."""

    dispute: int
    stage: str
    table: int
    entrant: str
    words: Text

    def apply(self, league: League) -> None:
        said = Said(league.version, league.at, self.words, self.entrant)
        table = league.stages[self.stage].tables[self.table]
        league.disputes[self.dispute] = Dispute(
            self.dispute, self.stage, self.table, self.entrant, league.version, table.seats, table.round, said=[said]
        )


class DisputeSaid(ConductEvent, frozen=True):
    """Something was said in a dispute: by an entrant, or (None) by the organiser."""

    dispute: int
    words: Text
    entrant: str | None = None
    author: str | UnsetType = UNSET

    def apply(self, league: League) -> None:
        said = Said(league.version, league.at, self.words, self.entrant, self.author or None)
        league.disputes[self.dispute].said.append(said)


class DisputeWithdrawn(ConductEvent, frozen=True):
    """Who had opened a dispute took it back."""

    dispute: int

    def apply(self, league: League) -> None:
        league.disputes[self.dispute].status = "withdrawn"


class DisputeDecided(ConductEvent, frozen=True):
    """The verdict on a dispute: upheld or dismissed, why, and by whom. A correction follows as an event of its own."""

    dispute: int
    upheld: bool
    reason: Text
    author: str | UnsetType = UNSET

    def apply(self, league: League) -> None:
        dispute = league.disputes[self.dispute]
        dispute.status = "upheld" if self.upheld else "dismissed"
        dispute.verdict = Said(league.version, league.at, self.reason, author=self.author or None)


class EntrantsKeptApart(ConductEvent, frozen=True):
    """No two of these entrants meet in the season's Swiss stages, from a round on, up to one (None: to the end)."""

    group: int
    entrants: tuple[str, ...]
    first: int
    last: int | None
    reason: Text
    author: str | UnsetType = UNSET

    def apply(self, league: League) -> None:
        league.season.apart[self.group] = KeptApart(self.entrants, self.first, self.last)


class EntrantsLetMeet(ConductEvent, frozen=True):
    """A group that was kept apart may meet again."""

    group: int
    reason: Text
    author: str | UnsetType = UNSET

    def apply(self, league: League) -> None:
        del league.season.apart[self.group]


class SeasonDrafted(ConductEvent, frozen=True):
    """The next season is drafted: when its `opening` is, when enrolment closes, when it starts (None: the organiser
    decides); whether all of the last one are enrolled at once; `like` which season, if it is a copy; and its `plan`,
    where it is not the one of before."""

    season: int
    opening: int | None
    closes: int | None
    starts: int | None
    returning: bool
    like: int | None = None
    author: str | UnsetType = UNSET
    plan: Plan | UnsetType = UNSET

    def apply(self, league: League) -> None:
        plan = None if self.plan is UNSET else self.plan
        league.draft = Draft(self.opening, self.closes, self.starts, self.returning, self.like, plan)


class DraftDropped(ConductEvent, frozen=True):
    """The draft of the next season is forgotten."""

    season: int

    def apply(self, league: League) -> None:
        league.draft = None


CONDUCT_EVENTS: tuple[type[Event], ...] = (
    SeasonDrafted,
    DraftDropped,
    EntrantsKeptApart,
    EntrantsLetMeet,
    SubstituteSeated,
    RemindersSet,
    LateReminded,
    DisputeOpened,
    DisputeSaid,
    DisputeWithdrawn,
    DisputeDecided,
)
