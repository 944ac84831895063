"""`nightledger league recompute`: a published chess tournament, rebuilt from its results and compared."""

from __future__ import annotations

import csv
from fractions import Fraction
from pathlib import Path

import click

from domain.audit.verdict import ANOTHER_KIND
from domain.contract.game import Refused
from domain.contract.quantities import AMOUNTS, points
from domain.league.standings import POINTS
from domain.league.tiebreaks.contest import EDITIONS
from domain.league.trf.comparing import Difference, Recomputed, UnknownTiebreak, named, other_pairings, recompute
from domain.league.trf.fields import lines_of
from domain.league.trf.reading import read
from domain.league.trf.team_comparing import recompute_teams
from domain.league.trf.team_reading import read_teams
from domain.league.trf.teams import TeamsFile, sign_of_teams
from domain.league.trf.tournament import BadFile
from service.cli._parts.telling import say

NUMBER = "number"
"""The column of a table of values that has the starting number."""


class OfTeams(click.ClickException):
    """A file that is of teams."""

    exit_code = ANOTHER_KIND


EXISTING = click.Path(exists=True, dir_okay=False, path_type=Path)


@click.command("recompute")
@click.argument("files", metavar="FILE...", nargs=-1, required=True, type=EXISTING)
@click.option("--tiebreaks", help="In order, with commas: codes of FIDE's C.07 (BH/C1,BH,SB), or names of leagues.")
@click.option(
    "--handbook",
    type=click.Choice([str(edition) for edition in EDITIONS]),
    help="The edition of C.07. Left out: the one in force when the tournament began.",
)
@click.option("--values", "values_file", type=EXISTING, help="A CSV of published values: number,BH/C1,BH.")
@click.option("--pairings", is_flag=True, help="Pair every round again by the Dutch system.")
def command(
    files: tuple[Path, ...], tiebreaks: str | None, handbook: str | None, values_file: Path | None, pairings: bool
) -> None:
    """Rebuild tournaments from FIDE's report files (TRF16, TRF26) and print what the rules make otherwise than the file
    says.

    Points and ranks are compared, the tie-breaks' values with those of the CSV, whose columns give their order if
    --tiebreaks does not; without either it is that of the file (line 202 or 212). Of a file of teams the match points,
    game points and ranks of the teams are, and the players' points. Exit 1 if anything differs, 6 for a file of teams
    that has none, or of which tie-breaks, values or pairings are asked for.

    Example: nightledger league recompute open.trf --tiebreaks BH/C1,BH,SB --pairings
    """
    if values_file is not None and len(files) > 1:
        raise click.BadParameter("one file of values is of one tournament", param_hint="--values")
    try:
        names, values = _values(values_file)
        if tiebreaks is not None:
            asked = [name.strip() for name in tiebreaks.split(",")]
            if others := [name for name in names if name not in asked]:
                raise click.BadParameter(f"{others[0]} is not among the tie-breaks", param_hint="--values")
            names = asked
        edition = None if handbook is None else int(handbook)
        differences = sum(_compare(file, names, edition, values, pairings=pairings) for file in files)
    except TeamsFile as error:
        raise OfTeams(str(error)) from None
    except (BadFile, UnknownTiebreak) as error:
        raise click.ClickException(str(error)) from None
    if differences:
        raise SystemExit(1)


def _compare(
    file: Path, tiebreaks: list[str], edition: int | None, values: dict[int, dict[str, Fraction]], *, pairings: bool
) -> int:
    """Print what differs in one file: how much that is."""
    text = _text(file)
    try:
        if sign_of_teams(lines_of(text)) is not None:
            _check_asked(alone=not (tiebreaks or values or pairings))
            return _compare_teams(file, text)
        tournament = read(text)
        made = recompute(tournament, tiebreaks or named(tournament, edition), edition)
        found = [*made.differences(), *made.other_values(values)]
    except BadFile as error:
        raise type(error)(f"{file}: {error}") from None
    found += other_pairings(made.tournament) if pairings else ()
    _print(file, made, found, sum(map(len, values.values())), pairings=pairings)
    return len(found)


