"""The events that every game's log shares, in sentences."""

from __future__ import annotations

from domain.contract.sentences import Sentences, spelt

SENTENCES = Sentences(
    events={
        "GameOpened": ("The game is opened",),
        "SeatTaken": ("{seat} sits down",),
        "SeatLeft": ("{seat} leaves",),
        "KeepsakeTaken": ("{seat} chooses whom it brings along",),
        "EntropyOpened": ("{seat} opens its sealed entropy",),
        "GameStarted": ("The game begins",),
        "DeadlineSet": ("A deadline is set for {seat}",),
        "DeadlinePassed": ("The deadline of {seat} has passed",),
        "ClockPaused": ("The clocks of {seats} stand still: {cause}",),
        "OutagesCounted": ("Nobody could act for a while: deadlines move by that",),
        "SeatReplaced": ("{seat} takes over",),
        "SeatResigned": ("{seat} resigns",),
        "TakebackAsked": ("{seat} asks to go back to version {to}",),
        "TakebackAnswered": ("{seat} answers whether to go back: {agreed}",),
        "TakenBack": ("Everything after version {to} is taken back",),
        "RulesMoved": ("The rules move from number {from} to {to}",),
        "OperatorActed": ("An operator acts: {what}",),
        "ShareAsked": ("The other installation is asked for share {number} of the chance",),
        "ShareGiven": ("The other installation gives share {number}",),
        "GameClosed": ("The game has ended[: {cause}]",),
        "Sealed": ("Something happens in secret",),
    },
    words={
        "void": "declared void", "cancelled": "called off", **spelt(
        "over", "abandoned", "organiser", "outage", "vacation", "take-back", "replace",
        "move-rules", "adjudicate", "pause", "resume", "extend", "bring-forward", "show-secrets",
    )},
    telling=(
        "GameClosed", "SeatResigned", "SeatReplaced", "TakenBack", "RulesMoved", "OperatorActed", "DeadlinePassed",
    ),
)  # fmt: skip
"""Beside them what their fields may hold."""
