"""The AI levels that an installation offers."""

from __future__ import annotations

from collections.abc import Mapping

from domain.bots import greedy, random
from domain.bots.answers import Bot

LEVELS: Mapping[str, Bot] = {
    "random": Bot(random.answers, looks=False),
    "greedy": Bot(greedy.answers),
}
"""Level -> bot, the weakest first."""
