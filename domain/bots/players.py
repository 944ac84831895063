"""Who answers at a seat, as games in process ask it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from domain.contract.chance import Stream
from domain.contract.game import Action, Game, State

Player = Callable[[Game[Any], State, str, Stream], Action]
"""Chooses the answer of a seat; it may look at the whole state only through what the seat may know."""