def _check_asked(*, alone: bool) -> None:
    if not alone:
        raise TeamsFile("it is a file of teams: tie-breaks, values and pairings are of single players")


def _compare_teams(file: Path, text: str) -> int:
    """Print what differs in a file of teams: how much that is."""
    made = recompute_teams(read_teams(text))
    teams, players = made.read.teams.values(), made.read.tournament.players.values()
    points = [one for one in recompute(made.read.tournament, []).differences() if one.what == POINTS]
    found = [*made.differences(), *points]
    compared = [
        f"{sum(team.match_points is not None for team in teams)} match points",
        f"{sum(team.game_points is not None for team in teams)} game points",
        f"{sum(team.rank is not None for team in teams)} ranks",
        f"{sum(len(one.rounds) for one in made.read.summaries)} rounds of line 802",
        f"{sum(player.points is not None for player in players)} points of players",
    ]
    tournament = made.read.tournament
    head = f"{file}: {tournament.name}, {len(teams)} teams, {len(players)} players, {tournament.played} rounds"
    lines = [head, *(f"  {difference}" for difference in found)]
    lines.append(f"  compared: {', '.join(compared)}; {len(found) or 'nothing'} differs")
    differences = [str(difference) for difference in found]
    say("\n".join(lines), file=file, tournament=tournament.name, compared=compared, differences=differences)
    return len(found)


def _print(file: Path, made: Recomputed, found: list[Difference], values: int, *, pairings: bool) -> None:
    players = made.tournament.players.values()
    points = sum(player.points is not None for player in players)
    ranks = sum(player.rank is not None for player in players)
    head = f"{file}: {made.tournament.name}, {len(players)} players, {made.tournament.played} rounds"
    by = f"; tie-breaks {', '.join(made.tiebreaks)}" if made.tournament.tiebreaks else ""
    compared = [f"{points} points", f"{ranks} ranks", f"{values} values of tie-breaks"]
    compared += [f"{made.tournament.played} pairings"] if pairings else []
    lines = [f"{head}; C.07 of {made.edition}{by}", *(f"  {difference}" for difference in found)]
    lines.append(f"  compared: {', '.join(compared)}; {len(found) or 'nothing'} differs")
    say(
        "\n".join(lines),
        file=file,
        tournament=made.tournament.name,
        edition=made.edition,
        tiebreaks=made.tournament.tiebreaks and made.tiebreaks,
        compared=compared,
        differences=[str(difference) for difference in found],
    )


def _text(file: Path) -> str:
    """The file's text; older programs write Latin letters of one byte."""
    raw = file.read_bytes()
    try:
        return raw.decode()
    except UnicodeDecodeError:
        return raw.decode("latin-1")


def _values(file: Path | None) -> tuple[list[str], dict[int, dict[str, Fraction]]]:
    """The tie-breaks of a table in the order of its columns, and starting number -> tie-break -> published value."""
    if file is None:
        return [], {}
    rows = list(csv.DictReader(_text(file).removeprefix("\ufeff").splitlines()))
    if not rows or NUMBER not in rows[0]:
        raise BadFile(f"{file}: there is no column {NUMBER!r}")
    names = [name for name in rows[0] if name != NUMBER]
    try:
        return names, dict(_published(row, names) for row in rows)
    except Refused as refused:
        raise BadFile(f"{file}: {refused.reason}") from None


def _published(row: dict[str, str | None], names: list[str]) -> tuple[int, dict[str, Fraction]]:
    """The starting number of a row, and its tie-breaks' values."""
    said = {name: (text or "").strip() for name, text in row.items() if isinstance(text, str | None)}
    values = {name: points(said[name]) for name in names if said[name]}
    return AMOUNTS.read(said[NUMBER], NUMBER), values
