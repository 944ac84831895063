"""Writing a tournament report file (TRF16)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from domain.league.trf.tournament import STANDARD, WHITE, Cell, Player, Tournament

MOST_PLAYERS = 9999
LONGEST_NAME = 33

SYSTEM = {"BBW": "1", "BBD": "=", "BBL": "0", "BBU": "U"}
"""The lines that say what a win, a draw, a loss and a bye bring."""


def write(tournament: Tournament) -> str:
    """The file. ValueError for points that are no multiples of a tenth, or more players than it has columns for."""
    if max(tournament.players) > MOST_PLAYERS:
        raise ValueError(f"a file has up to {MOST_PLAYERS} players")
    return "".join(f"{line}\r\n" for line in (*_head(tournament), *map(_player, tournament.players.values())))


def _head(tournament: Tournament) -> Iterator[str]:
    yield f"012 {tournament.name}"
    yield f"062 {len(tournament.players)}"
    yield "092 Individual: Swiss-System"
    yield f"XXR {tournament.rounds}"
    if tournament.first_colour is not None:
        yield f"XXC {'white1' if tournament.first_colour == WHITE else 'black1'}"
    if any(tournament.brings[code] != STANDARD[code] for code in SYSTEM.values()):
        yield from (f"{tag} {_tenths(tournament.brings[code])}" for tag, code in SYSTEM.items())


def _player(player: Player) -> str:
    rating = "" if player.rating is None else str(player.rating)
    points = "" if player.points is None else _tenths(player.points)
    rank = "" if player.rank is None else str(player.rank)
    line = f"001 {player.number:4d}      {player.name[:LONGEST_NAME]:<33} {rating:>4} {'':27}{points:>4} {rank:>4}"
    return (line + "".join(map(_cell, player.cells))).rstrip()


def _cell(cell: Cell) -> str:
    if cell.opponent is None:
        return "          " if cell.code == " " else f"  0000 - {cell.code}"
    return f"  {cell.opponent:4d} {cell.colour or '-'} {cell.code}"


def _tenths(points: Fraction) -> str:
    if (points * 10).denominator > 1:
        raise ValueError(f"{points} points cannot be written with one digit behind the point")
    return f"{float(points):.1f}"
