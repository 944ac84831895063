"""Who has won the seasons of a league."""

from __future__ import annotations

from service.leagues.answer_shapes import League, Season


def champion(season: Season) -> str | None:
    """The entrant who has won the season; None while it goes on."""
    return season.order[0] if season.status == "closed" and season.order else None


def champions(league: League) -> list[tuple[int, str]]:
    """The seasons that are over, the last first, each with the entrant who has won it."""
    return [(season.number, won) for season in reversed(league.seasons) if (won := champion(season)) is not None]
