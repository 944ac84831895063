"""Reading a report file of teams (TRF26, and the teams of TRF16): the records of teams, beside those of their players.

Line 801 is kept as it is, as no description says its columns; line 362 is read by its letters, for the same reason.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any

from domain.league.trf import fields as f
from domain.league.trf.reading import ABNORMAL, BYES, read_players
from domain.league.trf.teams import (
    CODE,
    KIND,
    MATCH,
    NUMBER,
    OF_TEAMS,
    TEAM,
    Advance,
    Allocated,
    Bye,
    Forfeit,
    Given,
    LineUp,
    RoundTold,
    Summary,
    Team,
    Teams,
    TeamsFile,
    sign_of_teams,
)
from domain.league.trf.tournament import BadFile

KEPT = ("202", "212", "801", "XXA", "XXP")
"""Lines that say something of teams, and are kept as they are."""

LINES = (*OF_TEAMS, TEAM, NUMBER, KIND, "240", "250", "260", "299", *KEPT)
"""The lines that are not for those who read players."""

SCORE = re.compile(r"T([WDL])[ =]*([0-9]+(?:[.,][0-9]*)?)[ ,;]*")
"""A letter of line 362, and what it brings."""

FIRST_TOLD, TOLD_WIDTH = 29, 13
"""The column where the first round of line 802 begins, and how wide each is."""

FORFEITS = ("+-", "-+", "--")


def read_teams(text: str) -> Teams:
    """The tournament of teams of a file. `BadFile` for what is none, or does not agree in itself; `TeamsFile` where it
    has no line of a team."""
    lines, records = f.lines_of(text), _Records()
    for at, line in enumerate(lines, 1):
        try:
            records.take(line)
        except ValueError as error:
            raise BadFile(f"line {at}: {error}") from None
    if not records.teams:
        sign = sign_of_teams(lines) or CODE
        raise TeamsFile(f"it is a file of teams (line {sign}), and has no line of one (310, or 013)")
    read = records.read(["" if line[:3] in LINES else line for line in lines])
    for fault in _faults(read):
        raise BadFile(fault)
    return read


class _Records:
    """What was read of teams so far."""

    def __init__(self) -> None:
        self._numbered: list[Team] = []
        self._old: list[Team] = []
        self._old_lines: list[str] = []
        self._kind = self._boards = ""
        self._brings: dict[str, Fraction] = {}
        self._found: dict[str, list[Any]] = {tag: [] for tag in READERS}
        self._others: list[str] = []

    @property
    def teams(self) -> list[Team]:
        """The teams of lines 310; those of lines 013 where there is none."""
        return self._numbered or self._old

    def take(self, line: str) -> None:
        """Read one line; ValueError for one that does not fit."""
        match line[:3]:
            case "310":
                self._numbered.append(_team(line))
            case "013":
                self._old.append(_old_team(line, len(self._old) + 1))
                self._old_lines.append(line.rstrip())
            case "092":
                self._kind = line[3:].strip()
            case "352":
                self._boards = _boards(line[3:].strip())
            case "362":
                self._brings |= _match_points(line[3:].strip())
            case tag if tag in READERS:
                self._found[tag].append(READERS[tag](line))
            case tag if tag in KEPT:
                self._others.append(line.rstrip())

    def read(self, players: list[str]) -> Teams:
        """The tournament, with the lines of its players."""
        found = self._found
        return Teams(
            read_players(players, of_teams=True),
            _by_number(self.teams),
            self._kind,
            bool(self._numbered),
            self._boards,
            {**MATCH, **self._brings},
            tuple(found["240"]),
            tuple(found["320"]),
            tuple(found["330"]),
            tuple(found["300"]),
            tuple(found["299"]),
            tuple(found["250"]),
            tuple(found["260"]),
            tuple(found["802"]),
            (*self._others, *(self._old_lines if self._numbered else ())),
        )


def _by_number(teams: Iterable[Team]) -> dict[int, Team]:
    found: dict[int, Team] = {}
    for team in teams:
        if team.number in found:
            raise BadFile(f"there is another team {team.number}")
        found[team.number] = team
    return found


def _team(line: str) -> Team:
    rank = f.column(line, 69, 71)
    return Team(
        number=f.number(f.column(line, 5, 7)),
        name=f.column(line, 9, 40),
        players=_players(line, 74),
        nickname=f.column(line, 42, 46),
        strength=f.column(line, 48, 53),
        match_points=_if_said(f.column(line, 55, 60)),
        game_points=_if_said(f.column(line, 62, 67)),
        rank=(f.number(rank) or None) if rank else None,
    )


def _old_team(line: str, number: int) -> Team:
    return Team(number, f.column(line, 5, 36), _players(line, 37))


def _players(line: str, first: int) -> tuple[int, ...]:
    return tuple(number for number in f.numbers_from(line, first, 5) if number)


def _if_said(text: str) -> Fraction | None:
    return f.signed(text) if text else None


def _boards(text: str) -> str:
    if not re.fullmatch("[WB]*", text.upper()):
        raise ValueError(f"{text[:30]!r} is no sequence of colours such as WBWB")
    return text.upper()


def _match_points(rest: str) -> dict[str, Fraction]:
    said = list(SCORE.finditer(rest))
    if "".join(found[0] for found in said) != rest or not said:
        raise ValueError(f"{rest[:30]!r} does not say what matches bring")
    return {letter: f.points(value) for letter, value in (found.groups() for found in said)}


def _bye(line: str) -> Bye:
    code, played = f.column(line, 5, 5).upper(), f.rounds(f.column(line, 7, 9))
    if code not in BYES or not played:
        raise ValueError("a line 240 has a bye F, H or Z, and a round")
    return Bye(code, played, tuple(number for number in f.numbers_from(line, 11, 5) if number))


def _allocated(line: str) -> Allocated:
    teams = tuple(f.numbers_from(line, 15, 4, 3))
    return Allocated(f.points(f.column(line, 5, 8)), f.points(f.column(line, 10, 13)), teams)


def _forfeit(line: str) -> Forfeit:
    kind = f.column(line, 5, 6)
    if kind not in FORFEITS:
        raise ValueError(f"{kind!r} is no forfeit; there are {', '.join(FORFEITS)}")
    white, black = f.number(f.column(line, 12, 14)), f.number(f.column(line, 16, 18))
    return Forfeit(kind, f.rounds(f.column(line, 8, 10)), white, black)


def _line_up(line: str) -> LineUp:
    team, opponent = f.number(f.column(line, 9, 11)), f.number(f.column(line, 13, 15))
    return LineUp(f.rounds(f.column(line, 5, 7)), team, opponent, tuple(f.numbers_from(line, 17, 5)))


def _given(line: str) -> Given:
    letter, played = f.column(line, 5, 5).upper(), f.column(line, 20, 22)
    if letter not in ABNORMAL:
        raise ValueError(f"{letter!r} is no result to which other points are given")
    return Given(
        letter,
        _if_said(f.column(line, 7, 11)),
        _if_said(f.column(line, 13, 17)),
        (f.rounds(played) or None) if played else None,
        tuple(number for number in f.numbers_from(line, 24, 5) if number),
    )


def _advance(line: str) -> Advance:
    first, last = f.rounds(f.column(line, 15, 17)), f.rounds(f.column(line, 19, 21))
    lowest, highest = f.number(f.column(line, 23, 26)), f.number(f.column(line, 28, 31))
    return Advance(_if_said(f.column(line, 5, 8)), _if_said(f.column(line, 10, 13)), first, last, lowest, highest)


def _summary(line: str) -> Summary:
    points = f.points(f.column(line, 15, 20)), f.points(f.column(line, 22, 27))
    return Summary(f.number(f.column(line, 5, 7)), f.column(line, 9, 13), *points, tuple(_told(line)))


def _told(line: str) -> Iterator[RoundTold]:
    for start in range(FIRST_TOLD, len(line.rstrip()) + 1, TOLD_WIDTH):
        points = f.column(line, start + 6, start + 9)
        yield RoundTold(
            f.column(line, start, start + 2).upper(),
            f.column(line, start + 4, start + 4).lower(),
            f.points(points) if points else Fraction(0),
            f.column(line, start + 10, start + 10).upper() == "F",
        )


READERS: Mapping[str, Callable[[str], Any]] = {
    "240": _bye,
    "250": _advance,
    "260": lambda line: f.apart(line[3:]),
    "299": _given,
    "300": _line_up,
    "320": _allocated,
    "330": _forfeit,
    "802": _summary,
}
"""The records of which there may be several, each with what reads its line."""


def _faults(read: Teams) -> Iterator[str]:
    """Players whom no line is of, who play for two teams, and teams that there are not."""
    seen: dict[int, int] = {}
    for team in read.teams.values():
        for player in team.players:
            if player not in read.tournament.players:
                yield f"team {team.number}: there is no player {player}"
            if player in seen:
                yield f"player {player} plays for teams {seen[player]} and {team.number}"
            seen[player] = team.number
    for tag, number in _named(read):
        if number not in read.teams:
            yield f"a line {tag} names team {number}, of which there is no line"


def _named(read: Teams) -> Iterator[tuple[str, int]]:
    yield from (("240", team) for bye in read.byes for team in bye.teams)
    yield from (("300", team) for one in read.line_ups for team in (one.team, one.opponent))
    yield from (("320", team) for one in read.allocated for team in one.teams if team)
    yield from (("330", team) for one in read.forfeits for team in (one.white, one.black))
    yield from (("299", team) for one in read.given for team in one.teams)
    yield from (("802", one.team) for one in read.summaries)
