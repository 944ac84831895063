"""Checks and rerolls (chapter 4)."""

from __future__ import annotations

from domain.contract.game import Step


class AskCheck(Step, tag="ask-check", frozen=True):
    """The roller throws or asks for help."""


class AskReroll(Step, tag="ask-reroll", frozen=True):
    """The roller may reroll, or the check is settled."""


class Settle(Step, tag="settle", frozen=True):
    """The throw is compared with what the check asks for."""
