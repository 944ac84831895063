"""Disks and security (chapter 9)."""

from __future__ import annotations

from domain.contract.game import Step


class Meet(Step, tag="meet", frozen=True):
    """A seat deals with the disk that was turned up on its space."""

    seat: str
    disk: str


class Searched(Step, tag="searched", frozen=True):
    """A check to find an item is settled."""

    disk: str


class Recruited(Step, tag="recruited", frozen=True):
    """A check to win an ally is settled."""

    disk: str


class Parleyed(Step, tag="parleyed", frozen=True):
    """A check against security is settled."""

    seat: str
    disk: str


class LoseSecurity(Step, tag="lose-security", frozen=True):
    """Security was not passed."""

    seat: str
    disk: str


class GuardOn(Step, tag="guard-on", frozen=True):
    """Security has killed whoever fought it."""

    disk: str


class AskArrange(Step, tag="ask-arrange", frozen=True):
    """A disk goes back among the face-down ones of its tile."""

    disk: str
