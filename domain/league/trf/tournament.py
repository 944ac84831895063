"""What a tournament report file says: players with their published ranks, and round by round whom they met."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import msgspec

from domain.league.pairing.accelerated import Acceleration, baku
from domain.league.pairing.apart import Apart

WHITE, BLACK = "w", "b"

PLAYED = "10=WDL"
"""Codes of games that were played: won, lost, drawn; and the same unrated."""

UNPLAYED: Mapping[str, str] = {
    "+": "walkover",
    "-": "forfeit",
    "U": "bye",
    "F": "bye",
    "H": "requested",
    "Z": "absent",
    " ": "absent",
}
"""Codes of rounds without a game, and the cause that sheets have for them."""

STANDARD: Mapping[str, Fraction] = {
    **dict.fromkeys("1W+UF", Fraction(1)),
    **dict.fromkeys("=DH", Fraction(1, 2)),
    **dict.fromkeys("0L-Z ", Fraction(0)),
}
"""What each code brings, unless the file says otherwise."""


class BadFile(Exception):
    """It is no tournament report file; the message says which line is wrong."""


class Cell(msgspec.Struct, frozen=True):
    """A player's round: the opponent's starting number (None: nobody), the colour (None: none), and the code."""

    opponent: int | None
    colour: str | None
    code: str

    @property
    def is_played(self) -> bool:
        """Whether a game was played."""
        return self.code in PLAYED and self.opponent is not None


class Player(msgspec.Struct, frozen=True):
    """A player under a starting number, with the points and the rank that were published (None: not); and, as the file
    writes them, sex, title, federation, FIDE's number and the day of birth."""

    number: int
    name: str
    cells: tuple[Cell, ...]
    rating: int | None = None
    points: Fraction | None = None
    rank: int | None = None
    sex: str = ""
    title: str = ""
    federation: str = ""
    fide: str = ""
    birth: str = ""


class Abnormal(msgspec.Struct, frozen=True):
    """Points that results with these codes bring to some players in a round (None: in all); without codes points that
    are given or taken besides, once."""

    codes: str
    points: Fraction
    round: int | None
    players: tuple[int, ...]


class Tournament(msgspec.Struct, frozen=True):
    """A tournament: players by starting number, how many rounds it has, what each code brings, the colour that number 1
    was to have in the first round (None: not said), groups of players of whom no two were to meet, and the day on which
    it began, as in 2026-03-01 (None: not said); the tie-breaks that the file names, the points that it gives some
    otherwise, and those that count for pairing alone; its encoded type, and the `others` of its lines, as they are."""

    name: str
    players: dict[int, Player]
    rounds: int
    brings: Mapping[str, Fraction] = msgspec.field(default_factory=lambda: STANDARD)
    first_colour: str | None = None
    apart: tuple[Apart, ...] = ()
    start: str | None = None
    tiebreaks: tuple[str, ...] = ()
    abnormal: tuple[Abnormal, ...] = ()
    accelerated: tuple[Acceleration, ...] = ()
    type_code: str = ""
    others: tuple[str, ...] = ()

    @property
    def played(self) -> int:
        """How many rounds there are results of."""
        return max((len(player.cells) for player in self.players.values()), default=0)

    @property
    def acceleration(self) -> tuple[Acceleration, ...]:
        """The points that count for pairing alone: as records say them, else by the Baku method where the type does."""
        if self.accelerated or not self.type_code.upper().endswith("_BAKU"):
            return self.accelerated
        return baku(len(self.players), self.rounds, self.win)

    @property
    def win(self) -> Fraction:
        """What a game that is won brings."""
        return self.brings["1"]

    def cell(self, number: int, round_number: int) -> Cell:
        """A player's round, counted from 1; an absence where the file has nothing."""
        cells = self.players[number].cells
        return cells[round_number - 1] if round_number <= len(cells) else Cell(None, None, " ")

    def brought(self, number: int, round_number: int) -> Fraction:
        """The points that a round brought to a player."""
        code = self.cell(number, round_number).code
        for other in self.abnormal:
            if code in other.codes and number in other.players and other.round in (None, round_number):
                return other.points
        return self.brings[code]

    def given(self, number: int, rounds: int) -> Fraction:
        """The points that a player was given, or that were taken, up to a round besides what rounds brought."""
        return sum(
            (
                one.points
                for one in self.abnormal
                if not one.codes and number in one.players and (one.round or 0) <= rounds
            ),
            Fraction(0),
        )
