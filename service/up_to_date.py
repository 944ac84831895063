"""Whether the read models show all that is stored, for what must know of every game."""

from __future__ import annotations

from projections.read_models import ReadModels
from service.errors import ServiceError

PATIENCE = 5.0
"""Seconds to wait for the lists to be up to date."""


def check_up_to_date(read_models: ReadModels, patience: float = PATIENCE) -> None:
    """Bring the read models up to the log; `behind` where that takes longer than so many seconds."""
    if not read_models.follower.catch_up(patience):
        raise ServiceError("behind", "the list of games is not up to date; try again")
