"""Pig in a chain: whoever has won a game goes on to the next one, whose goal is a point higher."""

from __future__ import annotations

from collections.abc import Mapping

from domain.contract.facets.chained import Chained
from domain.contract.game import Json
from tests.pigs.pig import Pig, PigState


class LongPig(Pig, Chained):
    """Pig that goes on."""

    id = "long-pig"

    def next_in_chain(self, options: Mapping[str, Json], state: PigState) -> dict[str, Json] | None:
        return {**options, "goal": state.goal + 1}


LONG_PIG = LongPig()
