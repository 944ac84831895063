"""Tie-breaks: one function a rule (docs/leagues.md, chapter 7). The higher value is better, but for tallies.

Each takes all sheets and an entrant. Head-to-head takes the group of equals that it is to separate as well. Those of
2026 take the opposition that FIDE's article on rounds without a game makes of the sheets, and one sheet.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from fractions import Fraction

from domain.league.sheet import HALF, Game, Sheet
from domain.league.tiebreaks.unplayed import Opposition, Part, behind, total, without_lowest

Sheets = Mapping[str, Sheet]
Tiebreak = Callable[[Sheets, str], Fraction]


def wins(sheets: Sheets, entrant: str) -> Fraction:
    """LG-TIE-1: games won at the table, outright."""
    return Fraction(sum(game.place == 1 and not game.shared for game in sheets[entrant].games))


def seconds(sheets: Sheets, entrant: str) -> Fraction:
    """LG-TIE-2: second places, outright."""
    return Fraction(sum(game.place == 2 and not game.shared for game in sheets[entrant].games))


def share(sheets: Sheets, entrant: str, *, lowest_wins: bool = True) -> Fraction:
    """LG-TIE-3: in every game the share that one's tally is of the winner's, added up.

    Where the lowest tally wins it is the winner's divided by one's own, with one added to both, so that none at all
    can be compared.
    """
    return sum((_share(game, lowest_wins=lowest_wins) for game in sheets[entrant].games), Fraction(0))


def _share(game: Game, *, lowest_wins: bool) -> Fraction:
    if game.tally is None or game.best is None:
        return Fraction(0)
    if lowest_wins:
        return Fraction(game.best + 1, game.tally + 1)
    return Fraction(game.tally, game.best) if game.best > 0 else Fraction(int(game.tally == game.best))


def tally(sheets: Sheets, entrant: str) -> Fraction:
    """LG-TIE-4: the sum of one's tallies (wounds); the sign is turned where the lowest wins."""
    return Fraction(sum(game.tally or 0 for game in sheets[entrant].games))


def head_to_head(sheets: Sheets, entrant: str, group: Collection[str]) -> Fraction | None:
    """LG-TIE-5: in games among the group, one for each other of the group behind, half for each level.

    None unless every two of the group have met.
    """
    if not all(_has_met(sheets[one], group) for one in group):
        return None
    games = sheets[entrant].games
    return sum((score for game in games for other, score in game.against.items() if other in group), Fraction(0))


def _has_met(sheet: Sheet, group: Collection[str]) -> bool:
    """Whether somebody of the group has met all others of it."""
    if len(group) - 1 > sum(len(game.against) for game in sheet.games):
        return False
    met = {other for game in sheet.games for other in game.against}
    return all(other == sheet.entrant or other in met for other in group)


def buchholz(sheets: Sheets, entrant: str) -> Fraction:
    """LG-TIE-6: the points of one's opponents, their mean for each game, added up."""
    return sum(_opposition(sheets, entrant), Fraction(0))


def buchholz_cut_1(sheets: Sheets, entrant: str) -> Fraction:
    """LG-TIE-7: the same without the weakest game."""
    opposition = _opposition(sheets, entrant)
    return sum(opposition, Fraction(0)) - min(opposition, default=Fraction(0))


def _opposition(sheets: Sheets, entrant: str) -> list[Fraction]:
    """The strength of each game; a round without one counts as one against somebody with one's own points."""
    sheet = sheets[entrant]
    met = [
        sum((sheets[other].points for other in game.against), Fraction(0)) / len(game.against) for game in sheet.games
    ]
    return [*met, *(sheet.points for _ in sheet.rests)]


def sonneborn_berger(sheets: Sheets, entrant: str, *, most: Fraction = Fraction(1)) -> Fraction:
    """LG-TIE-8: the points of opponents who came behind, half those of who were level; the mean for each game.

    A round without a game counts one's own points in the proportion of what it brought to `most`, the points of a win.
    """
    sheet = sheets[entrant]
    total = sum((_beaten(sheets, game) / len(game.against) for game in sheet.games), Fraction(0))
    return total + sum((sheet.points * min(rest.points / most, Fraction(1)) for rest in sheet.rests), Fraction(0))


def _beaten(sheets: Sheets, game: Game) -> Fraction:
    behind = sum((sheets[other].points for other, score in game.against.items() if score == 1), Fraction(0))
    level = sum((sheets[other].points for other, score in game.against.items() if score == HALF), Fraction(0))
    return behind + level / 2


def buchholz_2026(opposition: Opposition, sheet: Sheet) -> Fraction:
    """LG-TIE-10: the points of one's opponents, rounds without a game as FIDE counts them since March 2026."""
    return total(opposition.parts(sheet))


def buchholz_cut_1_2026(opposition: Opposition, sheet: Sheet) -> Fraction:
    """LG-TIE-11: the same without the weakest round, first of those that were not played by one's own doing."""
    return total(without_lowest(opposition.parts(sheet), 1))


def sonneborn_berger_2026(opposition: Opposition, sheet: Sheet, *, most: Fraction = Fraction(1)) -> Fraction:
    """LG-TIE-12: the points of opponents who came behind and half those of who were level, counted likewise.

    A round without a game counts in the proportion of what it brought to `most`, the points of a win.
    """
    return sum((_won(opposition, part, most) for part in opposition.parts(sheet)), Fraction(0))


def _won(opposition: Opposition, part: Part, most: Fraction) -> Fraction:
    if isinstance(part.entry, Game):
        return behind(opposition, part.entry)
    return part.points * min(part.entry.points / most, Fraction(1))
