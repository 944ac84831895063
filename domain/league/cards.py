"""Cards for pairing, from the sheets of a stage: numbers in place of entrants."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction

from domain.league.pairing.card import Card, Float
from domain.league.plan import Plan
from domain.league.sheet import Entry, Game, Sheet
from domain.league.state import Stage


def cards(stage: Stage, plan: Plan, sheets: Mapping[str, Sheet], present: Sequence[str]) -> list[Card]:
    """The card of everybody present in the round to come, in the order of pairing numbers."""
    numbers = {entrant: number for number, entrant in enumerate(stage.entrants, 1)}
    return [card(numbers, plan.scale()[0], sheets, sheets[entrant], len(stage.rounds)) for entrant in present]


def card(numbers: Mapping[str, int], win: Fraction, sheets: Mapping[str, Sheet], sheet: Sheet, rounds: int) -> Card:
    """The card of whom a sheet is of, after so many rounds; `win` is what a game that is won brings."""
    met = Counter(numbers[other] for game in sheet.games for other in game.against)
    return Card(
        number=numbers[sheet.entrant],
        score=sheet.points,
        met=dict(met),
        seats=tuple(game.seat for game in sheet.games),
        floats=(_float(sheets, sheet, rounds), _float(sheets, sheet, rounds - 1)),
        unplayed=len(sheet.rests),
        had_bye=any(rest.cause == "bye" or rest.points >= win for rest in sheet.rests),
    )


def _float(sheets: Mapping[str, Sheet], sheet: Sheet, number: int) -> Float:
    """How the entrant floated in a round (FIDE 1.4.2, 1.4.3): by scores before it, or by points without a game."""
    for entry in sheet.entries:
        if entry.round == number:
            return _float_of(sheets, sheet, entry)
    return ""


def _float_of(sheets: Mapping[str, Sheet], sheet: Sheet, entry: Entry) -> Float:
    if not isinstance(entry, Game):
        return "down" if entry.points > 0 else ""
    own = sheet.before(entry.round)
    scores: list[Fraction] = [sheets[other].before(entry.round) for other in entry.against]
    if own > min(scores):
        return "down"
    return "up" if own < max(scores) else ""
