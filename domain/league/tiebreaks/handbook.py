"""FIDE's tie-breaks for single players, by the codes of the Handbook's C.07; articles are those of its text.

There are two editions: that of August 2024, and that of March 2026, which limits what rounds without a game add.
Rounds without a game (16) are counted in `unplayed`. Left out are `STD` (7.7), `FB` and `AOB` (8.2, 8.3), cuts of `SB`
(14), performances such as `TPR` (10.2 to 10.5), which need FIDE's table of conversions, forfeits in a round robin
(15.2), which count as in a Swiss tournament, and teams (11 to 13).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from fractions import Fraction
from functools import partial

from domain.league.sheet import HALF, Game, Sheet
from domain.league.tiebreaks.contest import Best, Contest, Fold, Tiebreak, alone, summed
from domain.league.tiebreaks.house import among, head_to_head
from domain.league.tiebreaks.unplayed import total, without_lowest

HEAD_TO_HEAD = summed(head_to_head)


def direct_encounter(contest: Contest, entrant: str, group: Collection[str]) -> Fraction | None:
    """6: what the games among the group brought.

    If not all have met (6.2): how many come behind, of those who are surely first of all who are left.
    """
    if len(group) < 2:
        return None
    points = {one: HEAD_TO_HEAD(contest, one, group) for one in group}
    if all(value is not None for value in points.values()):
        return points[entrant]
    surely = _surely_first(contest, group)
    return Fraction(len(group) - surely.index(entrant) if entrant in surely else 0) if surely else None


def _surely_first(contest: Contest, group: Collection[str]) -> list[str]:
    """Who would be first of all who are left whatever the missing games had brought, one after the other."""
    left, found = list(group), []
    while len(left) > 1:
        least = {one: _among(contest.sheets[one], group) for one in left}
        most = {one: least[one] + _missing(contest.sheets[one], group) for one in left}
        first = [one for one in left if all(least[one] > most[other] for other in left if other != one)]
        if not first:
            break
        left.remove(first[0])
        found.append(first[0])
    return found


def _among(sheet: Sheet, group: Collection[str]) -> Fraction:
    return sum((share.points for share in among(sheet, group)), Fraction(0))


def _missing(sheet: Sheet, group: Collection[str]) -> int:
    met = {other for game in sheet.games for other in game.against}
    return sum(other != sheet.entrant and other not in met for other in group)


def wins(contest: Contest, sheet: Sheet) -> Fraction:
    """7.1: rounds that brought as many points as a win, with or without a game."""
    won = sum(_is_won(game) for game in sheet.games)
    return Fraction(won + sum(rest.points >= contest.win for rest in sheet.rests))


def games_won(contest: Contest, sheet: Sheet) -> Fraction:
    """7.2"""
    return Fraction(sum(map(_is_won, sheet.games)))


def games_with_black(contest: Contest, sheet: Sheet) -> Fraction:
    """7.3"""
    return Fraction(sum(game.seat for game in sheet.games))


def games_won_with_black(contest: Contest, sheet: Sheet) -> Fraction:
    """7.4"""
    return Fraction(sum(game.seat for game in sheet.games if _is_won(game)))


def progressive(contest: Contest, sheet: Sheet) -> Fraction:
    """7.5: the points after each round, added up."""
    return sum((sheet.before(number + 1) for number in range(1, contest.played + 1)), Fraction(0))


def pairing_number(contest: Contest, sheet: Sheet) -> Fraction:
    """7.8: the starting number."""
    return Fraction(int(sheet.entrant))


def buchholz(contest: Contest, sheet: Sheet, lowest: int = 0, highest: int = 0) -> Fraction:
    """8.1: the points of one's opponents; without so many of the lowest and of the highest (14)."""
    left = sorted(without_lowest(contest.opposition.parts(sheet), lowest), key=lambda part: part.points)
    return total(left[: len(left) - highest])


def sonneborn_berger(contest: Contest, sheet: Sheet) -> Fraction:
    """9.1: the points of one's opponents, each in the proportion in which the game was won."""
    parts = contest.opposition.parts(sheet)
    return sum((part.points * part.entry.points for part in parts), Fraction(0)) / contest.win


def koya(contest: Contest, sheet: Sheet) -> Fraction:
    """9.2: what games brought against those who have at least half of all points."""
    half = contest.win * contest.played / 2
    return sum(
        (game.points for game in sheet.games for other in game.against if contest.sheets[other].points >= half),
        Fraction(0),
    )


def rating_of_opponents(contest: Contest, sheet: Sheet, lowest: int = 0) -> Fraction | None:
    """10.1: the average rating of those whom one has played, rounded to the next whole number, a half upwards."""
    ratings = contest.ratings
    found = sorted(ratings[other] for game in sheet.games for other in game.against if other in ratings)
    left = found[lowest:]
    return Fraction((2 * sum(left) + len(left)) // (2 * len(left))) if left else None


def rating(contest: Contest, sheet: Sheet) -> Fraction | None:
    """10.6"""
    own = contest.ratings.get(sheet.entrant)
    return None if own is None else Fraction(own)


def _is_won(game: Game) -> bool:
    return all(value > HALF for value in game.against.values())


def _code(article: str, fold: Fold, value: str, *, edition: int = 2024, best: Best = "highest") -> Tiebreak:
    """A tie-break of the Handbook, in it since an edition."""
    return Tiebreak(f"C.07 {article}", fold, edition, value, article=article, best=best, in_plans=False)


HANDBOOK: Mapping[str, Tiebreak] = {
    "DE": _code("6", direct_encounter, "the games among those who are equal, with 6.2 for who is surely first"),
    "WIN": _code("7.1", alone(wins), "rounds won, with or without a game"),
    "WON": _code("7.2", alone(games_won), "games won"),
    "BPG": _code("7.3", alone(games_with_black), "games played with Black"),
    "BWG": _code("7.4", alone(games_won_with_black), "games won with Black"),
    "PS": _code("7.5", alone(progressive), "the points after each round, added up"),
    "BH": _code("8.1", alone(buchholz), "the points of one's opponents"),
    "BH/C1": _code("14.1", alone(partial(buchholz, lowest=1)), "the same without the weakest"),
    "BH/C2": _code("14.2", alone(partial(buchholz, lowest=2)), "without the two weakest"),
    "BH/M1": _code("14.3", alone(partial(buchholz, lowest=1, highest=1)), "without the weakest and the strongest"),
    "BH/M2": _code("14.4", alone(partial(buchholz, lowest=2, highest=2)), "without the two weakest and strongest"),
    "SB": _code("9.1", alone(sonneborn_berger), "the points of one's opponents as far as one has beaten them"),
    "KS": _code("9.2", alone(koya), "points against those who have at least half of all"),
    "ARO": _code("10.1", alone(rating_of_opponents), "the average rating of one's opponents; who has none is left out"),
    "ARO/C1": _code("14.1", alone(partial(rating_of_opponents, lowest=1)), "the same without the lowest"),
    "TPN": _code("7.8", alone(pairing_number), "the starting number, the lowest first", edition=2026, best="lowest"),
    "RTNG": _code("10.6", alone(rating), "one's rating; it separates nobody where one of them has none", edition=2026),
}
"""By code, in the order of the Handbook."""
