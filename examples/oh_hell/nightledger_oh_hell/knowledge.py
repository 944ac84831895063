"""What everybody has seen of the deal that no view shows."""

from __future__ import annotations

from domain.contract.game import Json
from nightledger_oh_hell.state import OhHellState


def seen(state: OhHellState) -> dict[str, Json]:
    """The cards of the tricks before, and of which suits somebody has shown to have none."""
    return {"played": list(state.played), "voids": {seat: list(suits) for seat, suits in state.voids.items()}}
