"""What the games of a series or of a league's stage derive from it: their seeds and their ids."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Mapping
from uuid import UUID

from domain.contract.chance import joined
from domain.contract.game import Refused


class UnknownSeed(Refused):
    """Whoever decides does not know the seed of a series or stage; in an audit, it is not published yet."""

    def __init__(self, source: str) -> None:
        super().__init__("illegal", f"the seed of {source} is not known")
        self.source = source


def seed_of(source: str, seeds: Mapping[str, bytes]) -> bytes:
    """The seed of a series or stage; `UnknownSeed` if it is not among those given."""
    if source not in seeds:
        raise UnknownSeed(source)
    return seeds[source]


def game_seed(seed: bytes, number: int) -> bytes:
    """The seed of game `number` of a stage or series: `HMAC(seed, "game" | number)` (LG-CH-4)."""
    return hmac.digest(seed, joined("game", number), "sha256")


def game_id(source: str, number: int) -> str:
    """The id of game `number` of a stage or series: whoever opens it, and however often, opens the same one."""
    digest = hashlib.sha256(joined("nightledger/game/1", source, number)).digest()
    return str(UUID(bytes=digest[:16], version=5))
