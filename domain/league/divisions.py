"""The order in which divisions stand at the end of a season (docs/leagues.md, LG-DIV-5)."""

from __future__ import annotations

from domain.league.state import Season, Stage


def division_order(season: Season, name: str) -> list[str]:
    """A division at its end: the last stage's standings, then those who did not get so far, as they stood before
    (LG-DIV-5). An older program may have closed the season with all as the final left them."""
    return with_all_of_finals(season, name) if season.by_finals else without_idle(season, name)


def without_idle(season: Season, name: str) -> list[str]:
    """The order of a division, in which who did not play in a final did not get so far."""
    stages = _stages(season, name)
    order = [line.entrant for stage in stages for line in stage.standings if _got_so_far(stage, line.entrant)]
    seeded = [entrant for stage in stages for entrant in stage.entrants]
    return list(dict.fromkeys([*order, *seeded]))


def with_all_of_finals(season: Season, name: str) -> list[str]:
    """The order of a division as older programs had it: who did not play in a final stood as its lots fell."""
    return list(dict.fromkeys(line.entrant for stage in _stages(season, name) for line in stage.standings))


def closed_by_finals(season: Season) -> bool:
    """Whether a season that was closed just now has the order of an older program, which is not that of today.

    Whoever goes up or down stands in the order of a season as in that of the division before.
    """
    orders = [(without_idle(season, name), with_all_of_finals(season, name)) for name in season.divisions]
    return any(
        now != before and [entrant for entrant in season.order if entrant in before] == before for now, before in orders
    )


def _stages(season: Season, name: str) -> list[Stage]:
    return sorted((own for own in season.stages.values() if own.division == name), key=lambda own: -own.number)


def _got_so_far(stage: Stage, entrant: str) -> bool:
    """Whether an entrant of a stage has a part in it: in a final only who sits at its table (LG-FIN-1)."""
    return stage.plan.kind != "apocalypse-final" or any(entrant in table.seats for table in stage.tables.values())
