"""Random answers: a verb is drawn first, each as likely, then one of its answers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from domain.contract.chance import Stream
from domain.contract.game import Action
from domain.contract.verbs import Listing, Sample


def undrawn(listing: Listing) -> Sample:
    """The only listed answer, for which nothing is drawn; None where there is none."""
    return lambda state, seat, rng: next(iter(listing(state, seat)), None)


def one_of(*listings: Listing) -> Sample:
    """One of the listed answers; None where there is none."""

    def sample(state: Any, seat: str, rng: Stream) -> Action | None:
        found = [action for listing in listings for action in listing(state, seat)]
        return rng.choice(found) if found else None

    return sample


def first_of(samples: Iterable[Sample], state: Any, seat: str, rng: Stream) -> Action:
    """An answer of the first of these, in a random order, that has one."""
    drawn = (sample(state, seat, rng) for sample in rng.shuffled(samples))
    return next(action for action in drawn if action is not None)
