"""Results that people type: a correction, and who did not come. All of them are checked here, whichever way they came.

What a game itself has come to is no such result: the game knows whom it ranks.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from domain.contract.game import Refused
from domain.contract.places import check_places, listed
from domain.contract.quantities import TALLIES
from domain.league.state import League, Result, TableGame

PLACES, WON = "places", "won"
"""How a result is told: by the places of all who are ranked; or, where nobody is, by whether the game was won."""


def corrected(league: League, table: TableGame, typed: Result) -> Result:
    """The result that somebody types for a table, with the tally that was told last unless another is given (LG-COR-4).

    `Refused("malformed")` says what is missing in it, or too much.
    """
    check_typed(league, table, typed)
    if typed.tally is not None or typed.void or not (typed.places or typed.won is not None):
        return typed
    kept = {one: count for one, count in (table.tally or {}).items() if one not in typed.absent}
    return msgspec.structs.replace(typed, tally=kept or None)


def check_typed(league: League, table: TableGame, typed: Result) -> None:
    """`Refused("malformed")` unless a typed result says one thing, and that of all who were not absent (LG-COR-4)."""
    _check_entrants(table, typed)
    told = [*([PLACES] if typed.places else []), *([WON] if typed.won is not None else [])]
    if typed.void and (told or typed.absent or typed.tally is not None):
        raise Refused("malformed", "a game that does not count has no places, no tally, and nobody who forfeited it")
    if not (told or typed.absent or typed.void):
        raise Refused("malformed", "a result has places, or says whether the game was won")
    if len(told) > 1:
        raise Refused("malformed", "a result has places, or says whether the game was won, and not both")
    if told:
        _check_kind(league, table, told[0])
    present = [entrant for entrant in table.seats if entrant not in typed.absent]
    ranked = [entrant for entrant in present if entrant not in _never_ranked(league, table)]
    if typed.places:
        check_places(typed.places, ranked, dropped_out=len(typed.absent))
    if typed.tally is not None:
        _check_tally(table, typed, present if typed.won is not None else ranked)


def _check_entrants(table: TableGame, typed: Result) -> None:
    if strangers := {*typed.places, *(typed.tally or {}), *typed.absent} - set(table.seats):
        raise Refused(
            "malformed", "{entrant} does not sit at table {table}", entrant=min(strangers), table=table.number
        )
    if len(set(typed.absent)) < len(typed.absent):
        raise Refused("malformed", "nobody forfeits twice")
    if both := [entrant for entrant in typed.absent if entrant in {*typed.places, *(typed.tally or {})}]:
        raise Refused("malformed", "who forfeited has no place and no tally: {both}", both=listed(both))


def _check_kind(league: League, table: TableGame, told: str) -> None:
    """`Refused` for places where the game ranks nobody, and for `won` where it ranks its seats."""
    if told in _kinds(league, table):
        return
    if told == WON:
        raise Refused("malformed", "this game ranks its seats: a result has their places, and not whether it was won")
    raise Refused("malformed", "this game ranks nobody: a result says whether it was won, and has no places")


def _kinds(league: League, table: TableGame) -> set[str]:
    """How the result of a table may be told: as its game has told it.

    A game that has ranked nobody may have ranked somebody where the others of the league do; and of one that has come
    to nothing only those know, or, as long as none was played, what the log says of the game.
    """
    if table.reported is not None and table.reported.places:
        return {PLACES}
    kinds = {PLACES if reported.places else WON for _, reported in _reported(league)}
    if kinds or league.ranks is None:
        return kinds or {PLACES, WON}
    return {PLACES if league.ranks else WON}


def _never_ranked(league: League, table: TableGame) -> set[str]:
    """Who sits where the game ranks nobody (a game master's seat), as far as games have told (LG-PTS-4)."""
    own = [(table, table.reported)] if table.reported is not None else []
    for other, reported in (*own, *_reported(league)):
        if reported.places and len(other.seats) == len(table.seats):
            return {held for held, ranked in zip(table.seats, other.seats) if ranked not in reported.places}
    return set()


def _reported(league: League) -> Iterator[tuple[TableGame, Result]]:
    """The tables of the league whose games were played to their end, with what those came to."""
    for stage in league.stages.values():
        for table in stage.tables.values():
            if table.reported is not None:
                yield table, table.reported


def _check_tally(table: TableGame, typed: Result, counted: Sequence[str]) -> None:
    """`Refused` unless a tally is given for just those whose it is told of."""
    if not (typed.places or typed.won is not None):
        raise Refused("malformed", "there is no tally of a game that was not played")
    told = [entrant for entrant in counted if table.tally is None or entrant in table.tally]
    assert typed.tally is not None
    if missing := [entrant for entrant in told if entrant not in typed.tally]:
        raise Refused("malformed", "no tally is given for {missing}", missing=listed(missing))
    if more := [entrant for entrant in typed.tally if entrant not in told]:
        raise Refused("malformed", "a tally is given for {more}, of whom there is none", more=listed(more))
    for entrant, count in typed.tally.items():
        TALLIES.check(count, f"the tally of {entrant}")
