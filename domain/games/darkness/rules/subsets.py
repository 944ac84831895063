"""Some of several things: every choice of them, and any."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, combinations
from typing import TypeVar

from domain.contract.chance import Stream

T = TypeVar("T")


def subsets(things: Iterable[T]) -> Iterator[tuple[T, ...]]:
    """Every choice of the things, smaller ones first."""
    listed = tuple(things)
    return chain.from_iterable(combinations(listed, size) for size in range(len(listed) + 1))


def any_subset(rng: Stream, things: Sequence[T], least: int, most: int) -> tuple[T, ...]:
    """Between `least` and `most` of the things, in a random order."""
    size = least + rng.below(min(most, len(things)) - least + 1)
    return tuple(rng.shuffled(things)[:size])
