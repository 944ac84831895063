"""The end, and what characters gain by it (chapter 12)."""

from __future__ import annotations

from domain.contract.game import Step


class Finish(Step, tag="finish", frozen=True):
    """The end is reached."""

    outcome: str


class CountVotes(Step, tag="count-votes", frozen=True):
    """The votes are counted."""


class FindWinners(Step, tag="find-winners", frozen=True):
    """The winners are found."""


class AskDuties(Step, tag="ask-duties", frozen=True):
    """What made characters gain and lose at the end; then the game is over."""

    done: tuple[str, ...] = ()
