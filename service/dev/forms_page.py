"""Whole games in each form of a game: how often each level wins, as a table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any

from domain.bots import player
from domain.bots.simulation import play
from domain.contract.facets.exercised import forms
from domain.contract.game import Game, Json, Outcome

HEADINGS = ("form", "seats", "level", "games", "won", "decisions, median", "ends")


@dataclass
class Row:
    """The games of one form and level: how many were won by all, decisions, and how they ended."""

    form: str
    seats: int
    level: str
    won: int
    decisions: list[int]
    ends: dict[str, int]

    def cells(self) -> tuple[str, ...]:
        """The row in words."""
        games = len(self.decisions)
        ends = ", ".join(f"{end} {count}" for end, count in sorted(self.ends.items(), key=lambda item: -item[1]))
        share = f"{self.won} ({100 * self.won / games:.0f} %)"
        return self.form, str(self.seats), self.level, str(games), share, f"{median(self.decisions):.0f}", ends


def rows(
    game: Game[Any], levels: Sequence[str], games: int, seed: str, only: Mapping[str, Json], at: int | None = None
) -> Iterator[Row]:
    """So many games in each form whose options hold those of `only`, with so many seats if `at` says how many, at each
    level; the same seed gives the same."""
    for number, (seats, options) in enumerate(forms(game)):
        if at not in (None, seats) or any(options.get(name) != value for name, value in only.items()):
            continue
        for level in levels:
            yield _row(game, number, seats, options, level, games, seed)


def lines(found: Sequence[Row]) -> Iterator[str]:
    """The rows as a table of Markdown."""
    yield f"| {' | '.join(HEADINGS)} |"
    yield "|" + " --- |" * len(HEADINGS)
    yield from (f"| {' | '.join(row.cells())} |" for row in found)


def _row(
    game: Game[Any], number: int, seats: int, options: Mapping[str, Json], level: str, games: int, seed: str
) -> Row:
    names = [f"s{place}" for place in range(1, seats + 1)]
    row = Row(_called(options), seats, level, 0, [], {})
    for at in range(games):
        key = f"{seed}/{number}/{level}/{at}".encode()
        played = play(game, options, names, key, dict.fromkeys(names, player(level)))
        row.decisions.append(played.decisions)
        row.won += played.outcome is not None and bool(played.outcome.won)
        end = _end(played.outcome)
        row.ends[end] = row.ends.get(end, 0) + 1
    return row


def _called(options: Mapping[str, Json]) -> str:
    """A form by its options; of a large one its name alone."""
    named = (name if isinstance(value, dict) else f"{name} {value}" for name, value in options.items())
    return ", ".join(named) or "as it comes"


def _end(outcome: Outcome | None) -> str:
    if outcome is None:
        return "without an end"
    return ": ".join(str(outcome.detail[key]) for key in ("outcome", "cause") if outcome.detail.get(key)) or "ended"
