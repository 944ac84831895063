"""Reading a tournament report file (TRF16, TRF26): lines of fixed columns, of which those of players and rounds are
needed.

Columns count from 1, as FIDE's description counts them. Lines that are not needed, and those that other programs add,
are passed over.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

import msgspec

from domain.league.pairing.accelerated import Acceleration
from domain.league.pairing.apart import Apart
from domain.league.trf import fields as f
from domain.league.trf.days import day
from domain.league.trf.teams import check_single
from domain.league.trf.tournament import (
    BLACK,
    PLAYED,
    STANDARD,
    UNPLAYED,
    WHITE,
    Abnormal,
    BadFile,
    Cell,
    Player,
    Tournament,
)

FIRST_ROUND, ROUND_WIDTH = 92, 10
"""The column where a player's first round begins, and how wide each is."""

SYSTEM: Mapping[str, str] = {"BBW": "1W+F", "BBD": "=DH", "BBL": "0L", "BBZ": "Z ", "BBF": "-", "BBU": "U"}
"""Lines that say what something brings, and the codes that it is said of."""

SCORES: Mapping[str, str] = {
    "W": "1W+F", "D": "=DH", "L": "0L", "FW": "+", "FL": "-", "PAB": "U", "FPB": "F", "HPB": "H", "ZPB": "Z ",
}  # fmt: skip
"""The same in a line XXS of names and values."""

SCORING: Mapping[str, str] = {"W": "1W+F", "D": "=DH", "L": "0L", "A": "-Z ", "P": "U", "X": ""}
"""The same in a line 162: won, drawn, lost, absent, the bye of the pairing; of an adjourned game there is no code."""

ABNORMAL: Mapping[str, str] = {
    "W": "1W", "D": "=D", "L": "0L", "F": "F", "H": "H", "Z": "Z ", "+": "+", "-": "-", "": "",
}  # fmt: skip
"""What a line 299 gives other points for; without a letter they are given or taken besides."""

WITHOUT_OPPONENT: Mapping[str, str] = {
    **dict.fromkeys("+1W", "U"),
    **dict.fromkeys("=D", "H"),
    **dict.fromkeys("-0L", "Z"),
}
"""What older files mean by these codes where there is no opponent."""

BYES = ("F", "H", "Z")
"""The byes of a line 240."""

OF_PAIRINGS = ("152", "240", "250", "260", "XXA", "XXC", "XXP")
"""Lines of colours, byes, accelerations and of who is kept apart."""

OF_POINTS = ("162", "299", "XXS", *SYSTEM)
"""Lines of points."""

WRITTEN_ANEW = ("062", "092", "###")
"""Lines that say again what others do, or nothing."""

SCORE = re.compile(r"([A-Za-z]+)[ =]*([0-9]+(?:[.,][0-9]*)?)[ ,;]*")
"""A letter of line 162, and what it brings."""


def read(text: str) -> Tournament:
    """The tournament of a file. `BadFile` for what is none, or where two players do not agree on their round;
    `TeamsFile` for one of teams."""
    lines = f.lines_of(text)
    check_single(lines)
    return read_players(lines)


def read_players(lines: Sequence[str], *, of_teams: bool = False) -> Tournament:
    """The players of a file's lines and their rounds. In a file of teams a result without an opponent is one of a board
    that the others left empty, and no bye of older files."""
    reader = _Reader(of_teams)
    for at, line in enumerate(lines, 1):
        try:
            reader.take(line)
        except ValueError as error:
            raise BadFile(f"line {at}: {error}") from None
    found = reader.tournament()
    for fault in _disagreements(found):
        raise BadFile(fault)
    return found


