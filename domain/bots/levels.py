"""The AI levels that an installation offers."""

from __future__ import annotations

from collections.abc import Mapping

from domain.bots import greedy, random, search
from domain.bots.answers import Bot

LEVELS: Mapping[str, Bot] = {
    "random": Bot("Beginner", "plays anything that the rules allow", random.answers, looks=False),
    "greedy": Bot("Club player", "takes what looks best now, and looks no further", greedy.answers),
    "search": Bot("Master", "thinks ahead, in tables that it takes to be possible", search.answers, thinks=True),
}
"""Level -> bot, the weakest first."""

USUAL = "greedy"
"""The level that forms propose."""
