"""What the rules make of the results of a tournament of teams, beside what was published: match points, game points,
ranks, and the rounds of line 802.

Ranks are compared by match points alone: whoever has as many may stand in any order, as the tie-breaks of teams
(FIDE's Handbook C.07, 11 to 13) are not worked out here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import groupby

import msgspec

from domain.league.trf.comparing import Difference, printed
from domain.league.trf.teams import DRAW, LOSS, WIN, Summary, Team, Teams
from domain.league.trf.tournament import PLAYED, BadFile, Cell

NOTHING = Fraction(0)

ALLOCATED, BYES = "PAB", {"F": "FPB", "H": "HPB", "Z": "ZPB"}
"""How line 802 calls the bye of the pairing, and those of line 240."""


class Brought(msgspec.Struct, frozen=True):
    """What a round brought to a team: match points, game points, against whom (None: nobody), the letter of the result,
    and which bye it was, if any."""

    match_points: Fraction = NOTHING
    game_points: Fraction = NOTHING
    opponent: int | None = None
    letter: str = ""
    bye: str = ""


class TeamsMade(msgspec.Struct, frozen=True):
    """The rounds of every team, made from the results of its boards, and all points: team -> its rounds in order, and
    team -> match points and game points."""

    read: Teams
    rounds: Mapping[int, tuple[Brought, ...]]
    totals: Mapping[int, tuple[Fraction, Fraction]]

    def differences(self) -> Iterator[Difference]:
        """What was published of teams otherwise than their boards make it."""
        ranks = _ranks(self.totals)
        for team in self.read.teams.values():
            match, game = self.totals[team.number]
            yield from _other(team, "match points", team.match_points, match)
            yield from _other(team, "game points", team.game_points, game)
            first, last = ranks[team.number]
            if team.rank is not None and not first <= team.rank <= last:
                made = str(first) if first == last else f"{first} to {last}"
                yield Difference(_called(team), "rank", str(team.rank), made)
        for summary in self.read.summaries:
            yield from self._told_otherwise(self.read.teams[summary.team], summary)

    def _told_otherwise(self, team: Team, told: Summary) -> Iterator[Difference]:
        match, game = self.totals[team.number]
        yield from _other(team, "match points of line 802", told.match_points, match)
        yield from _other(team, "game points of line 802", told.game_points, game)
        for number, (one, made) in enumerate(zip(told.rounds, self.rounds[team.number]), 1):
            yield from _other(team, f"round {number}, game points", one.game_points, made.game_points)
            if one.opponent.isdecimal() and int(one.opponent) != made.opponent:
                yield Difference(_called(team), f"round {number}, opponent", one.opponent, str(made.opponent or "none"))


def recompute_teams(read: Teams) -> TeamsMade:
    """The rounds and points of every team. `BadFile` where the file does not say what these are made of."""
    if read.tournament.brings["-"]:
        raise BadFile("who is absent gets points (line 162): whose boards were absent, a file of teams does not say")
    found = _Rounds(read)
    rounds = {team: tuple(found.of(team, number) for number in range(1, found.played + 1)) for team in read.teams}
    totals = {team: _total(read, team, own) for team, own in rounds.items()}
    return TeamsMade(read, rounds, totals)


def _total(read: Teams, team: int, rounds: tuple[Brought, ...]) -> tuple[Fraction, Fraction]:
    """All points of a team, with those that it was given or that were taken besides."""
    besides = [one for one in read.given if not one.letter and team in one.teams]
    match = sum((one.match_points for one in rounds), NOTHING) + sum(
        (one.match_points or 0 for one in besides), NOTHING
    )
    game = sum((one.game_points for one in rounds), NOTHING) + sum((one.game_points or 0 for one in besides), NOTHING)
    return match, game


class _Rounds:
    """The rounds of the teams of a file."""

    def __init__(self, read: Teams) -> None:
        self._read = read
        self._team_of = {player: team.number for team in read.teams.values() for player in team.players}
        told = [*(one.round for one in read.forfeits), *(len(one.teams) for one in read.allocated)]
        self.played = max([read.tournament.played, *told])
        self._forfeits = {
            (team, one.round): (one, other)
            for one in read.forfeits
            for team, other in ((one.white, one.black), (one.black, one.white))
        }
        self._line_ups = {(one.team, one.round): one.opponent for one in read.line_ups}
        self._byes = {(team, bye.round): bye.code for bye in read.byes for team in bye.teams}
        self._boards = len(read.boards) or self._most_boards()

    def _most_boards(self) -> int:
        every = ((team, number) for team in self._read.teams for number in range(1, self.played + 1))
        return max((sum(_is_board(cell) for _, cell in self._cells(*one)) for one in every), default=0)

    def _cells(self, team: int, number: int) -> Iterator[tuple[int, Cell]]:
        """The round of each of a team's players."""
        for player in self._read.teams[team].players:
            yield player, self._read.tournament.cell(player, number)

    def of(self, team: int, number: int) -> Brought:
        """A round of a team, with what line 299 says of its result."""
        made = self._made(team, number)
        for one in self._read.given:
            if one.letter and one.letter == made.letter and team in one.teams and one.round in (None, number):
                match = made.match_points if one.match_points is None else one.match_points
                game = made.game_points if one.game_points is None else one.game_points
                return msgspec.structs.replace(made, match_points=match, game_points=game)
        return made

    def _made(self, team: int, number: int) -> Brought:
        allocated = next((one for one in self._read.allocated if one.teams[number - 1 : number] == (team,)), None)
        if allocated is not None:
            return Brought(allocated.match_points, allocated.game_points, bye=ALLOCATED)
        if (team, number) in self._byes:
            return self._bye(self._byes[team, number])
        if (team, number) in self._forfeits:
            return self._forfeit(team, number)
        return self._match(team, number)

    def _bye(self, code: str) -> Brought:
        brings, boards = self._read.brings, self._read.tournament.brings
        match = {"F": brings[WIN], "H": brings[DRAW], "Z": NOTHING}[code]
        return Brought(match, self._boards * boards[code], letter=code, bye=BYES[code])

    def _forfeit(self, team: int, number: int) -> Brought:
        """A match that was not played: the boards of who has won it are won, unless the players' lines say them."""
        one, other = self._forfeits[team, number]
        has_won = one.kind == ("+-" if team == one.white else "-+")
        if not has_won:
            return Brought(self._read.brings[LOSS], NOTHING, other, "-")
        told = self._on_boards(team, number)
        return Brought(self._read.brings[WIN], told or self._boards * self._read.tournament.brings["+"], other, "+")

    def _match(self, team: int, number: int) -> Brought:
        other, own = self._opponent(team, number), self._on_boards(team, number)
        if other is None:
            if own:
                raise BadFile(f"round {number}: nothing says whom team {team} has met")
            return Brought()
        theirs = self._on_boards(other, number)
        letter = DRAW if own == theirs else WIN if own > theirs else LOSS
        return Brought(self._read.brings[letter], own, other, letter)

    def _on_boards(self, team: int, number: int) -> Fraction:
        """The game points of a team: what its players' games brought, and boards that the others left empty."""
        tournament = self._read.tournament
        return sum((tournament.brings[cell.code] for _, cell in self._cells(team, number) if _is_board(cell)), NOTHING)

    def _opponent(self, team: int, number: int) -> int | None:
        """The team that was met, by the opponents of its players and by line-ups."""
        met = {self._team_of.get(cell.opponent or 0) for _, cell in self._cells(team, number) if cell.opponent}
        found = {*met, self._line_ups.get((team, number))} - {None}
        if len(found) > 1:
            raise BadFile(f"round {number}: team {team} meets {' and '.join(map(str, sorted(filter(None, found))))}")
        if found:
            return found.pop()
        return next((other for (other, played), one in self._line_ups.items() if (one, played) == (team, number)), None)


def _is_board(cell: Cell) -> bool:
    """Whether somebody sat at a board in this round, or won it because the others left it empty."""
    return cell.code == "+" or (cell.opponent is not None and cell.code in (*PLAYED, "-"))


def _ranks(totals: Mapping[int, tuple[Fraction, Fraction]]) -> dict[int, tuple[int, int]]:
    """Team -> the first and the last rank that it may have: those of all who have as many match points."""
    order = sorted(totals, key=lambda team: -totals[team][0])
    found: dict[int, tuple[int, int]] = {}
    for _, level in groupby(order, key=lambda team: totals[team][0]):
        group = list(level)
        found |= dict.fromkeys(group, (len(found) + 1, len(found) + len(group)))
    return found


def _other(team: Team, what: str, published: Fraction | None, made: Fraction) -> Iterator[Difference]:
    if published is not None and published != made:
        yield Difference(_called(team), what, printed(published), printed(made))


def _called(team: Team) -> str:
    return f"team {team.number} {team.name}".strip()
