"""The tie-breaks that a plan may name: one function a rule (docs/leagues.md, chapter 7), and the table of all of them.

Each takes the contest and a sheet; head-to-head takes the group of equals that it is to separate as well. Those of 2026
take the opposition that FIDE's article on rounds without a game makes of the sheets.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from fractions import Fraction

from domain.league.sheet import HALF, Game, Sheet
from domain.league.tiebreaks.contest import Contest, Tiebreak, alone
from domain.league.tiebreaks.unplayed import Part, behind, total, without_lowest


def wins(contest: Contest, sheet: Sheet) -> Fraction:
    """LG-TIE-1: games won at the table, outright."""
    return Fraction(sum(game.place == 1 and not game.shared for game in sheet.games))


def seconds(contest: Contest, sheet: Sheet) -> Fraction:
    """LG-TIE-2: second places, outright."""
    return Fraction(sum(game.place == 2 and not game.shared for game in sheet.games))


def share(contest: Contest, sheet: Sheet) -> Fraction:
    """LG-TIE-3: in every game the share that one's tally is of the winner's, added up.

    Where the lowest tally wins it is the winner's divided by one's own, with one added to both, so that none at all
    can be compared.
    """
    return sum((_share(game, lowest_wins=contest.lowest_tally_wins) for game in sheet.games), Fraction(0))


def _share(game: Game, *, lowest_wins: bool) -> Fraction:
    if game.tally is None or game.best is None:
        return Fraction(0)
    if lowest_wins:
        return Fraction(game.best + 1, game.tally + 1)
    return Fraction(game.tally, game.best) if game.best > 0 else Fraction(int(game.tally == game.best))


def tally(contest: Contest, sheet: Sheet) -> Fraction:
    """LG-TIE-4: the sum of one's tallies (wounds)."""
    return Fraction(sum(game.tally or 0 for game in sheet.games))


def head_to_head(contest: Contest, entrant: str, group: Collection[str]) -> Fraction | None:
    """LG-TIE-5: in games among the group, one for each other of the group behind, half for each level.

    None unless there are others, and every two of the group have met.
    """
    if len(group) < 2 or not all(_has_met(contest.sheets[one], group) for one in group):
        return None
    games = contest.sheets[entrant].games
    return sum((score for game in games for other, score in game.against.items() if other in group), Fraction(0))


def _has_met(sheet: Sheet, group: Collection[str]) -> bool:
    """Whether somebody of the group has met all others of it."""
    if len(group) - 1 > sum(len(game.against) for game in sheet.games):
        return False
    met = {other for game in sheet.games for other in game.against}
    return all(other == sheet.entrant or other in met for other in group)


def buchholz(contest: Contest, sheet: Sheet) -> Fraction:
    """LG-TIE-6: the points of one's opponents, their mean for each game, added up."""
    return sum(_opposition(contest, sheet), Fraction(0))


def buchholz_cut_1(contest: Contest, sheet: Sheet) -> Fraction:
    """LG-TIE-7: the same without the weakest game."""
    opposition = _opposition(contest, sheet)
    return sum(opposition, Fraction(0)) - min(opposition, default=Fraction(0))


def _opposition(contest: Contest, sheet: Sheet) -> list[Fraction]:
    """The strength of each game; a round without one counts as one against somebody with one's own points."""
    sheets = contest.sheets
    met = [
        sum((sheets[other].points for other in game.against), Fraction(0)) / len(game.against) for game in sheet.games
    ]
    return [*met, *(sheet.points for _ in sheet.rests)]


def sonneborn_berger(contest: Contest, sheet: Sheet) -> Fraction:
    """LG-TIE-8: the points of opponents who came behind, half those of who were level; the mean for each game.

    A round without a game counts one's own points in the proportion of what it brought to a win.
    """
    total = sum((_beaten(contest, game) / len(game.against) for game in sheet.games), Fraction(0))
    rests = (sheet.points * min(rest.points / contest.win, Fraction(1)) for rest in sheet.rests)
    return total + sum(rests, Fraction(0))


def _beaten(contest: Contest, game: Game) -> Fraction:
    sheets = contest.sheets
    behind = sum((sheets[other].points for other, score in game.against.items() if score == 1), Fraction(0))
    level = sum((sheets[other].points for other, score in game.against.items() if score == HALF), Fraction(0))
    return behind + level / 2


