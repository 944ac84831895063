"""Who goes on in a knock-out (docs/leagues.md, LG-KO)."""

from __future__ import annotations

from itertools import zip_longest

from domain.league.pairing.knockout import survivors
from domain.league.results import met_at
from domain.league.state import Round, Stage, TableGame


def alive(stage: Stage) -> list[str]:
    """Who is still in, in order of seeding: who survived every round so far and did not leave; of a table of which the
    plan lets everybody go on, all but the last (LG-KO-3)."""
    last = stage.tables_of(stage.rounds[-1]) if stage.rounds else ()
    dropping_out = {entrant for table in last for entrant in _through(stage, table)[len(table.seats) - 1 :]}
    return [entrant for entrant in alive_by_plan(stage) if entrant not in dropping_out]


def alive_by_plan(stage: Stage) -> list[str]:
    """Who survived every round so far, as the plan says it, and did not leave; in order of seeding."""
    survived = rounds_survived(stage)
    played = len(stage.rounds)
    return [entrant for entrant in stage.present(played + 1) if survived[entrant] == played]


def rounds_survived(stage: Stage, after: int | None = None) -> dict[str, int]:
    """How many rounds each entrant went on from, of the first so many, or of all (LG-KO-4)."""
    survived = dict.fromkeys(stage.entrants, 0)
    for going_on in went_on(stage)[:after]:
        for entrant in going_on:
            survived[entrant] += 1
    return survived


def went_on(stage: Stage) -> list[list[str]]:
    """Who went on from each round; from the last one as far as its results are in.

    Who was paired in the next round went on, whatever was corrected since (LG-COR-1); who left did not (LG-KO-4).
    """
    return [
        _going_on(stage, played) if following is None else _paired(stage, following)
        for played, following in zip_longest(stage.rounds, stage.rounds[1:])
    ]


def _paired(stage: Stage, played: Round) -> list[str]:
    return [*played.byes, *(entrant for table in stage.tables_of(played) for entrant in table.seats)]


def _going_on(stage: Stage, played: Round) -> list[str]:
    through = [entrant for table in stage.tables_of(played) for entrant in _through(stage, table)]
    return [own for own in (*played.byes, *through) if stage.left.get(own, played.number + 1) > played.number]


def _through(stage: Stage, table: TableGame) -> list[str]:
    """The best of a table; of those who are level the better seeded (LG-KO-3). Who forfeited drops out.

    Where the game is void, or was not played, the better seeded of those who came go on.
    """
    result = table.result
    if result is None:
        return []
    present = [entrant for entrant in table.seats if entrant not in result.absent]
    places = {entrant: result.places.get(entrant, 1) for entrant in present}
    if not met_at(table):
        places = dict.fromkeys(present, 1)
    final = len(stage.rounds[-1].tables) == 1 and not stage.rounds[-1].byes and table.number in stage.rounds[-1].tables
    return survivors(present, places, stage.entrants, 1 if final else stage.plan.through)