class _Reader:
    """What was read so far."""

    def __init__(self, of_teams: bool) -> None:
        self._of_teams = of_teams
        self._name, self._rounds = "", 0
        self._first_colour: str | None = None
        self._start: str | None = None
        self._first_round: str | None = None
        self._tiebreaks: tuple[str, ...] = ()
        self._abnormal: list[Abnormal] = []
        self._players: dict[int, Player] = {}
        self._brings: dict[str, Fraction] = {}
        self._apart: list[Apart] = []
        self._accelerated: list[Acceleration] = []
        self._byes: list[tuple[str, int, int]] = []
        self._type_code = ""
        self._others: list[str] = []

    def take(self, line: str) -> None:
        """Read one line; ValueError for one that does not fit."""
        rest = line[3:].strip()
        match line[:3]:
            case "001":
                self._add(_player(line, {} if self._of_teams else WITHOUT_OPPONENT))
            case "012":
                self._name = rest
            case "042":
                self._start = day(rest)
            case "132":
                self._first_round = next(filter(None, map(day, rest.split())), None)
                self._others.append(line.rstrip())
            case "XXR" | "142":
                self._rounds = f.rounds(rest)
            case "192":
                self._type_code = rest
            case "202" | "212":
                self._tiebreaks = _tiebreaks(rest)
            case tag if tag in OF_PAIRINGS:
                self._take_pairings(tag, line, rest)
            case tag if tag in OF_POINTS:
                self._take_points(tag, line, rest)
            case tag if len(tag) == 3 and tag not in WRITTEN_ANEW:
                self._others.append(line.rstrip())

    def _add(self, player: Player) -> None:
        if player.number in self._players:
            raise ValueError(f"there is another player {player.number}")
        self._players[player.number] = player

    def _take_pairings(self, tag: str, line: str, rest: str) -> None:
        """Read a line that says by what rounds are paired."""
        match tag:
            case "XXC" | "152":
                self._first_colour = _first_colour(rest) or self._first_colour
            case "XXP":
                self._apart.append(Apart(tuple(map(f.number, rest.split()))))
            case "260":
                self._apart.append(f.apart(rest))
            case "250":
                self._accelerated.append(_accelerated(line))
            case "XXA":
                self._accelerated += _of_player(rest)
            case "240":
                self._byes += _byes(line)

    def _take_points(self, tag: str, line: str, rest: str) -> None:
        """Read a line that says what results bring, or brings something itself."""
        match tag:
            case "162":
                self._score(rest)
            case "299":
                self._abnormal.append(_abnormal(line))
            case "XXS":
                for word in rest.split():
                    score, _, value = word.partition("=")
                    self._set(SCORES.get(score), value, score)
            case _:
                self._set(SYSTEM[tag], rest, tag)

    def _set(self, codes: str | None, value: str, said: str) -> None:
        if codes is None:
            raise ValueError(f"what {said} brings is not understood")
        self._brings |= dict.fromkeys(codes, f.points(value))

    def _score(self, rest: str) -> None:
        """What line 162 says: letters with points, in columns of nine, or as programs space them."""
        said = list(SCORE.finditer(rest))
        if "".join(found[0] for found in said) != rest or not said:
            raise ValueError(f"{rest[:30]!r} does not say what results bring")
        for letter, value in (found.groups() for found in said):
            self._set(SCORING.get(letter.upper()), value, letter)

    def tournament(self) -> Tournament:
        """The tournament, if there is a player."""
        if not self._players:
            raise BadFile("there is no line of a player (001)")
        brings = {**STANDARD, **self._brings}
        brings["U"] = self._brings.get("U", brings["1"])
        if not brings["1"]:
            raise BadFile("a win brings nothing")
        for code, number, round_number in self._byes:
            self._rest(code, number, round_number)
        players = dict(sorted(self._players.items()))
        rounds = max(self._rounds, *(len(player.cells) for player in players.values()))
        return Tournament(
            self._name,
            players,
            rounds,
            brings,
            self._first_colour,
            tuple(self._apart),
            self._start or self._first_round,
            self._tiebreaks,
            tuple(self._abnormal),
            tuple(self._accelerated),
            self._type_code,
            tuple(self._others),
        )

    def _rest(self, code: str, number: int, round_number: int) -> None:
        """A bye of line 240, where the player's own line says nothing of the round."""
        player = self._players.get(number)
        if player is None:
            raise BadFile(f"a line 240 names player {number}, of whom there is no line 001")
        nothing = Cell(None, None, " ")
        cells = [*player.cells, *[nothing] * (round_number - len(player.cells))]
        if cells[round_number - 1] == nothing:
            cells[round_number - 1] = Cell(None, None, code)
        self._players[number] = msgspec.structs.replace(player, cells=tuple(cells))


def _tiebreaks(rest: str) -> tuple[str, ...]:
    """The codes of tie-breaks in their order, points left out, by which everybody ranks first."""
    codes = (code.strip() for code in rest.split(","))
    return tuple(code for code in codes if code not in ("", "PTS"))


