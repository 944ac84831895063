"""What a seat chooses from when it looks ahead: the answers worth playing on, each with the points of a greedy seat.

Only what is decided before the seat's next turn is searched: fights, flight and what they cost. Of all else (where to
go, which dice, whom to ask) a seat takes what looks best, since it pays off later than a playout sees.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from domain.contract.facets.searched import Made, Rated
from domain.contract.game import Action, Json, Legal
from domain.games.darkness import bot
from domain.games.darkness.actions import ChooseCharacter
from domain.games.darkness.bot.weights import Weights
from domain.games.darkness.state import DarknessState

WEIGHED = frozenset({"engaged", "encounter", "initiative", "damage", "shield", "oh-crap"})
"""The decisions of which more than the best rated answer is looked at: a playout sees how they end."""

TENTH = 0.1
"""Ratings count hundredths of a VP; a search counts tenths."""


def next_choices(
    state: DarknessState, seat: str, legal: Legal, view: Mapping[str, Json], weights: Weights
) -> Sequence[Rated]:
    """The answers, the best rated alone where nothing is decided or a game master leads the game."""
    weighed = state.open[seat].kind in WEIGHED and not state.gm
    rated = bot.foreseen(view, seat, legal, state.data, weights)
    if weighed:
        return [(TENTH * rating, action) for rating, action in rated]
    rating, action = max(rated, key=_rating)
    choice = action.character if isinstance(action, ChooseCharacter) and action.character else action
    return [(TENTH * rating, choice)]


def complete(made: Made) -> Action | None:
    """The answer that a choice makes."""
    if not made:
        return None
    [choice] = made
    if isinstance(choice, str):
        return ChooseCharacter(choice)
    assert isinstance(choice, Action)
    return choice


def _rating(rated: tuple[int, Action]) -> int:
    return rated[0]
