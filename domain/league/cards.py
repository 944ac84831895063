"""Cards for pairing, from the sheets of a stage: numbers in place of entrants."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from domain.league.pairing.accelerated import Acceleration, baku, virtual
from domain.league.pairing.apart import Apart
from domain.league.pairing.card import Card, Float
from domain.league.plan import Plan
from domain.league.sheet import Entry, Game, Sheet
from domain.league.state import League, Stage

ScoreBefore = Callable[[str, int], Fraction]
"""An entrant's pairing score before a round."""


def cards(stage: Stage, plan: Plan, sheets: Mapping[str, Sheet], present: Sequence[str]) -> list[Card]:
    """The card of everybody present in the round to come, in the order of pairing numbers."""
    numbers, win = stage.numbers, plan.scale()[0]
    rounds, accelerated = len(stage.rounds), acceleration(stage, plan)
    return [card(numbers, win, sheets, sheets[entrant], rounds, accelerated) for entrant in present]


def acceleration(stage: Stage, plan: Plan) -> tuple[Acceleration, ...]:
    """The points that count for the pairing of a stage alone, if its plan says so (LG-SW-6)."""
    if not stage.plan.accelerated:
        return ()
    at_first = [entrant for entrant in stage.entrants if stage.entered.get(entrant, 1) == 1]
    return baku(len(at_first), stage.plan.rounds or 1, plan.scale()[0])


def groups_apart(league: League, stage: Stage) -> list[Apart]:
    """Who is not to meet in a stage, as its season says (LG-SW-7): groups of pairing numbers, two at least in each."""
    numbers = stage.numbers
    groups = (
        Apart(tuple(numbers[entrant] for entrant in group.entrants if entrant in numbers), group.first, group.last)
        for group in league.season_of(stage).apart.values()
    )
    return [group for group in groups if len(group.players) > 1]


def card(
    numbers: Mapping[str, int],
    win: Fraction,
    sheets: Mapping[str, Sheet],
    sheet: Sheet,
    rounds: int,
    accelerated: Sequence[Acceleration] = (),
) -> Card:
    """The card of whom a sheet is of, after so many rounds; `win` is what a game that is won brings, `accelerated` what
    counts for pairing alone."""

    def before(entrant: str, number: int) -> Fraction:
        return sheets[entrant].before(number) + virtual(accelerated, numbers[entrant], number)

    met = Counter(numbers[other] for game in sheet.games for other in game.against)
    return Card(
        number=numbers[sheet.entrant],
        score=sheet.points + virtual(accelerated, numbers[sheet.entrant], rounds + 1),
        met=dict(met),
        seats=tuple(game.seat for game in sheet.games),
        floats=(_float(before, sheet, rounds), _float(before, sheet, rounds - 1)),
        unplayed=len(sheet.rests),
        had_bye=any(rest.cause == "bye" or rest.points >= win for rest in sheet.rests),
    )


def _float(before: ScoreBefore, sheet: Sheet, number: int) -> Float:
    """How the entrant floated in a round (FIDE 1.4.2, 1.4.3): by scores before it, or by points without a game."""
    for entry in sheet.entries:
        if entry.round == number:
            return _float_of(before, sheet, entry)
    return ""


def _float_of(before: ScoreBefore, sheet: Sheet, entry: Entry) -> Float:
    if not isinstance(entry, Game):
        return "down" if entry.points > 0 else ""
    own = before(sheet.entrant, entry.round)
    scores = [before(other, entry.round) for other in entry.against]
    if own > min(scores):
        return "down"
    return "up" if own < max(scores) else ""
