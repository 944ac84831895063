"""Where spawn cards lie on the board, and how a monster is put on it (LS-SPAWN-1, R46)."""

from __future__ import annotations

from collections.abc import Iterator

from domain.games.last_spell.components import SlotPlace
from domain.games.last_spell.data import INTRODUCTION, Content
from domain.games.last_spell.events.causes import Cause
from domain.games.last_spell.events.night import MonsterSpawned
from domain.games.last_spell.rules.town.geometry import Facing, Square, ahead, at_offset, turned
from domain.games.last_spell.state import LastSpellRun, LastSpellState

CARD_ROWS, CARD_COLUMNS = 3, 6
"""The squares of a spawn card."""


def enter(run: LastSpellRun, kind: str, square: Square, facing: Facing, cause: Cause, hatched: bool = False) -> str:
    """A monster of a kind enters on a free square; its name."""
    name = run.state.next_name(kind)
    health = run.state.content.monsters[kind].health
    run.emit(MonsterSpawned(name, kind, square, facing, health, hatched, cause=cause))
    return name


def symbol_square(state: LastSpellState, slot: SlotPlace, at: tuple[int, int]) -> Square:
    """The square of row and column of a spawn card that lies on a slot: row 0 is nearest the city, column 0 the
    leftmost seen in the slot's facing (R46)."""
    row, column = at
    return at_offset(_corner(state.content, slot, fog_shift(state)), slot.facing, (-row, column))


def card_squares(content: Content, slot: SlotPlace, shift: int) -> Iterator[Square]:
    """The squares of a location: those of its spawn card, row by row, with the fog moved inwards by `shift`."""
    corner = _corner(content, slot, shift)
    for row in range(CARD_ROWS):
        for column in range(CARD_COLUMNS):
            yield at_offset(corner, slot.facing, (-row, column))


def fog_shift(state: LastSpellState) -> int:
    """How many squares the fog has advanced (LS-INTRO-3: not in the introduction)."""
    if state.setting.scenario == INTRODUCTION:
        return 0
    shift: int = state.content.source["board"]["fog_offset_by_night"][state.night - 1]
    return shift


def _corner(content: Content, slot: SlotPlace, shift: int) -> Square:
    """The square of row 0 and column 0 of a slot: on the innermost row of the fog."""
    board = content.source["board"]
    low, high = slot.rows or slot.columns or (0, 0)
    first = low if turned(slot.facing, 1) in ("south", "east") else high
    width, height = board["width"], board["height"]
    edges: dict[str, Square] = {
        "east": (0, first), "west": (width - 1, first), "south": (first, 0), "north": (first, height - 1),
    }  # fmt: skip
    return ahead(edges[slot.facing], slot.facing, board["fog_depth"] - 1 + shift)
