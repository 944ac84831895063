"""Writing a report file of teams (TRF26; the teams of TRF16 as they came)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from domain.league.trf.teams import MATCH, Advance, Allocated, Given, RoundTold, Summary, Team, Teams
from domain.league.trf.writing import file_of, in_columns, lines_of_players, tenths

MOST_TEAMS = 999
LONGEST_NAME = 32


def write_teams(read: Teams) -> str:
    """The file. ValueError for points that are no multiples of a tenth, or for what it has no columns for."""
    if max(read.teams) > MOST_TEAMS:
        raise ValueError(f"a file has up to {MOST_TEAMS} teams")
    return file_of([*lines_of_players(read.tournament, _head(read)), *_teams(read), *_records(read), *read.others])


def _head(read: Teams) -> Iterator[str]:
    yield f"082 {len(read.teams)}"
    if read.kind:
        yield f"092 {read.kind}"
    if read.boards:
        yield f"352 {read.boards}"
    if read.brings != MATCH:
        yield "362 " + "    ".join(f"T{letter} {tenths(points)}" for letter, points in read.brings.items())


def _teams(read: Teams) -> Iterator[str]:
    yield from map(_team if read.numbered else _old_team, read.teams.values())


def _team(team: Team) -> str:
    rank = "" if team.rank is None else str(team.rank)
    told = (
        f"310 {team.number:3d} {team.name[:LONGEST_NAME]:<32} {team.nickname[:5]:<5} {team.strength:>6} "
        f"{in_columns(team.match_points, 6)} {in_columns(team.game_points, 6)} {rank:>3}  "
    )
    return (told + _numbers(team.players)).rstrip()


def _old_team(team: Team) -> str:
    return f"013 {team.name[:LONGEST_NAME]:<32}{_numbers(team.players)}"


def _records(read: Teams) -> Iterator[str]:
    yield from (f"240 {bye.code} {bye.round:03d} {_numbers(bye.teams)}" for bye in read.byes)
    yield from map(_advance, read.advances)
    for group in read.apart:
        yield f"260 {group.first:03d} {group.last or 0:03d} {_numbers(group.players)}"
    yield from map(_given, read.given)
    for one in read.line_ups:
        yield f"300 {one.round:03d} {one.team:3d} {one.opponent:3d} {_numbers(one.players)}"
    yield from map(_allocated, read.allocated)
    yield from (f"330 {one.kind} {one.round:03d} {one.white:3d} {one.black:3d}" for one in read.forfeits)
    yield from map(_summary, read.summaries)


def _advance(one: Advance) -> str:
    points = f"{in_columns(one.match_points, 4)} {in_columns(one.game_points, 4)}"
    return f"250 {points} {one.first:03d} {one.last:03d} {one.lowest:4d} {one.highest:4d}"


def _given(one: Given) -> str:
    points = f"{in_columns(one.match_points, 5)} {in_columns(one.game_points, 5)}"
    return f"299 {one.letter:1} {points}  {one.round or 0:03d} {_numbers(one.teams)}"


def _allocated(one: Allocated) -> str:
    teams = " ".join(f"{team:03d}" for team in one.teams)
    return f"320 {in_columns(one.match_points, 4)} {in_columns(one.game_points, 4)} {teams}"


def _summary(one: Summary) -> str:
    points = f"{in_columns(one.match_points, 6)} {in_columns(one.game_points, 6)}"
    return f"802 {one.team:3d} {one.nickname:<5} {points} {'  '.join(map(_told, one.rounds))}".rstrip()


def _told(one: RoundTold) -> str:
    return f"{one.opponent:>3} {one.colour:1} {in_columns(one.game_points, 4)}{'f' if one.forfeited else ' '}"


def _numbers(numbers: Iterable[int]) -> str:
    return " ".join(f"{number:4d}" for number in numbers)
