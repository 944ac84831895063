"""Contested readings of the book, which a table chooses by options (R16, R24, R32, R43, R61).

Each function says how the table reads one sentence. A table under rules number 1 had no choice: it reads as that number
did, whatever its options say.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal

from domain.contract.game import Json
from domain.games.last_spell.changes import is_corrected
from domain.games.last_spell.state import LastSpellState

MovementOrder = Literal["westernmost", "due-west"]
DryadGrowth = Literal["no-cards-left", "third-phase-only"]
IncubatorMonsters = Literal["move-once", "move-again"]

THIRD_PHASE = 3

SCHEMAS: Mapping[str, Mapping[str, Json]] = MappingProxyType(
    {
        "movement_order": {
            "type": "string",
            "enum": ["westernmost", "due-west"],
            "default": "westernmost",
            "description": "Who moves first: the westernmost monster wherever it stands, or whoever is the first "
            "clockwise from due west of the circle.",
        },
        "cetusia_first": {
            "type": "boolean",
            "default": True,
            "description": "Whether what Cetusia has slain attacks no more; otherwise all attacks of the step are "
            "simultaneous, hers too.",
        },
        "dryad_growth": {
            "type": "string",
            "enum": ["no-cards-left", "third-phase-only"],
            "default": "no-cards-left",
            "description": "When the Dryad grows: in every boss step once no spawn card is left, or in the third "
            "Monster phase only.",
        },
        "incubator_monsters": {
            "type": "string",
            "enum": ["move-once", "move-again"],
            "default": "move-once",
            "description": "Whether a monster that has moved on leaving its incubator moves again in the movement step "
            "of the same phase.",
        },
        "encirclement_on_empty": {
            "type": "boolean",
            "default": False,
            "description": "Whether Encirclement and Stun area work round an impact point on which nobody stands.",
        },
    }
)
"""Each option of a reading as a JSON Schema, with its default and a sentence for whoever chooses."""


def westernmost_begins(state: LastSpellState) -> bool:
    """Whether the movement begins with the westernmost monster (R16), not at the ray due west of the circle."""
    return is_corrected(state) and state.setting.movement_order == "westernmost"


def cetusia_strikes_first(state: LastSpellState) -> bool:
    """Whether Cetusia's attacks are carried out before the others' targets are fixed (R24)."""
    return is_corrected(state) and state.setting.cetusia_first


def dryad_grows(state: LastSpellState, phase: int) -> bool:
    """Whether the Dryad grows in the boss step of a Monster phase, counted from 1: no spawn card is left (R32), and
    where the book is read word for word it is the third."""
    if any(pile.left for pile in state.spawn.values()):
        return False
    return state.setting.dryad_growth == "no-cards-left" or phase == THIRD_PHASE


def hatched_move_again(state: LastSpellState) -> bool:
    """Whether monsters from incubators also move in the movement step of their phase (R61)."""
    return state.setting.incubator_monsters == "move-again"


def stuns_round_nobody(state: LastSpellState) -> bool:
    """Whether Encirclement and Stun area work round an empty impact point (R43)."""
    return state.setting.encirclement_on_empty