def lots(contest: Contest, sheet: Sheet) -> Fraction | None:
    """LG-TIE-9: the place in which the lots were drawn; None as long as they were not."""
    place = contest.lots.get(sheet.entrant)
    return None if place is None else Fraction(place)


def buchholz_2026(contest: Contest, sheet: Sheet) -> Fraction:
    """LG-TIE-10: the points of one's opponents, rounds without a game as FIDE counts them since March 2026."""
    return total(contest.opposition_2026.parts(sheet))


def buchholz_cut_1_2026(contest: Contest, sheet: Sheet) -> Fraction:
    """LG-TIE-11: the same without the weakest round, first of those that were not played by one's own doing."""
    return total(without_lowest(contest.opposition_2026.parts(sheet), 1))


def sonneborn_berger_2026(contest: Contest, sheet: Sheet) -> Fraction:
    """LG-TIE-12: the points of opponents who came behind and half those of who were level, counted likewise.

    A round without a game counts in the proportion of what it brought to a win.
    """
    return sum((_won(contest, part) for part in contest.opposition_2026.parts(sheet)), Fraction(0))


def _won(contest: Contest, part: Part) -> Fraction:
    if isinstance(part.entry, Game):
        return behind(contest.opposition_2026, part.entry)
    return part.points * min(part.entry.points / contest.win, Fraction(1))


LOTS = "lots"

HOUSE: Mapping[str, Tiebreak] = {
    "wins": Tiebreak(
        "LG-TIE-1",
        alone(wins),
        edition=None,
        value="games won at the table, outright: a shared first place, a bye and a forfeit of the others are no wins",
        default=True,
    ),
    "seconds": Tiebreak(
        "LG-TIE-2",
        alone(seconds),
        edition=None,
        value="second places at the table, outright",
        default=True,
        in_chess=False,
    ),
    "share": Tiebreak(
        "LG-TIE-3",
        alone(share),
        edition=None,
        value="in every game the share that one's tally is of the winner's, added up. Where the lowest tally wins it "
        "is (the winner's + 1) / (one's own + 1)",
        default=True,
        in_chess=False,
    ),
    "tally": Tiebreak(
        "LG-TIE-4",
        alone(tally),
        edition=None,
        value="the sum of one's tallies (wounds); where the lowest wins, the lowest first",
        best="as tallies",
        default=True,
        in_chess=False,
    ),
    "head-to-head": Tiebreak(
        "LG-TIE-5",
        head_to_head,
        edition=None,
        value="in the games among those who are equal, one for each of them who came behind, a half for each who was "
        "level; it applies only if every two of them have met",
        default=True,
    ),
    "buchholz": Tiebreak(
        "LG-TIE-6",
        alone(buchholz),
        edition=2024,
        article="8.1",
        value="the points of one's opponents: their mean for each game, added up",
        default=True,
    ),
    "buchholz-cut-1": Tiebreak(
        "LG-TIE-7",
        alone(buchholz_cut_1),
        edition=2024,
        article="14.1",
        value="the same without the weakest game",
    ),
    "sonneborn-berger": Tiebreak(
        "LG-TIE-8",
        alone(sonneborn_berger),
        edition=2024,
        article="9.1",
        value="the points of the opponents who came behind and half of those who were level: their mean for each game, "
        "added up",
        title="Sonneborn-Berger",
        default=True,
    ),
    LOTS: Tiebreak(
        "LG-TIE-9",
        alone(lots),
        edition=None,
        value="drawn when the stage closes; the lowest number first",
        best="lowest",
        default=True,
        in_chess=False,
    ),
    "buchholz-2026": Tiebreak(
        "LG-TIE-10",
        alone(buchholz_2026),
        edition=2026,
        article="8.1 and 16",
        value="as LG-TIE-6, but rounds without a game count as FIDE counts them since March 2026",
    ),
    "buchholz-cut-1-2026": Tiebreak(
        "LG-TIE-11",
        alone(buchholz_cut_1_2026),
        edition=2026,
        article="14.1 and 16",
        value="the same without the weakest round, first of those that one has missed by one's own doing",
    ),
    "sonneborn-berger-2026": Tiebreak(
        "LG-TIE-12",
        alone(sonneborn_berger_2026),
        edition=2026,
        article="9.1 and 16",
        value="as LG-TIE-8, but rounds without a game count as FIDE counts them since March 2026",
        title="Sonneborn-Berger 2026",
    ),
}
"""In the order in which a plan that names none has them."""
