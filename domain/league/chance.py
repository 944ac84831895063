"""A league's chance: one commitment a stage, entrants' entropy, draws under a key that both make (LG-CH).

The seed of a stage is committed to before anybody enrols and published when the stage closes; the key of its draws
is made as that of a game, from the seed and the entropy of the entrants. Games derive their seeds from it.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Mapping
from uuid import UUID

from domain.chance import Seeded, joined
from domain.game import Refused
from domain.league.state import Stage
from domain.record import chance_key


def stage_chance(stage: Stage, entropy: tuple[tuple[str, str], ...], seeds: Mapping[str, bytes]) -> Seeded:
    """The chance of a stage's next draw. `entropy` are (entrant, hex) of those who gave any, in order of entrants."""
    return Seeded(chance_key(seed_of(stage.id, seeds), stage.id, entropy), stage.draws)


def seed_of(stage_id: str, seeds: Mapping[str, bytes]) -> bytes:
    """The seed of a stage; `Refused("illegal")` if whoever decides does not know it."""
    if stage_id not in seeds:
        raise Refused("illegal", f"the seed of {stage_id} is not known")
    return seeds[stage_id]


def game_seed(seed: bytes, number: int) -> bytes:
    """The seed of game `number` of a stage or series: `HMAC(seed, "game" | number)` (LG-CH-4)."""
    return hmac.digest(seed, joined("game", number), "sha256")


def game_id(source: str, number: int) -> str:
    """The id of game `number` of a stage or series: whoever opens it, and however often, opens the same one."""
    digest = hashlib.sha256(joined("nightledger/game/1", source, number)).digest()
    return str(UUID(bytes=digest[:16], version=5))
