"""What is posted to conduct the seasons of a league, besides what `domain.league.actions` has."""

from __future__ import annotations

from domain.contract.game import Action


class TakeOut(Action, tag="league/take-out", frozen=True):
    """Take out an entrant that has lost too many games in a row to the clock; posted by the service alone."""

    entrant: str


ConductAction = TakeOut
