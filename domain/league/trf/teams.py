"""Tournaments of teams in a report file: which teams there are, and what their records say of rounds and points.

A file of teams has the lines of the players as any other; what their boards brought is there. Numbers of the records
here (240, 250, 260 and 299 among them) are those of teams.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

import msgspec

from domain.contract.quantities import whole
from domain.league.pairing.apart import Apart
from domain.league.trf.tournament import BadFile, Tournament

OF_TEAMS = ("300", "310", "320", "330", "352", "362", "801", "802")
"""Lines that a tournament of single players has not."""

NUMBER, KIND, CODE, TEAM = "082", "092", "192", "013"
"""How many teams there are, what kind of a tournament it is in words and as a code, and who plays for a team."""

WIN, DRAW, LOSS = "W", "D", "L"

MATCH: Mapping[str, Fraction] = {WIN: Fraction(2), DRAW: Fraction(1), LOSS: Fraction(0)}
"""The match points that a match brings, unless line 362 says otherwise."""


class TeamsFile(BadFile):
    """It is a file of teams."""


class Team(msgspec.Struct, frozen=True):
    """A team under its pairing number, with its players in the order of boards by their starting numbers; and, as far
    as the file says them, nickname, strength, match points, game points and rank."""

    number: int
    name: str
    players: tuple[int, ...]
    nickname: str = ""
    strength: str = ""
    match_points: Fraction | None = None
    game_points: Fraction | None = None
    rank: int | None = None


class Forfeit(msgspec.Struct, frozen=True):
    """Line 330: a match that was not played. `kind` is `+-` where White has won it, `-+` Black, `--` nobody."""

    kind: str
    round: int
    white: int
    black: int


class LineUp(msgspec.Struct, frozen=True):
    """Line 300: who played for a team in a round, board by board (0: nobody), against whom."""

    round: int
    team: int
    opponent: int
    players: tuple[int, ...]


class Bye(msgspec.Struct, frozen=True):
    """Line 240: the bye `F`, `H` or `Z` of teams in a round."""

    code: str
    round: int
    teams: tuple[int, ...]


class Allocated(msgspec.Struct, frozen=True):
    """Line 320: what the bye of the pairing brings, and which team had it in each round (0: none)."""

    match_points: Fraction
    game_points: Fraction
    teams: tuple[int, ...]


class Given(msgspec.Struct, frozen=True):
    """Line 299: match points and game points (None: those of everybody) that a result brings to some teams in a round
    (None: in all); without a letter they are given or taken besides, once."""

    letter: str
    match_points: Fraction | None
    game_points: Fraction | None
    round: int | None
    teams: tuple[int, ...]


class Advance(msgspec.Struct, frozen=True):
    """Line 250: match points and game points that count for the pairing alone, in some rounds for some teams."""

    match_points: Fraction | None
    game_points: Fraction | None
    first: int
    last: int
    lowest: int
    highest: int


class RoundTold(msgspec.Struct, frozen=True):
    """A round of line 802: the opponent's number or the kind of bye, the colour, game points, and whether the match was
    forfeited."""

    opponent: str
    colour: str
    game_points: Fraction
    forfeited: bool


class Summary(msgspec.Struct, frozen=True):
    """Line 802: a team's match points and game points, and its rounds one by one."""

    team: int
    nickname: str
    match_points: Fraction
    game_points: Fraction
    rounds: tuple[RoundTold, ...]


class Teams(msgspec.Struct, frozen=True):
    """A tournament of teams: that of its players, the teams by number, and their records. `brings` are the match
    points, `boards` the colours of a team that has White, board by board; `numbered` whether the file has lines 310
    (else 013); `kind` is line 092, and `others` are lines that are kept as they are."""

    tournament: Tournament
    teams: dict[int, Team]
    kind: str = ""
    numbered: bool = True
    boards: str = ""
    brings: Mapping[str, Fraction] = msgspec.field(default_factory=lambda: MATCH)
    byes: tuple[Bye, ...] = ()
    allocated: tuple[Allocated, ...] = ()
    forfeits: tuple[Forfeit, ...] = ()
    line_ups: tuple[LineUp, ...] = ()
    given: tuple[Given, ...] = ()
    advances: tuple[Advance, ...] = ()
    apart: tuple[Apart, ...] = ()
    summaries: tuple[Summary, ...] = ()
    others: tuple[str, ...] = ()


def check_single(lines: Sequence[str]) -> None:
    """`TeamsFile` for a tournament of teams. One that calls itself individual may say who plays for which club."""
    found = sign_of_teams(lines)
    if found is not None:
        raise TeamsFile(f"it is a file of teams (line {found}), and no tournament of single players")


def sign_of_teams(lines: Sequence[str]) -> str | None:
    """The line by which a file shows that it is of teams; None for one of single players."""
    found = next((line[:3] for line in lines if line[:3] in OF_TEAMS), None)
    if found is not None or any("individual" in kind.lower() for kind in _said(lines, KIND)):
        return found
    if any((whole(said) or 0) > 0 for said in _said(lines, NUMBER)):
        return NUMBER
    for tag in (KIND, CODE):
        if any("team" in said.lower() for said in _said(lines, tag)):
            return tag
    return TEAM if any(line[:3] == TEAM for line in lines) else None


def _said(lines: Iterable[str], tag: str) -> list[str]:
    return [line[3:].strip() for line in lines if line[:3] == tag]
