"""What the panic track and quests pay at dawn (LS-DAWN-1, LS-DAWN-4)."""

from __future__ import annotations

from domain.games.last_spell.components import Reward
from domain.games.last_spell.state import LastSpellState


def leftmost_box(state: LastSpellState) -> int | None:
    """The leftmost box of the panic track that has a Flame, from 1."""
    return next((number for number, flames in enumerate(state.panic, 1) if flames), None)


def panic_equipment(state: LastSpellState) -> list[str]:
    """The equipment that the panic track leaves to choose from."""
    box = leftmost_box(state)
    return [] if box is None else offered(state, state.content.rewards[box - 1])


def offered(state: LastSpellState, reward: Reward) -> list[str]:
    """The equipment that a reward leaves to choose from (R45)."""
    return [] if reward.equipment_level is None else state.content.equipment(reward.equipment_level)


def resources(reward: Reward) -> dict[str, int]:
    """What a reward adds to the common reserve."""
    return {"gold": reward.gold, "material": reward.material}
