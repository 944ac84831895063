"""The Awakening: a campaign of four chapters with a game master (WD-SCEN-AWAKENING)."""

from __future__ import annotations

from domain.darkness.scenarios.base import Scenario


class TheAwakening(Scenario):
    """stub"""
