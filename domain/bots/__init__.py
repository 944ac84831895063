"""The bots: each answers one decision from what its seat may know, and from nothing else."""

from domain.bots.levels import LEVELS
from domain.bots.player import player

__all__ = ["LEVELS", "player"]
