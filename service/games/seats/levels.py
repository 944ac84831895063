"""The levels of AIs that may hold seats."""

from __future__ import annotations

from domain.bots.levels import LEVELS
from service.errors import ServiceError


def check_level(level: str) -> None:
    """`malformed` for what is no level of an AI."""
    if level not in LEVELS:
        raise ServiceError("malformed", "there are AIs of the levels {levels}", levels=", ".join(LEVELS))
