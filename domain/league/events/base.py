"""What the events of a league have in common."""

from __future__ import annotations

from domain.contract.game import Event


class LeagueEvent(Event, frozen=True):
    """An event of a league."""
