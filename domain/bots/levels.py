"""The AI levels that an installation offers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from domain.bots import greedy, random, search
from domain.bots.answers import Bot
from domain.contract.facets.searched import thinks_in_play
from domain.contract.game import Game

LEVELS: Mapping[str, Bot] = {
    "random": Bot("Beginner", "plays anything that the rules allow", random.answers, looks=False),
    "greedy": Bot("Club player", "takes what looks best now, and looks no further", greedy.answers),
    "search": Bot("Expert", "thinks ahead, in tables that it takes to be possible", search.answers, thinks=True),
}
"""Level -> bot, the weakest first."""

USUAL = "greedy"
"""The level that forms propose."""


def offered(game: Game[Any] | None) -> Mapping[str, Bot]:
    """The levels that a game offers: one that thinks ahead only where it can, since it is no stronger elsewhere."""
    can_think = thinks_in_play(game)
    return {level: bot for level, bot in LEVELS.items() if can_think or not bot.thinks}
