"""Small tournaments as crosstables: a line a player, such as "2w1 3b= U"."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from domain.league.trf.tournament import STANDARD, Cell, Player, Tournament


def crosstable(table: Mapping[int, str], ratings: Mapping[int, int] | None = None, **more) -> Tournament:
    """The tournament of these lines; points are those of its rounds."""
    cells = {number: tuple(map(_cell, line.split())) for number, line in table.items()}
    brings = more.get("brings", STANDARD)
    players = {
        number: Player(
            number,
            f"Player {number}",
            row,
            (ratings or {}).get(number),
            sum((brings[cell.code] for cell in row), Fraction(0)),
        )
        for number, row in cells.items()
    }
    return Tournament("A tournament", players, max(map(len, cells.values())), **more)


def _cell(text: str) -> Cell:
    """`2w1`: against 2 with White, won; `U`: no game, by this code."""
    return Cell(None, None, text) if len(text) == 1 else Cell(int(text[:-2]), text[-2], text[-1])
