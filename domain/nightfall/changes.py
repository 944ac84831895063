"""The numbers of the rules: what changed with each. A running game keeps the number it began with."""

from __future__ import annotations

from domain.game import Change

CHANGES = (Change(1, (), "the first"),)
