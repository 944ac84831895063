"""The numbers of the rules: what changed with each. A running game keeps the number it began with."""

from __future__ import annotations

from domain.contract.game import Change

SAYS_MORE = 2
"""The number from which on the top wound lies open, pieces have ids, and events and questions say why and how much."""

CHANGES = (
    Change(1, (), "the first"),
    Change(
        SAYS_MORE,
        ("NF-INFO-6", "NF-TURN-3", "NF-VAR-6"),
        "the wound on top of the face-up pile was hidden; minions and links were named by their positions, so that a "
        "name passed to another one; events did not tell their cause, nor the influence lost at the end of the claim "
        "phase, the loss of Blaine Cordell as damage, whose card was exiled by whom, and what decided the game; a "
        "question did not tell which text asks, how much and against whom; a series with a limit other than 100 did "
        "not tell it to its games",
    ),
)
