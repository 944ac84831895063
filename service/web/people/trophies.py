"""What somebody has won in leagues: the seasons that a place of theirs ended as the first of all."""

from __future__ import annotations

from dataclasses import dataclass

from service.api.context import services
from service.leagues.answer_shapes import League, Season


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
        won = [season for season in league.seasons if champion(season) == entrant]
        found += [Trophy(league_id, league.name, season.number) for season in won]
    return found


def champion(season: Season) -> str | None:
    """The entrant who has won the season; None while it goes on."""
    return season.order[0] if season.status == "closed" and season.order else None


def champions(league: League) -> list[tuple[int, str]]:
    """The seasons that are over, the last first, each with the entrant who has won it."""
    return [(season.number, won) for season in reversed(league.seasons) if (won := champion(season)) is not None]
