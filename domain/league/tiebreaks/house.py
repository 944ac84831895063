"""The tie-breaks that a plan may name: one function a rule (docs/leagues.md, chapter 7), and the table of all of them.

Each takes the contest and a sheet, and tells the shares that its value is the sum of; head-to-head takes the group of
equals that it is to separate as well. Those of 2026 take the opposition that FIDE's article on rounds without a game
makes of the sheets.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any

from domain.league.sheet import Game, Sheet
from domain.league.tiebreaks.contest import Contest, Share, Shares, Tiebreak, alone, summed
from domain.league.tiebreaks.unplayed import Part, without_lowest

ONE = Fraction(1)


def wins(contest: Contest, sheet: Sheet) -> Iterator[Share]:
    """LG-TIE-1: games won at the table, outright."""
    return (Share(game, ONE) for game in sheet.games if game.place == 1 and not game.shared)


def seconds(contest: Contest, sheet: Sheet) -> Iterator[Share]:
    """LG-TIE-2: second places, outright."""
    return (Share(game, ONE) for game in sheet.games if game.place == 2 and not game.shared)


def share(contest: Contest, sheet: Sheet) -> Iterator[Share]:
    """LG-TIE-3: in every game the share that one's tally is of the best one at the table, added up.

    Where the lowest tally wins it is the lowest divided by one's own, with one added to both, so that none at all
    can be compared. The best is not the winner's where who has it gave up, and so came last.
    """
    return (Share(game, _share(game, lowest_wins=contest.lowest_tally_wins)) for game in sheet.games)


def _share(game: Game, *, lowest_wins: bool) -> Fraction:
    if game.tally is None or game.best is None:
        return Fraction(0)
    if lowest_wins:
        return Fraction(game.best + 1, game.tally + 1)
    return Fraction(game.tally, game.best) if game.best > 0 else Fraction(int(game.tally == game.best))


def tally(contest: Contest, sheet: Sheet) -> Iterator[Share]:
    """LG-TIE-4: the sum of one's tallies (wounds)."""
    return (Share(game, Fraction(game.tally or 0)) for game in sheet.games)


def among(sheet: Sheet, group: Collection[str]) -> Iterator[Share]:
    """What the games of a group brought: one for each other of it behind, half for each level."""
    return (
        Share(game, score, other) for game in sheet.games for other, score in game.against.items() if other in group
    )


def head_to_head(contest: Contest, entrant: str, group: Collection[str]) -> Iterator[Share] | None:
    """LG-TIE-5: in games among the group, one for each other of the group behind, half for each level.

    None unless there are others, and every two of the group have met.
    """
    if len(group) < 2 or not all(_has_met(contest.sheets[one], group) for one in group):
        return None
    return among(contest.sheets[entrant], group)


def _has_met(sheet: Sheet, group: Collection[str]) -> bool:
    """Whether somebody of the group has met all others of it."""
    if len(group) - 1 > sum(len(game.against) for game in sheet.games):
        return False
    met = {other for game in sheet.games for other in game.against}
    return all(other == sheet.entrant or other in met for other in group)


def buchholz(contest: Contest, sheet: Sheet) -> Iterator[Share]:
    """LG-TIE-6: the points of one's opponents, their mean for each game, added up."""
    return _each(_opposition(contest, sheet), lambda other: contest.sheets[other].points)


def buchholz_cut_1(contest: Contest, sheet: Sheet) -> Iterator[Share]:
    """LG-TIE-7: the same without the weakest game."""
    opposition = _opposition(contest, sheet)
    if opposition:
        opposition.remove(min(opposition, key=lambda part: part.points))
    return _each(opposition, lambda other: contest.sheets[other].points)


def _opposition(contest: Contest, sheet: Sheet) -> list[Part]:
    """The strength of each game; a round without one counts as one against somebody with one's own points."""
    sheets = contest.sheets
    met = [
        Part(game, sum((sheets[other].points for other in game.against), Fraction(0)) / len(game.against))
        for game in sheet.games
    ]
    return [*met, *(Part(rest, sheet.points) for rest in sheet.rests)]


def _each(parts: Iterable[Part], points: Callable[[str], Fraction]) -> Iterator[Share]:
    """Of each round the points of its opponents, so that they add up to their mean, or the one share of a dummy."""
    for part in parts:
        if isinstance(part.entry, Game):
            against = part.entry.against
            yield from (Share(part.entry, points(other) / len(against), other) for other in against)
        else:
            yield Share(part.entry, part.points)


def sonneborn_berger(contest: Contest, sheet: Sheet) -> Iterator[Share]:
    """LG-TIE-8: the points of opponents who came behind, half those of who were level; the mean for each game.

    A round without a game counts one's own points in the proportion of what it brought to a win, none where a win
    brings none.
    """
    return _won(contest, _opposition(contest, sheet), lambda other: contest.sheets[other].points)


