"""What happens when the seasons of a league are conducted, besides what `domain.league.events` has."""

from __future__ import annotations

from domain.contract.game import Event
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
            waiting.hand_over(None, None, league.version)
        league.entrants[self.entrant].hand_over(self.account, self.level, league.version)
        del season.enrolled[self.substitute]
        season.withdrawn = [entrant for entrant in season.withdrawn if entrant != self.entrant]
        for stage in season.stages.values():
            stage.left.pop(self.entrant, None)


CONDUCT_EVENTS: tuple[type[Event], ...] = (SubstituteSeated,)
