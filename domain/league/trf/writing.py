"""Writing a tournament report file (TRF26)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction

from domain.league.trf.reading import ABNORMAL
from domain.league.trf.tournament import STANDARD, WHITE, Abnormal, Cell, Player, Tournament

MOST_PLAYERS = 9999
LONGEST_NAME = 33

SCORING = {"W": "1", "D": "=", "L": "0", "A": "-", "P": "U"}
"""The letters of line 162, and a code that each is said of."""


def write(tournament: Tournament) -> str:
    """The file. ValueError for points that are no multiples of a tenth, or that it has no columns for, and for more
    players than it has."""
    return file_of([*lines_of_players(tournament, ["092 Individual: Swiss-System"]), *_pairing(tournament)])


def file_of(lines: Iterable[str]) -> str:
    """A file of these lines."""
    return "".join(f"{line}\r\n" for line in lines)


def lines_of_players(tournament: Tournament, kind: Iterable[str]) -> Iterator[str]:
    """The head of a file, with the lines that say of what kind it is, and its players."""
    if max(tournament.players) > MOST_PLAYERS:
        raise ValueError(f"a file has up to {MOST_PLAYERS} players")
    yield from _head(tournament, kind)
    yield from map(_player, tournament.players.values())


def _head(tournament: Tournament, kind: Iterable[str]) -> Iterator[str]:
    yield f"012 {tournament.name}"
    if tournament.start is not None:
        yield f"042 {tournament.start.replace('-', '/')}"
    yield f"062 {len(tournament.players)}"
    yield from kind
    yield f"142 {tournament.rounds}"
    if tournament.first_colour is not None:
        yield f"152 {'W' if tournament.first_colour == WHITE else 'B'}"
    if any(tournament.brings[code] != STANDARD[code] for code in SCORING.values()):
        said = (f" {letter}{in_columns(tournament.brings[code], 4)}" for letter, code in SCORING.items())
        yield f"162 {'   '.join(said)}"
    if tournament.type_code:
        yield f"192 {tournament.type_code}"
    if tournament.tiebreaks:
        yield f"212 {','.join(('PTS', *tournament.tiebreaks))}"
    yield from tournament.others


def _player(player: Player) -> str:
    rating = "" if player.rating is None else str(player.rating)
    points = in_columns(player.points, 4)
    rank = "" if player.rank is None else str(player.rank)
    told = (
        f"001 {player.number:4d} {player.sex:1}{player.title:>3} {player.name[:LONGEST_NAME]:<33} {rating:>4} "
        f"{player.federation:3} {player.fide:>11} {player.birth:10} {points} {rank:>4}"
    )
    return (told + "".join(map(_cell, player.cells))).rstrip()


def _cell(cell: Cell) -> str:
    if cell.opponent is None:
        return "          " if cell.code == " " else f"  0000 - {cell.code}"
    return f"  {cell.opponent:4d} {cell.colour or '-'} {cell.code}"


def _pairing(tournament: Tournament) -> Iterator[str]:
    """What pairing and points go by besides results: lines 250, 260 (or the older XXP, for all rounds) and 299."""
    for one in tournament.accelerated:
        yield f"250      {in_columns(one.points, 4)} {one.first:03d} {one.last:03d} {one.lowest:4d} {one.highest:4d}"
    for group in tournament.apart:
        players = " ".join(f"{number:4d}" for number in group.players)
        last = tournament.rounds if group.last is None else group.last
        yield (
            f"XXP {players}"
            if (group.first, group.last) == (1, None)
            else f"260 {group.first:03d} {last:03d} {players}"
        )
    yield from map(_abnormal, tournament.abnormal)


def _abnormal(one: Abnormal) -> str:
    letter = next(letter for letter, codes in ABNORMAL.items() if codes == one.codes)
    players = " ".join(f"{number:4d}" for number in one.players)
    return f"299 {letter:1}      {in_columns(one.points, 6)}  {one.round or 0:03d} {players}"


def tenths(points: Fraction) -> str:
    """Points with one digit behind the point; ValueError where they have more."""
    if (points * 10).denominator > 1:
        raise ValueError(f"{points} points cannot be written with one digit behind the point")
    return f"{float(points):.1f}"


def in_columns(points: Fraction | None, width: int) -> str:
    """Points in so many columns, those that are whole without a point where it takes that; nothing for None. ValueError
    where the columns are too narrow for them."""
    said = "" if points is None else tenths(points)
    if len(said) > width:
        said = said.removesuffix(".0")
    if len(said) > width:
        raise ValueError(f"{said} points do not fit into {width} columns")
    return f"{said:>{width}}"