def _won(contest: Contest, parts: Iterable[Part], points: Callable[[str], Fraction]) -> Iterator[Share]:
    """Of each round the points of its opponents as far as they came behind, or those of a dummy by what it brought."""
    for share in _each(parts, points):
        if isinstance(share.entry, Game):
            score = share.entry.against[str(share.opponent)]
        else:
            score = min(share.entry.points / contest.win, ONE) if contest.win else Fraction(0)
        yield share._replace(points=share.points * score)


def lots(contest: Contest, sheet: Sheet) -> Fraction | None:
    """LG-TIE-9: the place in which the lots were drawn; None as long as they were not."""
    place = contest.lots.get(sheet.entrant)
    return None if place is None else Fraction(place)


def buchholz_2026(contest: Contest, sheet: Sheet) -> Iterator[Share]:
    """LG-TIE-10: the points of one's opponents, rounds without a game as FIDE counts them since March 2026."""
    opposition = contest.opposition_2026
    return _each(opposition.parts(sheet), opposition.of)


def buchholz_cut_1_2026(contest: Contest, sheet: Sheet) -> Iterator[Share]:
    """LG-TIE-11: the same without the weakest round, first of those that were not played by one's own doing."""
    opposition = contest.opposition_2026
    return _each(without_lowest(opposition.parts(sheet), 1), opposition.of)


def sonneborn_berger_2026(contest: Contest, sheet: Sheet) -> Iterator[Share]:
    """LG-TIE-12: the points of opponents who came behind and half those of who were level, counted likewise.

    A round without a game counts in the proportion of what it brought to a win.
    """
    opposition = contest.opposition_2026
    return _won(contest, opposition.parts(sheet), opposition.of)


def _sum(rule: str, own: Callable[[Contest, Sheet], Iterable[Share]], **more: Any) -> Tiebreak:
    """A tie-break whose value is the sum of the shares that are read off one's own sheet."""
    return _sum_in_group(rule, lambda contest, entrant, group: own(contest, contest.sheets[entrant]), **more)


def _sum_in_group(rule: str, shares: Shares, **more: Any) -> Tiebreak:
    return Tiebreak(rule, summed(shares), shares=shares, **more)


LOTS = "lots"

HOUSE: Mapping[str, Tiebreak] = {
    "wins": _sum(
        "LG-TIE-1",
        wins,
        edition=None,
        value="games won at the table, outright: a shared first place, a bye and a forfeit of the others are no wins",
        code="WON",
        default=True,
    ),
    "seconds": _sum(
        "LG-TIE-2",
        seconds,
        edition=None,
        value="second places at the table, outright",
        default=True,
        in_chess=False,
    ),
    "share": _sum(
        "LG-TIE-3",
        share,
        edition=None,
        value="in every game the share that one's tally is of the best of those who played there, the winner's or not, "
        "added up. Where the lowest tally wins it is (the lowest + 1) / (one's own + 1)",
        default=True,
        in_chess=False,
    ),
    "tally": _sum(
        "LG-TIE-4",
        tally,
        edition=None,
        value="the sum of one's tallies (wounds); where the lowest wins, the lowest first",
        best="as tallies",
        default=True,
        in_chess=False,
    ),
    "head-to-head": _sum_in_group(
        "LG-TIE-5",
        head_to_head,
        edition=None,
        value="in the games among those who are equal, one for each of them who came behind, a half for each who was "
        "level; it applies only if every two of them have met",
        default=True,
    ),
    "buchholz": _sum(
        "LG-TIE-6",
        buchholz,
        edition=2024,
        article="8.1",
        value="the points of one's opponents: their mean for each game, added up",
        default=True,
    ),
    "buchholz-cut-1": _sum(
        "LG-TIE-7",
        buchholz_cut_1,
        edition=2024,
        article="14.1",
        value="the same without the weakest game",
    ),
    "sonneborn-berger": _sum(
        "LG-TIE-8",
        sonneborn_berger,
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
    "buchholz-2026": _sum(
        "LG-TIE-10",
        buchholz_2026,
        edition=2026,
        article="8.1 and 16",
        value="as LG-TIE-6, but rounds without a game count as FIDE counts them since March 2026",
        code="BH",
    ),
    "buchholz-cut-1-2026": _sum(
        "LG-TIE-11",
        buchholz_cut_1_2026,
        edition=2026,
        article="14.1 and 16",
        value="the same without the weakest round, first of those that one has missed by one's own doing",
        code="BH/C1",
    ),
    "sonneborn-berger-2026": _sum(
        "LG-TIE-12",
        sonneborn_berger_2026,
        edition=2026,
        article="9.1 and 16",
        value="as LG-TIE-8, but rounds without a game count as FIDE counts them since March 2026",
        title="Sonneborn-Berger 2026",
        code="SB",
    ),
}
"""In the order in which a plan that names none has them."""
