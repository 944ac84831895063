"""What every bot is: a pure function from what a seat may know of its decision to the answers it would give."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Protocol

import msgspec

from domain.contract.chance import Stream
from domain.contract.game import Action, Decision, Game, Json, Legal


class Answers(Protocol):
    """How a bot answers. Its knowledge is the seat's view and legal actions, its randomness `rng` alone.

    It gives the answer that it prefers first; each later one is for the case that the rules refuse all those
    before it. The listed legal actions come last, so that a bot never ends without an answer that is legal,
    unless the decision lists none.
    """

    def __call__(
        self,
        game: Game[Any],
        view: Mapping[str, Json],
        seat: str,
        legal: Legal,
        decision: Decision,
        rng: Stream,
    ) -> Iterator[Action]: ...


class Bot(msgspec.Struct, frozen=True):
    """A bot: how it answers, and whether it looks at the table; one that does not may be given an empty view."""

    answers: Answers
    looks: bool = True
