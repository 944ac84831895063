"""What every bot is: a pure function from what a seat may know of its decision to the answers it would give."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Protocol

import msgspec

from domain.contract.chance import Stream
from domain.contract.game import Action, Decision, Game, Json, Legal

Worlds = Callable[[Stream], Any]
"""Draws a world: a state that the seat cannot tell from the true one, made of what it knows (`Game.resample`)."""


def always() -> bool:
    """There is time."""
    return True


class Thought(msgspec.Struct, frozen=True):
    """What a bot that thinks ahead is given: worlds, how many playouts it may make for a choice (None: its own number),
    and whether there is still time, which it asks again and again."""

    worlds: Worlds
    playouts: int | None = None
    in_time: Callable[[], bool] = always


class Answers(Protocol):
    """How a bot answers. Its knowledge is the seat's view, legal actions and worlds, its randomness `rng` alone.

    It gives the answer that it prefers first; each later one is for the case that the rules refuse all those
    before it. The listed legal actions come last, so that a bot never ends without an answer that is legal,
    unless the decision lists none. Without a `thought` it answers as well as it can at once.
    """

    def __call__(
        self,
        game: Game[Any],
        view: Mapping[str, Json],
        seat: str,
        legal: Legal,
        decision: Decision,
        rng: Stream,
        thought: Thought | None = None,
    ) -> Iterator[Action]: ...


class Bot(msgspec.Struct, frozen=True):
    """A bot: its name and how it plays, for people; how it answers; whether it looks at the table (one that does not
    may be given an empty view), and whether it thinks ahead, which takes its time."""

    name: str
    plays: str
    answers: Answers
    looks: bool = True
    thinks: bool = False
