"""What can be left to do."""

from __future__ import annotations

from domain.contract.game import Step


class Deal(Step, tag="deal", frozen=True):
    """Deal for the time of this number."""

    number: int


class ShowBids(Step, tag="show-bids", frozen=True):
    """Show the bids, when all are made."""


class NextCard(Step, tag="next-card", frozen=True):
    """Have the next card of the trick played."""


class EndTrick(Step, tag="end-trick", frozen=True):
    """Give the trick to whoever has taken it."""


class Score(Step, tag="score", frozen=True):
    """Count what the deal brings."""


STEPS = (Deal, ShowBids, NextCard, EndTrick, Score)
