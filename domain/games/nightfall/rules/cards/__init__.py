"""What is written on the cards, one entry a card. Numbers and colours are in `cards.toml` (chapter 15)."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from domain.games.nightfall.rules.cards.actions import ACTIONS
from domain.games.nightfall.rules.cards.minions import MINIONS
from domain.games.nightfall.rules.cards.promos import PROMOS
from domain.games.nightfall.rules.cards.starters import STARTERS
from domain.games.nightfall.rules.text import CardText

TEXTS: Mapping[str, CardText] = MappingProxyType({**STARTERS, **MINIONS, **ACTIONS, **PROMOS})
"""Card -> what is written on it."""
