"""Where spawn cards lie on the board, and how a monster is put on it (LS-SPAWN-1, R46)."""

from __future__ import annotations

from domain.game import Run
from domain.last_spell.components import SlotPlace
from domain.last_spell.data import INTRODUCTION
from domain.last_spell.events.night import MonsterSpawned
from domain.last_spell.geometry import Facing, Square, ahead, at_offset, turned
from domain.last_spell.state import LastSpellState


def enter(run: Run[LastSpellState], kind: str, square: Square, facing: Facing, hatched: bool = False) -> str:
    """A monster of a kind enters on a free square; its name."""
    name = run.state.next_name(kind)
    health = run.state.content.monsters[kind].health
    run.emit(MonsterSpawned(name, kind, square, facing, health, hatched))
    return name


def symbol_square(state: LastSpellState, slot: SlotPlace, at: tuple[int, int]) -> Square:
    """The square of row and column of a spawn card that lies on a slot (R46)."""
    row, column = at
    return at_offset(_corner(state, slot), slot.facing, (-row, column))


def _corner(state: LastSpellState, slot: SlotPlace) -> Square:
    """The square of row 0 and column 0 of a slot: on the innermost row of the fog of the night."""
    board = state.content.source["board"]
    shift = 0 if state.setting.scenario == INTRODUCTION else board["fog_offset_by_night"][state.night - 1]
    depth = board["fog_depth"] - 1 + shift
    low, high = slot.rows or slot.columns or (0, 0)
    first = low if turned(slot.facing, 1) in ("south", "east") else high
    width, height = board["width"], board["height"]
    edges: dict[str, Square] = {
        "east": (0, first), "west": (width - 1, first), "south": (first, 0), "north": (first, height - 1),
    }  # fmt: skip
    return ahead(edges[slot.facing], slot.facing, depth)
