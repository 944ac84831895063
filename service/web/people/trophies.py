"""What somebody has won in leagues: the seasons at whose end they had the first place of all."""

from __future__ import annotations

from dataclasses import dataclass

from service.api.context import services


@dataclass(frozen=True)
class Trophy:
    """A season that was won."""

    league: str
    name: str
    season: int


def trophies_of(account: str) -> list[Trophy]:
    """The seasons that the account has won."""
    won, views = services().read_models.leagues.won_by(account), services().league_views
    return [Trophy(one.league, views.name_of(one.league, one.name_id), one.season) for one in won]
