"""FIDE's tie-breaks for single players, after the Handbook's C.07 (2024); articles are those of its text.

Tournaments from March 2026 on follow a later text, which counts rounds without a game (16.4) otherwise.

| code | article | here |
| --- | --- | --- |
| `DE` | 6 | yes, with 6.2 for who is first whatever the games that were not played would have brought |
| `WIN`, `WON`, `BPG`, `BWG`, `PS` | 7.1 to 7.5 | yes |
| `BH`, `BH/C1`, `BH/C2`, `BH/M1`, `BH/M2` | 8.1, 14 | yes |
| `FB`, `AOB` | 8.2, 8.3 | no |
| `SB` | 9.1 | yes, without a cut |
| `KS` | 9.2 | yes |
| `ARO`, `ARO/C1` | 10.1, 14.1 | yes; who has no rating is left out |
| `TPR` and other performances | 10.2 to 10.5 | no: they need FIDE's table of conversions |
| rounds without a game | 16 | yes |
| teams | 11 to 13 | no |
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from fractions import Fraction

from domain.league.sheets import HALF, Entry, Game, Rest, Sheet
from domain.league.standings import Key
from domain.league.tiebreaks import head_to_head

VOLUNTARY = ("requested", "absent", "forfeit")
"""The rounds without a game that are one's own doing (16.1)."""

ASKED_FOR = ("requested", "absent")
"""Those of them of which the program was told before."""

Part = tuple[Fraction, bool]
"""What one round adds to a sum of opponents' points, and whether it was not played by one's own doing."""


class Handbook:
    """The tie-breaks of one tournament. `win` is what a game that is won brings, `draw` what a drawn one; `rounds` how
    many it has; `ratings` are those of the players who have one."""

    def __init__(
        self, sheets: Mapping[str, Sheet], win: Fraction, draw: Fraction, rounds: int, ratings: Mapping[str, int]
    ) -> None:
        self._sheets = sheets
        self._win, self._draw, self._rounds = win, draw, rounds
        self._ratings = ratings
        self._adjusted = {entrant: self._for_opponents(sheet) for entrant, sheet in sheets.items()}

    def keys(self) -> dict[tuple[str, str], Key]:
        """All of them by (article, code)."""
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
        }
        return {("6", "DE"): self.direct_encounter, **{name: self._key(value) for name, value in alone.items()}}

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

    # ---- 8, 9: opponents' results

    def buchholz(self, sheet: Sheet, lowest: int = 0, highest: int = 0) -> Fraction:
        """8.1: the points of one's opponents; without so many of the lowest and of the highest (14)."""
        parts = [(self._adjusted[other], False) for game in sheet.games for other in game.against]
        parts += [(sheet.points, rest.cause in VOLUNTARY) for rest in sheet.rests]
        left = sorted(_without_lowest(parts, lowest))
        return sum((value for value, _ in left[: len(left) - highest]), Fraction(0))

    def sonneborn_berger(self, sheet: Sheet) -> Fraction:
        """9.1: the points of one's opponents, each in the proportion in which the game was won."""
        played = [self._adjusted[other] * game.points for game in sheet.games for other in game.against]
        dummies = [sheet.points * rest.points for rest in sheet.rests]
        return sum((*played, *dummies), Fraction(0)) / self._win

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

    # ---- 16: rounds without a game

    def _for_opponents(self, sheet: Sheet) -> Fraction:
        """16.3: a player's points as they count for opponents: byes asked for, after which the player was not there
        to be paired any more, count as drawn."""
        back = max((entry.round for entry in sheet.entries if _is_there(entry)), default=0)
        given_up = [rest for rest in sheet.rests if rest.cause in ASKED_FOR and rest.round > back]
        return sheet.points + sum((self._draw - rest.points for rest in given_up), Fraction(0))


def _is_there(entry: Entry) -> bool:
    """Whether the player was there to be paired in a round (16.2)."""
    return not isinstance(entry, Rest) or entry.cause in ("bye", "walkover")


def _is_won(game: Game) -> bool:
    return all(value > HALF for value in game.against.values())


def _without_lowest(parts: Sequence[Part], count: int) -> list[Part]:
    """16.5: what was not played by one's own doing goes first, the lowest of it; then the lowest of all."""
    left = list(parts)
    for _ in range(min(count, len(left))):
        left.remove(min([part for part in left if part[1]] or left))
    return left
