"""A league's chance: one commitment a stage, entrants' entropy, draws under a key that both make (LG-CH).

The seed of a stage is committed to before anybody enrols and published when the stage closes; the key of its draws
is made as that of a game, from the seed and the entropy of the entrants.
"""

from __future__ import annotations

from collections.abc import Mapping

from domain.contract.chance import Seeded
from domain.league.state import Stage
from domain.log.derived import seed_of
from domain.log.record import chance_key


def stage_chance(stage: Stage, entropy: tuple[tuple[str, str], ...], seeds: Mapping[str, bytes]) -> Seeded:
    """The chance of a stage's next draw. `entropy` are (entrant, hex) of those who gave any, in order of entrants."""
    return Seeded(chance_key(seed_of(stage.id, seeds), stage.id, entropy), stage.draws)
