"""Things given, taken and stolen (chapter 8), and how much one can carry (chapter 6)."""

from __future__ import annotations

from domain.contract.game import Step


class HandOver(Step, tag="hand-over", frozen=True):
    """A thing passes from one seat to another; with `lock` it cannot be stolen back at once."""

    thing: str
    source: str
    to: str
    how: str
    lock: bool = False


class HolderRolls(Step, tag="holder-rolls", frozen=True):
    """The holder throws in an opposed check."""

    kind: str
    thing: str
    holder: str


class Contested(Step, tag="contested", frozen=True):
    """An opposed check is settled."""

    kind: str
    thing: str
    holder: str


class TokenTried(Step, tag="token-tried", frozen=True):
    """The check of a token is settled."""

    token: str


class Burden(Step, tag="burden", frozen=True):
    """A seat got something: is it too heavy?"""

    seat: str
    strained: bool = False


class Strained(Step, tag="strained", frozen=True):
    """A check to carry more is settled."""

    seat: str
