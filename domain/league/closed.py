"""A closed game as ratings see it, from its table and its log; the game itself knows nothing of ratings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from domain.league.ratings import Finished, Player
from domain.log.record import Entry, Public
from domain.table.table import Table


def finished_game(table: Table, entries: Sequence[Entry]) -> Finished:
    """A closed game: who held its seats to the end, their places, and what it was (LG-RAT-2, LG-RAT-4).

    `table` is the one at the end of the log, which `entries` are, all of it.
    """
    bots = {str(event.data["seat"]): bool(event.data.get("bot")) for event in _of_type(entries, "SeatTaken")}
    replaced = {str(event.data["seat"]) for event in _of_type(entries, "SeatReplaced")}
    resigned = {str(event.data["seat"]): event.version for event in _of_type(entries, "SeatResigned")}
    places = (table.result.places if table.result else None) or {}
    return Finished(
        table.header.id,
        table.status,
        tuple(
            Player(
                holder=seat.account or seat.level or "",
                bot=seat.account is None or (bots.get(name, False) and name not in replaced),
                place=places.get(name),
                forfeited=name in table.resigned and not _had_moved(table, name, resigned[name]),
                replaced=name in replaced,
            )
            for name, seat in table.seats.items()
            if seat.taken
        ),
        rated=bool(table.header.terms.get("rated", False)),
        practice=table.branched_from is not None,
        forced=any(draw.forced for entry in entries for draw in entry.label.draws),
    )


def _of_type(entries: Sequence[Entry], kind: str) -> Iterator[Public]:
    return (entry.read() for entry in entries if entry.label.type == kind)


def _had_moved(table: Table, seat: str, version: int) -> bool:
    """Whether the seat answered a decision before this version (LG-RAT-4)."""
    own = (done for done in table.commands if done.by == "seat" and done.seat == seat and not done.standing)
    return any(done.last < version for done in own)
