"""What somebody has won in leagues: the seasons that a place of theirs ended as the first of all."""

from __future__ import annotations

from dataclasses import dataclass

from service.api.context import services
from service.web.leagues.champions import champions


@dataclass(frozen=True)
class Trophy:
    """A season that was won."""

    league: str
    name: str
    season: int


def trophies_of(account: str) -> list[Trophy]:
    """The seasons that the account has won, of the leagues in which it has or had a place."""
    found = []
    for league_id, entrant in services().read_models.leagues.entrants_of(account):
        league = services().league_views.league(league_id)
        found += [Trophy(league_id, league.name, season) for season, won in champions(league) if won == entrant]
    return found
