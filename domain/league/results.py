"""What a table brings: points, and what of it counts as played (docs/leagues.md, chapters 5 and 6)."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from domain.contract.game import Refused
from domain.league import points as p
from domain.league.plan import Plan
from domain.league.state import Result, Stage, TableGame


def points_of(table: TableGame, plan: Plan, stage: Stage) -> dict[str, Fraction]:
    """What each entrant of a table with a result gets.

    By place (LG-PTS-1); all alike where nobody is ranked (LG-PTS-3); what a bye brings for who is not ranked where
    others are (LG-PTS-4); nothing for who forfeited (LG-RES-3, LG-RES-4), or where the game is void (LG-RES-5) or
    annulled (LG-RES-9).
    """
    result = table.result
    nothing = dict.fromkeys(table.seats, Fraction(0))
    if result is None or result.void or stage.is_annulled(table):
        return nothing
    present = [entrant for entrant in table.seats if entrant not in result.absent]
    if result.won is not None and not result.places:
        return {**nothing, **dict.fromkeys(present, plan.scale()[0] if result.won else Fraction(0))}
    if not result.places:
        return {**nothing, **p.by_place(dict.fromkeys(present, 1), plan.scale())}
    unranked = [entrant for entrant in present if entrant not in result.places]
    shared = p.by_place(_closed_up(result.places), plan.scale())
    return {**nothing, **shared, **dict.fromkeys(unranked, plan.bye_points(stage.number))}


def _closed_up(places: Mapping[str, int]) -> dict[str, int]:
    """Places without the gaps that those who forfeited leave (LG-RES-4)."""
    groups = [[entrant for entrant, own in places.items() if own == place] for place in sorted(set(places.values()))]
    return p.ranked(groups)


def met_at(table: TableGame) -> list[str]:
    """Who met whom at a table: those who played there. Nobody met where the game is void, or was not played by two."""
    result = table.result
    if result is None or result.void or (result.absent and not result.places):
        return []
    playing = [entrant for entrant in table.seats if entrant not in result.absent]
    return playing if len(playing) > 1 else []


def annuls(stage: Stage, entrant: str) -> bool:
    """Whether the games of an entrant that leaves a stage now do not count (LG-RES-9).

    So it is in a round robin whose plan says it, as long as less than half of the entrant's games have been played.
    """
    if not stage.plan.annul:
        return False
    others = [other for other in stage.entrants if other != entrant and other not in stage.annulled]
    played = [table for table in stage.tables.values() if entrant in met_at(table) and not stage.is_annulled(table)]
    return 2 * len(played) < len(others) * stage.plan.cycles


def check(table: TableGame, result: Result) -> None:
    """`Refused("malformed")` unless a result fits its table."""
    strangers = {*result.places, *(result.tally or {}), *result.absent} - set(table.seats)
    if strangers:
        raise Refused(
            "malformed", "{entrant} does not sit at table {table}", entrant=min(strangers), table=table.number
        )
    if set(result.absent) & set(result.places):
        raise Refused("malformed", "who forfeited has no place")
    if any(place < 1 for place in result.places.values()):
        raise Refused("malformed", "places count from 1")
    if not (result.places or result.won is not None or result.absent or result.void):
        raise Refused("malformed", "a result has places, or says whether the game was won")
