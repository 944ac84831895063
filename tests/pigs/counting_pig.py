"""Pig that counts wounds: whatever a seat lacks to the goal when somebody has reached it. The fewest win a series."""

from __future__ import annotations

from collections.abc import Mapping

from domain.contract.facets.series import Series
from tests.pigs.pig import Pig, PigState


class CountingPig(Pig, Series):
    """Pig with a tally, so that games of it can make a series."""

    id = "counting-pig"

    def tally(self, state: PigState) -> Mapping[str, int]:
        return {seat: max(0, state.goal - points) for seat, points in state.bank.items()}
