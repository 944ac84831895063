"""What others add to a seat for a bot: who fits the scenario beside them, who is near enough to help, and how much."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from domain.games.darkness.bot.glimpse import CERTAIN, Glimpse
from domain.games.darkness.rules.town.walking import NEAR

NEEDS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "the-ticking-case": ("Int", "Dex"),
        "the-bandaged-guest": ("A", "Int", "D"),
        "master-of-the-house": ("A", "D", "Int"),
        "last-bus-out": ("Dex", "Med", "Int"),
        "the-missing-page": ("Int", "A", "Dex"),
    }
)
"""Scenario -> the attributes that somebody of all should be good at, so that it comes to its end."""


COMMON = NEEDS.keys() - {"the-missing-page"}
"""Scenarios in which nobody has anything of the time that is up."""


def fitness(glimpse: Glimpse, character: str) -> int:
    """How well a pre-made character fits the scenario, beside those that were chosen already."""
    scenario, rows = glimpse.view["scenario"], glimpse.data.characters
    own = rows[character].attributes
    taken = [seat["character"] for seat in glimpse.view["seats"].values()]
    chosen = [rows[character].attributes for character in taken if character in rows]
    fit = 0
    for code in NEEDS.get(scenario, ()):
        fit += own[code] + 10 * max(own[code] - max((other[code] for other in chosen), default=1), 0)
    return fit


def helpers(glimpse: Glimpse, space: str) -> Sequence[str]:
    """Others who stand near enough to a space to be asked there (WD-HELP-1), as the crow flies."""
    at = glimpse.ground.at
    if space not in at:
        return ()
    row, col = at[space]
    stand = {seat: glimpse.view["seats"][seat]["at"] for seat in glimpse.others()}
    away = {seat: at[space] for seat, space in stand.items() if space in at}
    return [seat for seat, (line, column) in away.items() if abs(line - row) + abs(column - col) <= NEAR]


def helped_chance(glimpse: Glimpse, dice: int, level: int, kind: str, space: str) -> int:
    """The chance, in millionths, that so many dice reach a level when all who are near a space help (WD-HELP-6).

    Their dice are those of this kind of check.
    """
    alone = glimpse.chance_of(dice, level)
    missed = CERTAIN - alone
    for seat in helpers(glimpse, space):
        thrown = min(glimpse.dice_for(kind, seat), dice)
        missed -= missed * (alone * thrown // max(dice, 1)) // CERTAIN
    return CERTAIN - missed