def _player(line: str, without_opponent: Mapping[str, str]) -> Player:
    scored, rank, rating = line[80:84].strip(), line[85:89].strip(), line[48:52].strip()
    return Player(
        number=f.number(line[4:8].strip()),
        name=line[14:47].strip(),
        cells=tuple(_cells(line, without_opponent)),
        rating=int(rating) if rating.isdecimal() and int(rating) else None,
        points=f.signed(scored) if scored else None,
        rank=(f.number(rank) or None) if rank else None,
        sex=line[9:10].strip(),
        title=line[10:13].strip(),
        federation=line[53:56].strip(),
        fide=line[57:68].strip(),
        birth=line[69:79].strip(),
    )


def _cells(line: str, without_opponent: Mapping[str, str]) -> Iterator[Cell]:
    """The rounds, up to the last of which something is said."""
    starts = range(FIRST_ROUND - 1, len(line.rstrip()), ROUND_WIDTH)
    if len(starts) > f.MOST_ROUNDS:
        raise ValueError(f"a tournament has {f.MOST_ROUNDS} rounds at most")
    for start in starts:
        part = line[start : start + 8].ljust(8)
        opponent = f.number(part[:4].strip()) if part[:4].strip(" 0") else None
        colour, code = part[5].lower(), part[7].upper()
        if opponent is None:
            code = without_opponent.get(code, code)
        if code not in PLAYED and code not in UNPLAYED:
            raise ValueError(f"{code!r} is no result")
        if code == " ":
            opponent = None
        yield Cell(opponent, colour if opponent is not None and colour in (WHITE, BLACK) else None, code)


def _accelerated(line: str) -> Acceleration:
    """Line 250: virtual points, the rounds, and the first and the last player."""
    says = "points, a first and a last round, and a first and a last player"
    first, last, lowest, highest = map(f.number, f.words(line[13:], says, 4, 4))
    return Acceleration(f.points(line[9:13].strip()), first, last, lowest, highest)


def _of_player(rest: str) -> list[Acceleration]:
    """Line XXA of older programs: a player, and its virtual points in each round."""
    said, *scored = f.words(rest, "a player, and points for each round", 1)
    player = f.number(said)
    told = enumerate(map(f.points, scored), 1)
    return [Acceleration(one, played, played, player, player) for played, one in told if one]


def _byes(line: str) -> list[tuple[str, int, int]]:
    """Line 240: the kind of bye, the round, and who has it."""
    code, played = line[4:5].upper(), f.rounds(line[6:9].strip())
    if code not in BYES or not played:
        raise ValueError("a line 240 has a bye F, H or Z, and a round")
    return [(code, f.number(number), played) for number in line[9:].split()]


def _abnormal(line: str) -> Abnormal:
    """Line 299: for which result, points, the round (none: all), and the players."""
    letter, scored, played = line[4:5].strip().upper(), line[11:18].strip(), line[19:22].strip()
    if letter not in ABNORMAL:
        raise ValueError(f"{letter!r} is no result to which other points are given")
    return Abnormal(
        ABNORMAL[letter],
        f.signed(scored),
        (f.number(played) or None) if played else None,
        tuple(map(f.number, line[22:].split())),
    )


def _first_colour(text: str) -> str | None:
    """`white1`, `black1`, or W and B as newer files have it."""
    first = text[:1].lower()
    return first if first in (WHITE, BLACK) else None


def _disagreements(tournament: Tournament) -> Iterator[str]:
    """Rounds in which one names another as the opponent and is not named so."""
    for number, player in tournament.players.items():
        for at, cell in enumerate(player.cells, 1):
            if cell.opponent is None:
                continue
            if cell.opponent not in tournament.players:
                yield f"player {number}, round {at}: there is no player {cell.opponent}"
                continue
            other = tournament.cell(cell.opponent, at)
            if other.opponent != number or other.is_played != cell.is_played:
                yield f"round {at}: players {number} and {cell.opponent} do not agree on whom they met"
            elif cell.is_played and {cell.colour, other.colour} != {WHITE, BLACK}:
                yield f"round {at}: players {number} and {cell.opponent} had the same colour, or none"
