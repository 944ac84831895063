"""A league's chance: one commitment a stage, entrants' entropy, draws under a key that both make (LG-CH).

The seed of a stage is committed to before anybody enrols and published when the stage closes; the key of its draws
is made as that of a game, from the seed and the entropy of the entrants.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from domain.contract.chance import Chance, Seeded, Told
from domain.league.state import Stage
from domain.log.derived import seed_of
from domain.log.record import chance_key


class SeedsAndResults(dict[str, bytes]):
    """The seeds that are known, and the results of a command's draws as a log tells them: what it is decided again
    with as long as the seed of its stage is not published."""

    def __init__(self, seeds: Mapping[str, bytes], results: Iterable[Any]) -> None:
        super().__init__(seeds)
        self.results = list(results)


def stage_chance(stage: Stage, entropy: tuple[tuple[str, str], ...], seeds: Mapping[str, bytes]) -> Chance:
    """The chance of a stage's next draw. `entropy` are (entrant, hex) of those who gave any, in order of entrants."""
    if isinstance(seeds, SeedsAndResults) and stage.id not in seeds:
        return Told(seeds.results, stage.draws)
    return Seeded(chance_key(seed_of(stage.id, seeds), stage.id, entropy), stage.draws)
