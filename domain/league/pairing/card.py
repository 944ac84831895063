"""What pairing knows of an entrant: a card, worked out from the rounds before, never from who the entrant is."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Literal

import msgspec

Float = Literal["", "down", "up"]
"""Whether somebody met a lower (`down`) or a higher score (`up`) in a round. A bye counts as `down`."""


class Card(msgspec.Struct, frozen=True):
    """An entrant before a round is paired.

    `number` is the pairing number, 1 for the strongest; `met` how often it sat with whom; `seats` the starting
    positions it had, from 0, in the order of the games played; `floats` those of the last round and of the one
    before it; `unplayed` how many rounds went by without a game; `had_bye` whether it had a bye, or as many points
    without playing as a win brings.
    """

    number: int
    score: Fraction = Fraction(0)
    met: Mapping[int, int] = {}
    seats: tuple[int, ...] = ()
    floats: tuple[Float, Float] = ("", "")
    unplayed: int = 0
    had_bye: bool = False


class Unpairable(Exception):
    """No pairing keeps to the rules that are never broken; the organiser has to pair the round."""
