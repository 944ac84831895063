"""FIDE's tie-breaks for single players, after the Handbook's C.07; articles are those of its text.

There are two texts: that of August 2024, and that of March 2026, which limits what rounds without a game add (16.4).

| code | article | here |
| --- | --- | --- |
| `DE` | 6 | yes, with 6.2 for who is first whatever the games that were not played would have brought |
| `WIN`, `WON`, `BPG`, `BWG`, `PS` | 7.1 to 7.5 | yes |
| `STD` | 7.7 (2026) | no |
| `TPN` | 7.8 (2026) | yes, the lowest number first |
| `BH`, `BH/C1`, `BH/C2`, `BH/M1`, `BH/M2` | 8.1, 14 | yes |
| `FB`, `AOB` | 8.2, 8.3 | no |
| `SB` | 9.1 | yes, without a cut |
| `KS` | 9.2 | yes |
| `ARO`, `ARO/C1` | 10.1, 14.1 | yes; who has no rating is left out |
| `TPR` and other performances | 10.2 to 10.5 | no: they need FIDE's table of conversions |
| `RTNG` | 10.6 (2026) | yes, the highest rating first; it separates nobody where one of them has none |
| forfeits in a round robin | 15.2 | no: they count as in a Swiss tournament |
| rounds without a game | 16 | yes, in `domain/league/tiebreaks/unplayed.py` |
| teams | 11 to 13 | no |
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from fractions import Fraction

from domain.league.sheet import HALF, Game, Sheet
from domain.league.standings import Key
from domain.league.tiebreaks.house import head_to_head
from domain.league.tiebreaks.unplayed import Opposition, total, without_lowest
from domain.league.trf.rebuilding import sheets
from domain.league.trf.tournament import Tournament

TEXTS = (2024, 2026)
"""The texts of C.07, by the year in which they came into force."""

SINCE_2026 = "2026-03-01"
"""The first day of the text of 2026."""


def text_of(tournament: Tournament) -> int:
    """The text that was in force when a tournament began; where nothing says when that was, the newest."""
    return 2024 if tournament.start is not None and tournament.start < SINCE_2026 else 2026


class Handbook:
    """The tie-breaks of one tournament after one text of C.07."""

    def __init__(self, tournament: Tournament, text: int) -> None:
        self._text = text
        self._sheets = sheets(tournament)
        self._win, self._rounds = tournament.win, tournament.played
        self._ratings = {str(one.number): one.rating for one in tournament.players.values() if one.rating is not None}
        self._opposition = Opposition(self._sheets, tournament.brings["="], tournament.rounds, limits=text >= 2026)

    def keys(self) -> dict[tuple[str, str], Key]:
        """All of the text by (article, code)."""
        alone: Mapping[tuple[str, str], Callable[[Sheet], Fraction | None]] = {
            ("7.1", "WIN"): self.wins,
            ("7.2", "WON"): self.games_won,
            ("7.3", "BPG"): self.games_with_black,
            ("7.4", "BWG"): self.games_won_with_black,
            ("7.5", "PS"): self.progressive,
            ("8.1", "BH"): lambda sheet: self.buchholz(sheet),
            ("14.1", "BH/C1"): lambda sheet: self.buchholz(sheet, lowest=1),
            ("14.2", "BH/C2"): lambda sheet: self.buchholz(sheet, lowest=2),
            ("14.3", "BH/M1"): lambda sheet: self.buchholz(sheet, lowest=1, highest=1),
            ("14.4", "BH/M2"): lambda sheet: self.buchholz(sheet, lowest=2, highest=2),
            ("9.1", "SB"): self.sonneborn_berger,
            ("9.2", "KS"): self.koya,
            ("10.1", "ARO"): lambda sheet: self.rating_of_opponents(sheet),
            ("14.1", "ARO/C1"): lambda sheet: self.rating_of_opponents(sheet, lowest=1),
            **(self._since_2026() if self._text >= 2026 else {}),
        }
        return {("6", "DE"): self.direct_encounter, **{name: self._key(value) for name, value in alone.items()}}

    def _since_2026(self) -> Mapping[tuple[str, str], Callable[[Sheet], Fraction | None]]:
        return {("7.8", "TPN"): self.pairing_number, ("10.6", "RTNG"): self.rating}

    def _key(self, value: Callable[[Sheet], Fraction | None]) -> Key:
        return lambda entrant, group: value(self._sheets[entrant])

    # ---- 6: among those who are equal

    def direct_encounter(self, entrant: str, group: Collection[str]) -> Fraction | None:
        """6: what the games among the group brought.

        If not all have met (6.2): how many come behind, of those who are surely first of all who are left.
        """
        if len(group) < 2:
            return None
        points = {one: head_to_head(self._sheets, one, group) for one in group}
        if all(value is not None for value in points.values()):
            return points[entrant]
        surely = self._surely_first(group)
        return Fraction(len(group) - surely.index(entrant) if entrant in surely else 0) if surely else None

    def _surely_first(self, group: Collection[str]) -> list[str]:
        """Who would be first of all who are left whatever the missing games had brought, one after the other."""
        left, found = list(group), []
        while len(left) > 1:
            least = {one: self._among(one, group) for one in left}
            most = {one: least[one] + self._missing(one, group) for one in left}
            first = [one for one in left if all(least[one] > most[other] for other in left if other != one)]
            if not first:
                break
            left.remove(first[0])
            found.append(first[0])
        return found

    def _among(self, entrant: str, group: Collection[str]) -> Fraction:
        games = self._sheets[entrant].games
        return sum((value for game in games for other, value in game.against.items() if other in group), Fraction(0))

    def _missing(self, entrant: str, group: Collection[str]) -> int:
        met = {other for game in self._sheets[entrant].games for other in game.against}
        return sum(other != entrant and other not in met for other in group)

    # ---- 7: one's own results

    def wins(self, sheet: Sheet) -> Fraction:
        """7.1: rounds that brought as many points as a win, with or without a game."""
        won = sum(_is_won(game) for game in sheet.games)
        return Fraction(won + sum(rest.points >= self._win for rest in sheet.rests))

    def games_won(self, sheet: Sheet) -> Fraction:
        """7.2"""
        return Fraction(sum(map(_is_won, sheet.games)))

    def games_with_black(self, sheet: Sheet) -> Fraction:
        """7.3"""
        return Fraction(sum(game.seat for game in sheet.games))

    def games_won_with_black(self, sheet: Sheet) -> Fraction:
        """7.4"""
        return Fraction(sum(game.seat for game in sheet.games if _is_won(game)))

    def progressive(self, sheet: Sheet) -> Fraction:
        """7.5: the points after each round, added up."""
        return sum((sheet.before(number + 1) for number in range(1, self._rounds + 1)), Fraction(0))

    def pairing_number(self, sheet: Sheet) -> Fraction:
        """7.8: the starting number; the sign is turned, as the lowest is the best."""
        return Fraction(-int(sheet.entrant))

    # ---- 8, 9: opponents' results

    def buchholz(self, sheet: Sheet, lowest: int = 0, highest: int = 0) -> Fraction:
        """8.1: the points of one's opponents; without so many of the lowest and of the highest (14)."""
        left = sorted(without_lowest(self._opposition.parts(sheet), lowest), key=lambda part: part.points)
        return total(left[: len(left) - highest])

    def sonneborn_berger(self, sheet: Sheet) -> Fraction:
        """9.1: the points of one's opponents, each in the proportion in which the game was won."""
        parts = self._opposition.parts(sheet)
        return sum((part.points * part.entry.points for part in parts), Fraction(0)) / self._win

    def koya(self, sheet: Sheet) -> Fraction:
        """9.2: what games brought against those who have at least half of all points."""
        half = self._win * self._rounds / 2
        return sum(
            (game.points for game in sheet.games for other in game.against if self._sheets[other].points >= half),
            Fraction(0),
        )

    def rating_of_opponents(self, sheet: Sheet, lowest: int = 0) -> Fraction | None:
        """10.1: the average rating of those whom one has played, rounded to the next whole number, a half upwards."""
        found = sorted(self._ratings[other] for game in sheet.games for other in game.against if other in self._ratings)
        left = found[lowest:]
        return Fraction((2 * sum(left) + len(left)) // (2 * len(left))) if left else None

    def rating(self, sheet: Sheet) -> Fraction | None:
        """10.6"""
        rating = self._ratings.get(sheet.entrant)
        return None if rating is None else Fraction(rating)


def _is_won(game: Game) -> bool:
    return all(value > HALF for value in game.against.values())
